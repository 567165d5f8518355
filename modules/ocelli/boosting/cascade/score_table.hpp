#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/boosting/shareboost/softmax_loss.hpp"

namespace ocelli::internal {

/// One double per class and sample, one row per class. Rows are padded to whole words of 64 samples, like the
/// weak classifiers' outputs. The padding is undefined.
class ScoreTable {
 public:
  static constexpr std::size_t kWord = 64;
  static constexpr std::size_t padded(std::size_t samples) { return (samples + kWord - 1) / kWord * kWord; }

  ScoreTable(std::size_t classes, std::size_t samples)
      : classes_(classes), samples_(samples), values_(classes * padded(samples)) {}

  std::size_t classes() const { return classes_; }
  std::size_t samples() const { return samples_; }
  /// The class's row, including its padding.
  std::span<double> of(std::size_t c) {
    return std::span(values_).subspan(c * padded(samples_), padded(samples_));
  }
  std::span<const double> of(std::size_t c) const {
    return std::span(values_).subspan(c * padded(samples_), padded(samples_));
  }

 private:
  std::size_t classes_, samples_;
  std::vector<double> values_;
};

}  // namespace ocelli::internal
