#include "ocelli/metrics/assignment.hpp"

#include <cstddef>
#include <limits>

namespace ocelli::internal {
namespace {

constexpr int kNone = -1;

/// Assigns the rows of a cost matrix one after another. Requires at least as many columns as rows.
class ShortestPaths {
 public:
  explicit ShortestPaths(const Eigen::MatrixXd& costs)
      : costs_(costs),
        row_prices_(Eigen::VectorXd::Zero(costs.rows())),
        column_prices_(Eigen::VectorXd::Zero(costs.cols())),
        row_of_(static_cast<std::size_t>(costs.cols()), kNone) {
    for (int row = 0; row < costs.rows(); ++row) assign(row);
  }

  /// The row of each column, or kNone.
  const std::vector<int>& row_of() const { return row_of_; }

 private:
  /// Dijkstra's search from a row to the nearest free column; then the rows on that path change columns.
  void assign(int start) {
    const auto columns = static_cast<std::size_t>(costs_.cols());
    std::vector<double> distance(columns, std::numeric_limits<double>::infinity());
    std::vector<int> from(columns, kNone), reached = {start};
    std::vector<bool> is_done(columns, false);
    std::vector<std::size_t> done;
    double so_far = 0;
    std::size_t sink = columns;
    for (int row = start; sink == columns;) {
      std::size_t nearest = columns;
      for (std::size_t column = 0; column < columns; ++column) {
        if (is_done[column]) continue;
        const auto c = static_cast<Eigen::Index>(column);
        const double reduced = so_far + costs_(row, c) - row_prices_[row] - column_prices_[c];
        if (reduced < distance[column]) distance[column] = reduced, from[column] = row;
        if (nearest == columns || distance[column] < distance[nearest]) nearest = column;
      }
      so_far = distance[nearest];
      is_done[nearest] = true;
      if (row_of_[nearest] == kNone) {
        sink = nearest;
      } else {
        done.push_back(nearest);
        row = row_of_[nearest];
        reached.push_back(row);
      }
    }
    row_prices_[start] += so_far;
    for (std::size_t i = 0; i < done.size(); ++i) {
      row_prices_[reached[i + 1]] += so_far - distance[done[i]];
      column_prices_[static_cast<Eigen::Index>(done[i])] -= so_far - distance[done[i]];
    }
    turn_path(start, from, sink);
  }

  void turn_path(int start, const std::vector<int>& from, std::size_t sink) {
    for (auto column = static_cast<int>(sink);;) {
      const int row = from[static_cast<std::size_t>(column)];
      const int before = column_of(row);
      row_of_[static_cast<std::size_t>(column)] = row;
      if (row == start) return;
      column = before;
    }
  }

  int column_of(int row) const {
    for (std::size_t column = 0; column < row_of_.size(); ++column)
      if (row_of_[column] == row) return static_cast<int>(column);
    return kNone;
  }

  const Eigen::MatrixXd& costs_;
  Eigen::VectorXd row_prices_, column_prices_;
  std::vector<int> row_of_;
};

}  // namespace

std::vector<std::optional<int>> best_assignment(const Eigen::MatrixXd& gains) {
  std::vector<std::optional<int>> assigned(static_cast<std::size_t>(gains.rows()));
  if (gains.size() == 0) return assigned;
  // A pair that must stay apart costs as much as none at all.
  const Eigen::MatrixXd costs = -gains.cwiseMax(0);
  const bool is_tall = gains.rows() > gains.cols();
  const ShortestPaths paths(is_tall ? Eigen::MatrixXd(costs.transpose()) : costs);
  for (std::size_t i = 0; i < paths.row_of().size(); ++i) {
    const int other = paths.row_of()[i];
    if (other == kNone) continue;
    const auto row = is_tall ? static_cast<int>(i) : other, column = is_tall ? other : static_cast<int>(i);
    if (gains(row, column) > 0) assigned[static_cast<std::size_t>(row)] = column;
  }
  return assigned;
}

}  // namespace ocelli::internal
