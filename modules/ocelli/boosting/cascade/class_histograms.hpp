#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/lookup_table.hpp"

/// What weak learners on binned responses share: the samples they use, and their weights summed by
/// bin.
namespace ocelli::internal {

/// Some samples of one class, by number, and their weights.
struct WeightedSamples {
  std::vector<std::uint32_t> numbers;
  std::vector<float> weights;

  void add(std::uint32_t number, float weight) {
    numbers.push_back(number);
    weights.push_back(weight);
  }
};

struct BothClasses {
  WeightedSamples positive, negative;
};

/// The heaviest samples, which hold at least `share` of all weight (weight trimming).
BothClasses heaviest(const LabeledResponses& samples, std::span<const float> weights, double share);

/// Places after the cells that are counted mean nothing.
using Histogram = std::array<double, 256>;

struct ClassHistograms {
  Histogram positive, negative;
};

/// Weights summed by cell. Two neighboring samples often share one; four partial sums keep an addition from
/// waiting for the one before it.
template <class CellOf>
Histogram histogram(const CellOf& cell_of, const WeightedSamples& samples, std::size_t cells) {
  std::array<std::array<float, 256>, 4> parts;
  for (auto& part : parts) std::fill_n(part.begin(), cells, 0.0f);
  const float* weights = samples.weights.data();
  const std::size_t count = samples.numbers.size(), whole = count / 4 * 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) parts[k][cell_of(i + k)] += weights[i + k];
  }
  for (std::size_t i = whole; i < count; ++i) parts[0][cell_of(i)] += weights[i];
  Histogram total;
  for (std::size_t b = 0; b < cells; ++b) {
    total[b] =
        (static_cast<double>(parts[0][b]) + parts[1][b]) + (static_cast<double>(parts[2][b]) + parts[3][b]);
  }
  return total;
}

/// Weights of the samples summed by one feature's bin, in the order of the samples.
inline Histogram histogram(std::span<const std::uint8_t> bins, const WeightedSamples& samples,
                           std::size_t cells) {
  const std::uint32_t* numbers = samples.numbers.data();
  return histogram([&](std::size_t i) { return bins[numbers[i]]; }, samples, cells);
}

}  // namespace ocelli::internal
