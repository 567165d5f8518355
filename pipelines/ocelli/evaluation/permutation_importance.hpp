#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// A column of a table, and how much the error rises without its information.
struct ColumnImportance {
  std::string column;  ///< its name, or "column 2", counted from 1
  double rise = 0;     ///< of the error, as a share of the samples; negative if the column misleads
};

/// For each input column, randomly permutes its values among the samples, `times` times. The rise is the mean
/// error of these runs minus the error on the original samples. Largest rise first, ties in table order. Of
/// two columns with the same information, neither appears important.
/// Throws    as evaluate_classifier().
/// Cost      inputs x times classifications of all samples.
/// Source    Breiman 2001, Random forests, section 10.
std::vector<ColumnImportance> permutation_importance(const Classifier& classifier, const Samples& samples,
                                                     const TableColumns& table, std::size_t times,
                                                     std::uint64_t seed = 1);

}  // namespace ocelli::internal
