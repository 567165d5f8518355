#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/samples/samples.hpp"

/// Internal to features.
namespace ocelli::internal {

/// Binnings from 0 to the largest response of each feature in the samples (at most 2,000, evenly spaced), in
/// parallel.
/// Requires  features.respond(sample, responses) with responses of at least 0.
/// Throws  Error(Kind::training) without samples or for samples of another size.
template <class Features>
std::vector<Binning> binnings_of_responses(const Features& features, const Samples& samples) {
  require(samples.count() > 0 && samples.gives(features.inputs()), Kind::training,
          "patch features need images of their shape");
  const std::size_t step = (samples.count() + 1999) / 2000, sampled = (samples.count() + step - 1) / step;
  const auto raise = [](std::vector<float>& max, const std::vector<float>& responses) {
    std::ranges::transform(responses, max, max.begin(), [](float a, float b) { return std::max(a, b); });
  };
  // Features without a response in any sample get a narrow range: they carry no information anyway.
  constexpr float kMinRange = 1e-3f;
  tbb::enumerable_thread_specific<std::vector<float>> max_of_thread(features.groups(), kMinRange);
  ocelli::internal::parallel_for(tbb::blocked_range<std::size_t>(0, sampled), [&](const auto& range) {
    std::vector<float> responses(features.groups());
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      features.respond(samples.row(i * step).first(features.inputs()), responses);
      raise(max_of_thread.local(), responses);
    }
  });
  std::vector<float> max(features.groups(), kMinRange);
  for (const std::vector<float>& own : max_of_thread) raise(max, own);
  std::vector<Binning> binnings;
  binnings.reserve(max.size());
  for (const float last : max) binnings.push_back(Binning::bytes(0, last));
  return binnings;
}

}  // namespace ocelli::internal
