#pragma once

#include <string>

#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal {

/// A classifier of trees and stumps as a model of XGBoost 1.7 or later in JSON, which SHAP tools read, too.
///
/// Its features are the values of a sample: a number, then its mark if gaps are marked ("width is missing"),
/// or a value of 0 or 1 for each category ("color=red"). A missing number goes where the median goes, other
/// missing values where 0 goes. Its margins are scores over the temperature, of two classes the difference of
/// the second and the first. A tree of vectors becomes a tree for each class. Branches that share a target
/// become trees. The covers of nodes are unknown: each leaf has 1.
/// Throws  Error(Kind::usage) with the reason for other features, and for trees that test sums of two
/// numbers.
std::string xgboost_json(const ClassifierModel& model);

}  // namespace ocelli::internal
