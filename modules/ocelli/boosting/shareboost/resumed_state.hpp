#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/require.hpp"

/// Checks of a state to resume from. The state may come from a malicious file, and the fingerprint of samples
/// and options does not protect against that.
namespace ocelli::internal {

/// Throws  Error(Kind::training) with `what` unless `holds`.
inline void require_of_state(bool holds, const char* what) {
  if (!holds) throw Error(Kind::training, std::string("cannot resume from this state, start over: ") + what);
}

/// Throws  Error(Kind::training) unless the pool has all these groups and none occurs twice.
void require_groups(std::span<const std::uint64_t> groups, const ColumnPool& pool);

/// Throws  Error(Kind::training) unless there is a finite weight for each class and each column of this many
/// groups of the pool, and for the constant.
void require_weights(const ClassWeights& weights, std::size_t classes, std::size_t groups,
                     const ColumnPool& pool);

/// Throws  Error(Kind::training) unless all scores are finite. Finite weights may still add up to infinite
/// scores, which cannot be ordered.
template <class Scores>
void require_finite(const Scores& scores, std::size_t samples);

}  // namespace ocelli::internal
