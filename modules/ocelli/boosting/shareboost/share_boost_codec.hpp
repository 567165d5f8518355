#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli_generated.h"

/// Internal to model and checkpoint files. Rounds of ShareBoost and weights of classes to and from the
/// schema.
namespace ocelli::internal::format {

schema::ShareBoostRound pack_greedy_round(const ShareBoostRound& round);
ShareBoostRound unpack_greedy_round(const schema::ShareBoostRound& packed);
bool has_finite_objective(const ShareBoostRound& round);

/// Rows of numbers, one per class, in this order.
std::vector<double> numbers(const ClassWeights& weights);

/// Weights of this many groups, followed by a constant. All groups have `width` columns; 0 means that it is
/// not known yet, and sets it. Throws Error(Kind::model) when the number of values does not fit, or one of
/// them is not finite.
/// Requires  at least one class.
ClassWeights weights_of(std::span<const double> values, std::size_t classes, std::size_t groups,
                        std::size_t& width);

}  // namespace ocelli::internal::format
