#include "ocelli/boosting/pools/stump_pool.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {
namespace {

/// One row per sample instead of one row per class: the sort accesses samples in an order that does not match
/// memory.
std::vector<float> by_sample(const ClassTable& residuals) {
  std::vector<float> rows(residuals.classes() * residuals.samples());
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    const auto row = residuals.of(c);
    for (std::size_t i = 0; i < row.size(); ++i) rows[i * residuals.classes() + c] = row[i];
  }
  return rows;
}

}  // namespace

std::vector<Candidate> StumpPool::gains(std::size_t input, std::span<const float> rows,
                                        std::size_t classes) const {
  const std::size_t covered = rows.size() / classes;
  std::vector<double> below(classes);  // sums of residuals of the samples below the threshold
  std::vector<Candidate> found;
  bool changed = false;
  const auto in_order = inputs_.order(input);
  for (std::size_t t = 0; t < in_order.size(); ++t) {
    const std::size_t sample = in_order[t].sample;
    if (sample < covered) {
      for (std::size_t c = 0; c < classes; ++c) below[c] += rows[sample * classes + c];
      changed = true;
    }
    if (!changed || !in_order[t].ends_value) continue;
    double norm = 0;
    for (const double sum : below) norm += std::abs(sum);
    found.push_back({SortedInputs::name(input, t + 1), norm / static_cast<double>(covered)});
    changed = false;
  }
  return found;
}

std::vector<Candidate> StumpPool::leaders(const ClassTable& residuals, std::size_t count,
                                          std::span<const std::uint64_t> taken) const {
  const std::vector<float> rows = by_sample(residuals);
  std::vector<std::vector<Candidate>> best(inputs_.inputs());
  parallel_for(std::size_t{0}, best.size(), [&](std::size_t input) {
    best[input] = best_candidates(gains(input, rows, residuals.classes()), count, taken);
  });
  std::vector<Candidate> all;
  for (const std::vector<Candidate>& own : best) all.insert(all.end(), own.begin(), own.end());
  return best_candidates(std::move(all), count, taken);
}

void StumpPool::write_columns(std::uint64_t group, BinnedResponses& columns, std::size_t row) const {
  const auto column = columns.of(row);
  const auto in_order = inputs_.order(SortedInputs::input_of(group));
  const std::size_t below = SortedInputs::below_of(group);
  for (std::size_t t = 0; t < in_order.size(); ++t) column[in_order[t].sample] = t < below ? 255 : 0;
  columns.binning(row) = kZeroOrOne;
}

}  // namespace ocelli::internal
