#include "ocelli/recognition/training/trial_samples.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/samples/split.hpp"

namespace ocelli::internal {

Samples drawn(const Samples& samples, std::size_t max, std::uint64_t seed) {
  std::vector<std::uint32_t> rows = permutation(static_cast<std::uint32_t>(samples.count()), seed);
  rows.resize(std::min(rows.size(), max));
  return take(samples, rows);
}

Samples TrialSamples::rest() const {
  std::vector<std::uint32_t> rows(measured());
  std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(learned.count()));
  return take(all, rows);
}

TrialSamples trial_samples(const Samples& samples, std::uint64_t seed) {
  constexpr double kMeasuredOn = 0.25;
  auto [training, validation] =
      split_by_blocks(static_cast<std::uint32_t>(samples.count()), {kMeasuredOn, 1, seed});
  Samples learned = take(samples, training);
  std::ranges::copy(validation, std::back_inserter(training));
  return {std::move(learned), take(samples, training)};
}

}  // namespace ocelli::internal
