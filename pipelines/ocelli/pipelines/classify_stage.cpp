#include "ocelli/pipelines/classify_stage.hpp"

#include <variant>
#include <vector>

namespace ocelli {
namespace {

Classification classify(const Classifier& classifier, const Item& item) {
  if (const auto* values = std::get_if<std::vector<float>>(&item.content))
    return classifier.classify(*values);
  return classifier.classify(classifier.sample_of(grey_image(item)));
}

}  // namespace

Work classify_work(const Classifier& classifier) {
  return [&classifier](const Item& item) {
    return Record{.input = item.input, .classification = classify(classifier, item)};
  };
}

}  // namespace ocelli
