#include "ocelli/classifier.hpp"

#include "ocelli/api/model_access.hpp"
#include "ocelli/api/public_values.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/pipelines/model_file.hpp"

namespace ocelli {
namespace internal {

ocelli::Classification named(const Classification& classification, const Classifier& classifier) {
  const std::vector<double> probabilities = classifier.probabilities(classification);
  ocelli::Classification named;
  for (std::size_t i = 0; i < classification.ranking.size(); ++i) {
    const auto& [label, score] = classification.ranking[i];
    const auto probability = probabilities.empty() ? std::nullopt : std::optional(probabilities[i]);
    named.ranking.push_back({classifier.classes()[label], score, probability, label});
  }
  return named;
}

namespace {

ClassifierModel classifier_in(Model model, const std::string& name) {
  auto* const classifier = std::get_if<ClassifierModel>(&model);
  require(classifier != nullptr, Kind::model, "is a model, but not a classifier", name);
  return std::move(*classifier);
}

}  // namespace
}  // namespace internal

Classifier::Classifier(const std::filesystem::path& model)
    : impl_(std::make_shared<const Impl>(
          Impl{internal::classifier_in(internal::load_model(model), model.string())})) {}

Classifier::Classifier(std::span<const std::byte> model, const std::string& name)
    : impl_(std::make_shared<const Impl>(
          Impl{internal::classifier_in(internal::load_model(model, name), name)})) {}

Classifier::Classifier(const Classifier&) = default;
Classifier& Classifier::operator=(const Classifier&) = default;
Classifier::Classifier(Classifier&&) noexcept = default;
Classifier& Classifier::operator=(Classifier&&) noexcept = default;
Classifier::~Classifier() = default;

Classification Classifier::classify(const ImageView& image) const {
  const internal::Classifier& classifier = impl_->model.classifier;
  return internal::named(classifier.classify(internal::matrix_of(image)), classifier);
}

Classification Classifier::classify(std::span<const float> row) const {
  const internal::Classifier& classifier = impl_->model.classifier;
  return internal::named(classifier.classify(row), classifier);
}

const std::vector<std::string>& Classifier::classes() const { return impl_->model.classifier.classes(); }
bool Classifier::takes_images() const { return impl_->model.classifier.shape().has_value(); }
std::size_t Classifier::input_count() const { return internal::inputs(impl_->model.classifier.features()); }

}  // namespace ocelli
