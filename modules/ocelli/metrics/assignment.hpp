#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace ocelli::internal {

/// For each row, the column that it is assigned to, so that the sum of the assigned gains is as large as
/// possible. No column is used twice. Pairs with a gain of at most 0 stay apart.
///
/// Ties are broken by a fixed order of rows and columns.
/// Requires  finite gains.
/// Cost      O(rows * columns * min(rows, columns)).
/// Source    Crouse 2016, "On implementing 2D rectangular assignment algorithms" (shortest augmenting paths).
std::vector<std::optional<int>> best_assignment(const Eigen::MatrixXd& gains);

}  // namespace ocelli::internal
