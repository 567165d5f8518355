#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::test {

/// Residuals as a loss makes them: those of a sample add up to 0, and many are small.
inline ClassTable random_residuals(std::size_t classes, std::size_t samples, std::uint64_t seed) {
  Random random(seed);
  ClassTable residuals(classes, samples);
  for (std::size_t i = 0; i < samples; ++i) {
    float rest = 0;
    for (std::size_t c = 1; c < classes; ++c) {
      const double size = random.uniform();
      rest += residuals.of(c)[i] = static_cast<float>(size * size * size * size);
    }
    residuals.of(0)[i] = -rest;
  }
  return residuals;
}

/// Shareboost eq. 7 and section 3.2, word for word: (1/m) sum_{j in J} sum_q |sum_i x_ij r_qi|.
inline double plain_gain(const ColumnPool& pool, std::uint64_t group, const ClassTable& residuals) {
  BinnedResponses columns(pool.width(), pool.samples(), 256);
  pool.write(group, columns, 0);
  double gain = 0;
  for (std::size_t j = 0; j < pool.width(); ++j) {
    for (std::size_t c = 0; c < residuals.classes(); ++c) {
      double sum = 0;
      for (std::size_t i = 0; i < residuals.samples(); ++i) {
        sum += static_cast<double>(columns.binning(j).value(columns.of(j)[i])) * residuals.of(c)[i];
      }
      gain += std::abs(sum);
    }
  }
  return gain / static_cast<double>(residuals.samples());
}

inline std::vector<Candidate> plain_leaders(const ColumnPool& pool, std::span<const std::uint64_t> groups,
                                            const ClassTable& residuals) {
  std::vector<Candidate> all;
  for (const std::uint64_t group : groups) all.push_back({group, plain_gain(pool, group, residuals)});
  return best_candidates(std::move(all), groups.size(), {});
}

}  // namespace ocelli::internal::test
