#include "ocelli/pipelines/stages/model_stages.hpp"

#include <variant>
#include <vector>

namespace ocelli::internal {
namespace {

Record classified(const Classifier& classifier, const Item& item) {
  if (const auto* values = std::get_if<std::vector<float>>(&item.content))
    return {.input = item.input, .classification = classifier.classify(*values)};
  const DecodedImage image = classifier.uses_colors() ? decoded_colors(item) : decoded_gray(item);
  return {.input = item.input,
          .classification = classifier.classify(classifier.sample_of(image.pixels)),
          .warning = image.warning};
}

}  // namespace

Work classify_work(const Classifier& classifier) {
  return [&classifier](const Item& item) {
    Record record = classified(classifier, item);
    record.probabilities = classifier.probabilities(*record.classification);
    return record;
  };
}

}  // namespace ocelli::internal
