#pragma once

#include <vector>

#include "ocelli/recognition/feature_classifier.hpp"

namespace ocelli::internal {

/// How much the scores of a classifier depend on each of its inputs: not negative, summing to 1, or all 0
/// where no score depends on anything.
///
/// A feature column counts with the range of its values times the spread of its weights over the classes
/// (their standard deviation: what all classes share changes no decision), in equal parts for the inputs that
/// it reads, or for templates in the parts of the mask.
/// Cost  columns x classes, and the inputs of each
/// column.
std::vector<double> input_importance(const Classifier& classifier);

}  // namespace ocelli::internal
