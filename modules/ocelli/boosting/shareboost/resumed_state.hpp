#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/error.hpp"

/// What learners ask of a state that they go on from. It may come from a file, which the fingerprint of samples and options
/// does not protect from those who mean harm.
namespace ocelli {

/// Throws Error(Kind::training) unless `holds`, saying of the state that goes against it `what`.
inline void require_of_state(bool holds, const char* what) {
  if (!holds) throw Error(Kind::training, std::string("cannot go on from there, start anew: ") + what);
}

/// Throws Error(Kind::training) unless the pool has all these groups, none of them twice.
void require_groups(std::span<const std::uint64_t> groups, const ColumnPool& pool);

/// Throws Error(Kind::training) unless there is a finite weight for each class and each column of so many groups of the
/// pool, and for the constant.
void require_weights(const ClassWeights& weights, std::size_t classes, std::size_t groups,
                     const ColumnPool& pool);

/// Throws Error(Kind::training) unless all scores are finite: weights that are may still add up to what is not, and
/// nothing can be put in order then.
template <class Scores>
void require_finite(const Scores& scores, std::size_t samples);

}  // namespace ocelli
