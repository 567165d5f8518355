#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/lookup_table.hpp"

/// Shared by the weak learners on binned responses: the samples they use and the weight histograms.
namespace ocelli::internal {

/// The indices of some samples of one class, and their weights.
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

/// The heaviest samples that together have at least `share` of the total weight (weight trimming).
BothClasses heaviest(const LabeledResponses& samples, std::span<const float> weights, double share);

/// Cells beyond the counted ones are undefined.
using Histogram = std::array<double, 256>;

struct ClassHistograms {
  Histogram positive, negative;
};

/// Sums weights by cell. Neighboring samples often fall into the same cell, so four partial sums keep one
/// addition from waiting for the previous one.
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

/// Sums the samples' weights by one feature's bin, in sample order.
inline Histogram histogram(std::span<const std::uint8_t> bins, const WeightedSamples& samples,
                           std::size_t cells) {
  const std::uint32_t* numbers = samples.numbers.data();
  return histogram([&](std::size_t i) { return bins[numbers[i]]; }, samples, cells);
}

}  // namespace ocelli::internal
