#include "ocelli/features/responses.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// The system zeroes each page on first write. A vector would write all of them at once.
std::uint8_t* zeroed_bytes(std::size_t rows, std::size_t row) {
  void* const bytes = std::calloc(std::max<std::size_t>(rows, 1), std::max<std::size_t>(row, 1));
  if (bytes == nullptr) {
    throw Error(Kind::training, "there is out of memory for the responses of " + std::to_string(rows) +
                                    " features on " + std::to_string(row) + " samples");
  }
  return static_cast<std::uint8_t*>(bytes);
}

}  // namespace

BinnedResponses::BinnedResponses(std::size_t features, std::size_t samples, int bins)
    : samples_(samples), bins_(bins), binnings_(features), bytes_(zeroed_bytes(features, samples)) {}

std::uint8_t Binning::bin(float z, int bins) const {
  const float place = (z - low) * scale;
  return static_cast<std::uint8_t>(std::clamp(place, 0.0f, static_cast<float>(bins - 1)));
}

Binning even_binning(std::span<const float> z, int bins, std::vector<float>& sample) {
  const std::size_t step = (z.size() + 3999) / 4000;
  sample.clear();
  for (std::size_t i = 0; i < z.size(); i += step) sample.push_back(z[i]);
  const auto quantile = [&](double q) {
    const auto at = sample.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(sample.size() - 1));
    std::nth_element(sample.begin(), at, sample.end());
    return *at;
  };
  const float low = quantile(0.01), high = quantile(0.99);
  const float width = high - low;
  // A feature that hardly varies gets one bin of width 1: it carries no information anyway.
  return {low, width > 1e-6f ? static_cast<float>(bins) / width : 1.0f};
}

BinnedResponses bin_responses(std::size_t features, std::size_t samples, int bins,
                              const std::function<void(std::size_t, std::span<float>)>& respond) {
  struct Scratch {
    std::vector<float> responses, sorted;
  };
  BinnedResponses result(features, samples, bins);
  tbb::enumerable_thread_specific<Scratch> scratches;
  parallel_for(std::size_t{0}, features, [&](std::size_t f) {
    Scratch& scratch = scratches.local();
    scratch.responses.resize(samples);
    respond(f, scratch.responses);
    const Binning binning = even_binning(scratch.responses, bins, scratch.sorted);
    result.binning(f) = binning;
    std::ranges::transform(scratch.responses, result.of(f).begin(),
                           [&](float response) { return binning.bin(response, bins); });
  });
  return result;
}

}  // namespace ocelli::internal
