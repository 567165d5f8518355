#include "memory_training.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "arguments.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/training/classifier_training.hpp"

namespace ocelli::internal::python {
namespace {

Samples samples_of(const FloatArray& values, const LabelArray& labels, std::vector<std::string> classes,
                   const std::optional<std::pair<int, int>>& shape) {
  require(values.ndim() == 2 && labels.ndim() == 1 && labels.shape(0) == values.shape(0), Kind::usage,
          "values must be (n, inputs) and labels (n,)");
  Samples samples;
  samples.values = Eigen::Map<const SampleValues>(values.data(), values.shape(0), values.shape(1));
  samples.labels.assign(labels.data(), labels.data() + labels.size());
  samples.classes = std::move(classes);
  require(
      !shape || (shape->first > 0 && shape->second > 0), Kind::usage,
      [&] {
        return "must be a height and a width of at least 1, got (" + std::to_string(shape->first) + ", " +
               std::to_string(shape->second) + ")";
      },
      "shape");
  if (shape) samples.shape = ImageShape{shape->second, shape->first};
  require(!samples.shape || samples.gives(samples.shape->pixels()), Kind::usage,
          "the pixels of the shape and the values of the samples differ in number");
  require(std::ranges::all_of(samples.labels, [&](std::uint16_t l) { return l < samples.classes.size(); }),
          Kind::usage, "a label is out of range for the number of classes");
  return samples;
}

}  // namespace

std::vector<std::string> option_names(const py::dict& options) {
  std::vector<std::string> names;
  for (const auto& [name, value] : options) names.push_back(name.cast<std::string>());
  return names;
}

ClassifierModel learn_classifier(const std::string& algorithm, const FloatArray& values,
                                 const LabelArray& labels, std::vector<std::string> classes,
                                 const std::optional<std::pair<int, int>>& shape,
                                 const std::optional<WeightArray>& weights, const py::dict& options,
                                 const py::dict& functions) {
  Samples samples = samples_of(values, labels, std::move(classes), shape);
  const std::unique_ptr<ClassifierAlgorithm> learner = classifier_algorithm(algorithm, option_names(options));
  if (weights) {
    samples.weights =
        scaled_weights({weights->data(), static_cast<std::size_t>(weights->size())}, samples.count());
  }
  set_options(learner->option_table(), options);
  return train(functions, [&](const TrainingObserver& observer, const std::stop_token& stop) {
    return train_classifier(*learner, samples, observer, stop);
  });
}

}  // namespace ocelli::internal::python
