#pragma once

#include <cstddef>
#include <cstdint>

/// Internal to ConvolutionalNetwork.
namespace ocelli::internal::network_kernel {

/// Weights are stored for so many outputs at a time: a register of AVX2. Those of AVX-512 fit 12, 24 and 48
/// outputs worse.
inline constexpr std::size_t kOutputs = 8;

/// A layer over a map of places, each with a number of channels next to one another. A result takes
/// `segments` runs of inputs, of which each lies `input_row` numbers behind the one before: three rows of
/// three places of a 3 x 3 convolution.
struct Layer {
  const std::int16_t* inputs;
  std::size_t input_row, input_place;  ///< from a row and from a place to the next
  std::size_t segments, pairs;         ///< of two inputs each, in a segment
  std::size_t rows, places;            ///< of results
  const std::int16_t* weights;         ///< segments x pairs x outputs, rounded up to kOutputs, x 2
  const std::int32_t* biases;          ///< outputs, rounded up to kOutputs
  std::size_t outputs;
  int shift;
  std::int16_t* results;
  std::size_t result_row, result_place;
};

/// Writes min(max(sum of products + bias, 0) >> shift, most).
void compute(const Layer& layer, std::int16_t max);

}  // namespace ocelli::internal::network_kernel
