#pragma once

#include <cstddef>
#include <cstdint>

/// Internal to ConvolutionalNetwork.
namespace ocelli::internal::network_kernel {

/// Weights are stored in blocks of this many outputs: one AVX2 register. Blocks of an AVX-512 register would
/// suit layers of 12, 24 and 48 outputs less well.
inline constexpr std::size_t kOutputs = 8;

/// A layer over a map of places, each with a number of adjacent channels. A result sums over `segments` runs
/// of inputs, each `input_row` numbers after the previous one. For a 3 x 3 convolution these are three rows
/// of three places.
struct Layer {
  const std::int16_t* inputs;
  std::size_t input_row, input_place;  ///< distance between rows and between places
  std::size_t segments, pairs;         ///< runs, and pairs of inputs in each run
  std::size_t rows, places;            ///< of results
  const std::int16_t* weights;         ///< segments x pairs x outputs, rounded up to kOutputs, x 2
  const std::int32_t* biases;          ///< outputs, rounded up to kOutputs
  std::size_t outputs;
  int shift;
  std::int16_t* results;
  std::size_t result_row, result_place;
};

/// Writes min(max(sum of products + bias, 0) >> shift, max).
void compute(const Layer& layer, std::int16_t max);

}  // namespace ocelli::internal::network_kernel
