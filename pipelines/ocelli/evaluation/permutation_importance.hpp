#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// A column of a table, and by how much more of the samples are classified wrongly without what it tells.
struct ColumnImportance {
  std::string column;  ///< its name, or "column 2", counted from 1
  double rise = 0;     ///< of the error, a share of the samples; below 0 where the column misleads
};

/// For each column that is an input: its values are permuted at random among the samples, `times` times;
/// the rise is the mean error then less that of the samples as they are. The largest first, columns alike in
/// the order of the table. Of two columns that tell the same, neither looks important.
/// Throws    as
/// evaluate_classifier(), with `where` for the samples.
/// Cost      inputs x times classifications of all
/// samples.
/// Source    Breiman 2001, Random forests, section 10.
std::vector<ColumnImportance> permutation_importance(const Classifier& classifier, const Samples& samples,
                                                     const TableColumns& table, std::size_t times,
                                                     const std::string& where, std::uint64_t seed = 1);

}  // namespace ocelli::internal
