#pragma once

#include <cstddef>

#include "ocelli/training/classifier_training.hpp"

namespace ocelli::internal::test {

/// Two classes that the first input tells apart, and an input that says nothing.
inline Samples two_classes() {
  Samples samples{.values = SampleValues(40, 2), .shape = {}, .labels = {}, .classes = {"low", "high"}};
  for (int i = 0; i < 40; ++i) {
    samples.values(i, 0) = static_cast<float>(i);
    samples.values(i, 1) = static_cast<float>(i * 7 % 11);
    samples.labels.push_back(i < 20 ? 0 : 1);
  }
  return samples;
}

/// How many of the samples are read wrongly by what learned from them and from copies with other labels that
/// weigh a tenth.
inline std::size_t errors_on_heavy_samples(ClassifierAlgorithm& learner) {
  const Samples heavy = two_classes();
  Samples samples = join(heavy, heavy);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    samples.weights.push_back(i < heavy.count() ? 1.0f : 0.1f);
    if (i >= heavy.count()) samples.labels[i] = 1 - samples.labels[i];
  }
  const ClassifierModel model = train_classifier(learner, samples, {}, {});
  std::size_t errors = 0;
  for (std::size_t i = 0; i < heavy.count(); ++i)
    errors += model.classifier.classify(heavy.row(i)).label() != heavy.labels[i] ? 1 : 0;
  return errors;
}

}  // namespace ocelli::internal::test
