#pragma once

#include <cstddef>

#include "ocelli/recognition/feature_classifier.hpp"

namespace ocelli::internal::test {

/// How many samples the classifier labels wrongly.
inline std::size_t misread(const Classifier& classifier, const Samples& samples) {
  const std::vector<Classification> read = classifier.classify(samples);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < samples.count(); ++i) wrong += read[i].label() != samples.labels[i] ? 1 : 0;
  return wrong;
}

}  // namespace ocelli::internal::test
