#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/boosting/shareboost/softmax_objective.hpp"

/// Internal to the model file. Weights of classes to and from the schema.
namespace ocelli::format {

/// Rows of numbers, a class each, in this order.
std::vector<double> numbers(const ClassWeights& weights);

/// Weights of so many groups, and a constant behind them. All groups have `width` columns; where that is 0 it is not known
/// yet, and is then. Throws Error(Kind::model) where the values cannot be that, or one of them is not finite.
/// Requires  a class at least.
ClassWeights weights_of(std::span<const double> values, std::size_t classes, std::size_t groups,
                        std::size_t& width);

}  // namespace ocelli::format
