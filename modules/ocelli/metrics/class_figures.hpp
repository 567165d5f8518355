#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/metrics/confusion.hpp"

namespace ocelli::internal {

/// How well one class is separated from all others.
struct ClassFigures {
  std::string name;
  std::size_t samples = 0;
  double precision = 0, recall = 0, f1 = 0;  ///< as in ConfusionMatrix
  std::optional<double> auc = {};            ///< empty if all samples are of the class, or none is
};

/// The area under the ROC curve: the probability that a sample of the class scores above a sample of another
/// one. Ties count half. Empty if there is no such pair.
/// Requires  as many scores as flags, none NaN.
/// Cost      a sort.
std::optional<double> roc_area(std::span<const float> scores, const std::vector<bool>& is_of_class);

/// The mean area over the classes that have one.
std::optional<double> mean_area(std::span<const ClassFigures> figures);

/// The figures as text, one row per class.
std::string class_table(std::span<const ClassFigures> figures);

}  // namespace ocelli::internal
