#pragma once

#include <vector>

#include "ocelli/recognition/feature_classifier.hpp"

namespace ocelli::internal {

/// How much a classifier's scores depend on each of its inputs. The values are nonnegative and sum to 1, or
/// are all 0 when no score depends on any input.
///
/// The importance of a feature column is the range of its values times the standard deviation of its weights
/// over the classes, because a weight that all classes share changes no decision. It is split equally among
/// the inputs that the column reads, or for templates in proportion to the mask.
/// Cost  columns x classes, plus the inputs of each column.
std::vector<double> input_importance(const Classifier& classifier);

}  // namespace ocelli::internal
