#include "ocelli/detection/network_kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/detection/network_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::network_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t stride_of(const Layer& layer) { return (layer.outputs + kOutputs - 1) / kOutputs * kOutputs * 2; }

#if HWY_TARGET == HWY_SCALAR  // which has one lane, and no pairs in it

HWY_INLINE std::size_t lanes() { return 1; }

template <std::size_t kPlaces, std::size_t kVectors>
void compute_block(const Layer& layer, const std::int16_t* inputs, std::size_t output, std::int16_t max,
                   std::int16_t* results) {
  for (std::size_t place = 0; place < kPlaces; ++place) {
    for (std::size_t o = output; o < output + kVectors; ++o) {
      std::int32_t sum = layer.biases[o];
      const std::int16_t* weights = layer.weights + 2 * o;
      for (std::size_t s = 0; s < layer.segments; ++s) {
        const std::int16_t* const run = inputs + place * layer.input_place + s * layer.input_row;
        for (std::size_t p = 0; p < layer.pairs; ++p, weights += stride_of(layer))
          sum += run[2 * p] * weights[0] + run[2 * p + 1] * weights[1];
      }
      sum = sum < 0 ? 0 : sum >> layer.shift;
      results[place * layer.result_place + o] = static_cast<std::int16_t>(sum < max ? sum : max);
    }
  }
}

#else

using D32 = hn::CappedTag<std::int32_t, kOutputs>;
using D16 = hn::Repartition<std::int16_t, D32>;
using Narrow = hn::Rebind<std::int16_t, D32>;

HWY_INLINE std::size_t lanes() { return hn::Lanes(D32()); }

/// Computes the outputs of kVectors registers from `output` on, for kPlaces adjacent places. Each pair of
/// inputs is multiplied by the two weights of every output at once. Weights are loaded once for all places.
template <std::size_t kPlaces, std::size_t kVectors>
HWY_INLINE void compute_block(const Layer& layer, const std::int16_t* inputs, std::size_t output,
                              std::int16_t max, std::int16_t* results) {
  const D32 d32;
  const D16 d16;
  const std::size_t stride = stride_of(layer);
  hn::Vec<D32> even[kPlaces][kVectors], odd[kPlaces][kVectors];
  for (std::size_t place = 0; place < kPlaces; ++place) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      even[place][v] = hn::LoadU(d32, layer.biases + output + v * lanes());
      odd[place][v] = hn::Zero(d32);
    }
  }
  const std::int16_t* weights = layer.weights + output * 2;
  for (std::size_t s = 0; s < layer.segments; ++s) {
    const std::int16_t* const run = inputs + s * layer.input_row;
    for (std::size_t p = 0; p < layer.pairs; ++p, weights += stride) {
      hn::Vec<D16> own[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v) own[v] = hn::LoadU(d16, weights + 2 * v * lanes());
      for (std::size_t place = 0; place < kPlaces; ++place) {
        std::int32_t both;
        hwy::CopyBytes<sizeof both>(run + place * layer.input_place + 2 * p, &both);
        const auto pair = hn::BitCast(d16, hn::Set(d32, both));
        for (std::size_t v = 0; v < kVectors; ++v)
          even[place][v] = hn::ReorderWidenMulAccumulate(d32, pair, own[v], even[place][v], odd[place][v]);
      }
    }
  }
  for (std::size_t place = 0; place < kPlaces; ++place) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const auto sum = hn::Max(hn::RearrangeToOddPlusEven(even[place][v], odd[place][v]), hn::Zero(d32));
      const auto scaled = hn::Min(hn::ShiftRightSame(sum, layer.shift), hn::Set(d32, max));
      const std::size_t first = output + v * lanes();
      std::int16_t* const to = results + place * layer.result_place + first;
      if (first + lanes() <= layer.outputs) {
        hn::StoreU(hn::DemoteTo(Narrow(), scaled), Narrow(), to);
        continue;
      }
      std::int16_t all[kOutputs];
      hn::StoreU(hn::DemoteTo(Narrow(), scaled), Narrow(), all);
      for (std::size_t o = first; o < layer.outputs; ++o) to[o - first] = all[o - first];
    }
  }
}

#endif

/// Processes the remaining places of a row in blocks of kPlaces, as many as fit.
template <std::size_t kPlaces, std::size_t kVectors>
std::size_t compute_blocks(const Layer& layer, std::size_t row, std::size_t place, std::size_t output,
                           std::int16_t max) {
  for (; place + kPlaces <= layer.places; place += kPlaces) {
    compute_block<kPlaces, kVectors>(layer, layer.inputs + row * layer.input_row + place * layer.input_place,
                                     output, max,
                                     layer.results + row * layer.result_row + place * layer.result_place);
  }
  return place;
}

/// Processes all places for some of the outputs. Their weights stay in the L1 cache.
template <std::size_t kVectors>
void compute_places(const Layer& layer, std::size_t output, std::int16_t max) {
  for (std::size_t row = 0; row < layer.rows; ++row) {
    std::size_t place = compute_blocks<4, kVectors>(layer, row, 0, output, max);
    place = compute_blocks<2, kVectors>(layer, row, place, output, max);
    compute_blocks<1, kVectors>(layer, row, place, output, max);
  }
}

void Compute(const Layer& layer, std::int16_t max) {
  const std::size_t step = lanes();
  std::size_t output = 0;
  for (; output + 2 * step < layer.outputs; output += 3 * step) compute_places<3>(layer, output, max);
  for (; output + step < layer.outputs; output += 2 * step) compute_places<2>(layer, output, max);
  for (; output < layer.outputs; output += step) compute_places<1>(layer, output, max);
}

}  // namespace ocelli::internal::network_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::network_kernel {
HWY_EXPORT(Compute);

void compute(const Layer& layer, std::int16_t max) { HWY_DYNAMIC_DISPATCH(Compute)(layer, max); }

}  // namespace ocelli::internal::network_kernel
#endif  // HWY_ONCE
