#include "ocelli/boosting/stump_pool.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

/// A row a sample instead of a row a class: the sort brings samples in an order that memory does not have.
std::vector<float> by_sample(const ClassTable& residuals) {
  std::vector<float> rows(residuals.classes() * residuals.samples());
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    const auto row = residuals.of(c);
    for (std::size_t i = 0; i < row.size(); ++i) rows[i * residuals.classes() + c] = row[i];
  }
  return rows;
}

std::uint64_t group_of(std::uint64_t input, std::uint64_t below) { return input << 32 | below; }

}  // namespace

StumpPool::StumpPool(const Samples& samples) : samples_(samples), order_(samples.width() * samples.count()) {
  require(samples.count() < (std::size_t{1} << 31), Kind::training, "stumps take less than 2^31 samples");
  tbb::parallel_for(std::size_t{0}, samples.width(), [&](std::size_t input) {
    const Eigen::VectorXf values = samples.values.col(static_cast<Eigen::Index>(input));
    std::vector<std::uint32_t> sorted(samples.count());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::sort(sorted, {}, [&](std::uint32_t i) { return std::pair(values[i], i); });
    for (std::size_t t = 0; t < sorted.size(); ++t) {
      const bool ends = t + 1 < sorted.size() && values[sorted[t]] < values[sorted[t + 1]];
      order_[input * samples.count() + t] = {sorted[t] & 0x7fffffffu, ends};
    }
  });
}

std::vector<Candidate> StumpPool::gains(std::size_t input, std::span<const float> rows,
                                        std::size_t classes) const {
  const std::size_t covered = rows.size() / classes;
  std::vector<double> below(classes);  // sums of residuals of the samples below the threshold
  std::vector<Candidate> found;
  bool changed = false;
  const auto in_order = order(input);
  for (std::size_t t = 0; t < in_order.size(); ++t) {
    const std::size_t sample = in_order[t].sample;
    if (sample < covered) {
      for (std::size_t c = 0; c < classes; ++c) below[c] += rows[sample * classes + c];
      changed = true;
    }
    if (!changed || !in_order[t].ends_value) continue;
    double norm = 0;
    for (const double sum : below) norm += std::abs(sum);
    found.push_back({group_of(input, t + 1), norm / static_cast<double>(covered)});
    changed = false;
  }
  return found;
}

std::vector<Candidate> StumpPool::leaders(const ClassTable& residuals, std::size_t count,
                                          std::span<const std::uint64_t> taken) const {
  const std::vector<float> rows = by_sample(residuals);
  std::vector<std::vector<Candidate>> best(samples_.width());
  tbb::parallel_for(std::size_t{0}, best.size(), [&](std::size_t input) {
    best[input] = best_candidates(gains(input, rows, residuals.classes()), count, taken);
  });
  std::vector<Candidate> all;
  for (const std::vector<Candidate>& own : best) all.insert(all.end(), own.begin(), own.end());
  return best_candidates(std::move(all), count, taken);
}

ThresholdStump StumpPool::stump(std::uint64_t group) const {
  const auto input = static_cast<std::uint32_t>(group >> 32);
  const auto in_order = order(input);
  const std::size_t below = group & UINT32_MAX;
  const float lower = samples_.row(in_order[below - 1].sample)[input];
  const float upper = samples_.row(in_order[below].sample)[input];
  const float middle = lower + (upper - lower) / 2;
  return {input, lower < middle ? middle : upper};  // neighbouring floats have nothing between them
}

void StumpPool::write(std::uint64_t group, BinnedResponses& columns, std::size_t row) const {
  const auto column = columns.of(row);
  const auto in_order = order(group >> 32);
  const std::size_t below = group & UINT32_MAX;
  for (std::size_t t = 0; t < in_order.size(); ++t) column[in_order[t].sample] = t < below ? 255 : 0;
  columns.binning(row) = kZeroOrOne;
}

StumpFeatures StumpPool::features(std::span<const std::uint64_t> groups) const {
  std::vector<ThresholdStump> stumps;
  for (const std::uint64_t group : groups) stumps.push_back(stump(group));
  return {samples_.width(), std::move(stumps)};
}

}  // namespace ocelli
