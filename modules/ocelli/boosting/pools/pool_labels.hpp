#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/boosting/shareboost/softmax_loss.hpp"

namespace ocelli {

/// Samples of a pool: the first `training` of them are learnt from, the others only measured.
struct PoolLabels {
  std::span<const std::uint16_t> labels;  ///< of all the pool's samples
  std::size_t training = 0;
  std::size_t classes = 0;

  std::span<const std::uint16_t> learnt() const { return labels.first(training); }

  /// Throws Error(Kind::training) unless there is a label of a known class for each of the `samples`, and some of at least
  /// two classes to learn from.
  void require_fit(std::size_t samples) const;
};

/// How many of the samples first .. end - 1 have their highest score in another class than their label's.
std::size_t count_errors(const ClassTable& scores, std::span<const std::uint16_t> labels, std::size_t first,
                         std::size_t end);

/// The residuals rho_c - 1[c = y] (shareboost eq. 6) of the samples that are learnt from, in parallel.
ClassTable residuals_of(const ClassTable& scores, const PoolLabels& labels);

}  // namespace ocelli
