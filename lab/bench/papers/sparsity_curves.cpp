#include "sparsity_curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ocelli::internal::bench {
namespace {

constexpr std::array<std::size_t, 5> kFeatures{5, 10, 20, 50, 100};
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::size_t SparsityCurve::most_features() const {
  return std::ranges::max_element(points, {}, &SparsePoint::features)->features;
}

const SparsePoint* SparsityCurve::at(std::size_t features) const {
  if (points.empty() || most_features() < features) return nullptr;
  const SparsePoint* last = nullptr;
  for (const SparsePoint& point : points) {
    if (point.features <= features) last = &point;
  }
  return last;
}

const SparsePoint& SparsityCurve::best() const {
  return *std::ranges::min_element(points, {}, &SparsePoint::test_error);
}

Table points_table(const std::vector<SparsityCurve>& curves) {
  Table table({"set", "columns", "method", "features", "training error", "test error", "seconds"});
  for (const SparsityCurve& curve : curves) {
    for (const SparsePoint& point : curve.points) {
      table.add({curve.set, curve.columns, curve.method, cell(point.features), cell(point.training_error, 5),
                 cell(point.test_error, 5), cell(point.seconds, 2)});
    }
  }
  return table;
}

LineChart sparsity_chart(const std::vector<SparsityCurve>& curves, std::string_view set,
                         std::string_view columns) {
  LineChart chart{.title = std::string(set) + ", " + std::string(columns),
                  .x = {.label = "features", .scale = Scale::logarithmic, .low = 1.0},
                  .y = {.label = "test error, %", .low = 0.0},
                  .series = {}};
  for (const SparsityCurve& curve : curves) {
    if (curve.set != set || curve.columns != columns) continue;
    Series series{curve.method, {}};
    for (const SparsePoint& point : curve.points) {
      series.points.push_back({static_cast<double>(point.features), 100 * point.test_error});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Table summary_table(const std::vector<SparsityCurve>& curves, std::string_view columns) {
  std::vector<std::string> header = {"set", "method"};
  for (const std::size_t features : kFeatures) header.push_back(cell(features));
  for (const char* const last : {"lowest, %", "with", "at the end, %", "with", "seconds"}) {
    header.emplace_back(last);
  }
  Table table(header);
  for (const SparsityCurve& curve : curves) {
    if (curve.columns != columns || curve.points.empty()) continue;
    std::vector<std::string> row = {curve.set, curve.method};
    for (const std::size_t features : kFeatures) {
      const SparsePoint* const point = curve.at(features);
      row.push_back(cell(point == nullptr ? kNothing : 100 * point->test_error, 2));
    }
    for (const SparsePoint& point : {curve.best(), curve.points.back()}) {
      row.push_back(cell(100 * point.test_error, 2));
      row.push_back(cell(point.features));
    }
    row.push_back(cell(curve.points.back().seconds, 1));
    table.add(std::move(row));
  }
  return table;
}

Duel duel(const std::vector<SparsityCurve>& curves, std::string_view columns, std::string_view method,
          std::string_view rival, std::size_t features) {
  Duel result;
  for (const SparsityCurve& ours : curves) {
    if (ours.columns != columns || ours.method != method) continue;
    const auto theirs = std::ranges::find_if(curves, [&](const SparsityCurve& other) {
      return other.set == ours.set && other.columns == columns && other.method == rival;
    });
    if (theirs == curves.end()) continue;
    const SparsePoint* const a = ours.at(features);
    const SparsePoint* const b = theirs->at(features);
    if (a == nullptr || b == nullptr) continue;
    if (a->test_error < b->test_error) {
      ++result.wins;
    } else if (a->test_error > b->test_error) {
      ++result.losses;
      result.lost_on.push_back(ours.set);
    } else {
      ++result.ties;
    }
  }
  return result;
}

}  // namespace ocelli::internal::bench
