#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ocelli::internal {

/// A number per class and sample, one row per class: scores (W x)_c, or residuals rho_c - 1[c = y].
class ClassTable {
 public:
  ClassTable(std::size_t classes, std::size_t samples)
      : classes_(classes), samples_(samples), values_(classes * samples) {}

  std::size_t classes() const { return classes_; }
  std::size_t samples() const { return samples_; }
  std::span<float> of(std::size_t c) { return std::span(values_).subspan(c * samples_, samples_); }
  std::span<const float> of(std::size_t c) const {
    return std::span(values_).subspan(c * samples_, samples_);
  }

 private:
  std::size_t classes_, samples_;
  std::vector<float> values_;
};

/// The mean over samples of the multiclass logistic loss with its margin (shareboost eq. 3),
///   l(s, y) = ln sum_c exp(1[c != y] - s_y + s_c),
/// which bounds the 0-1 loss from above and is convex and smooth in the scores s.
///
/// Replaces scores by residuals in place: rho_c - 1[c = y] with rho of eq. 6, the derivative of the loss with
/// respect to the scores. Processes samples first .. first + labels.size() - 1 of the table. Returns the sum
/// (not the mean), accumulated in double in sample order. If given, `weights` has one weight per label, which
/// multiplies the sample's residuals and loss.
/// Cost  one exponential per class and sample.
double softmax_residuals(ClassTable& scores, std::size_t first, std::span<const std::uint16_t> labels,
                         std::span<const float> weights = {});

}  // namespace ocelli::internal
