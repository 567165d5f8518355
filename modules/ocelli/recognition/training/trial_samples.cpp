#include "ocelli/recognition/training/trial_samples.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/samples/split.hpp"

namespace ocelli::internal {

namespace {

/// Moves a sample of each class that only the validation part has to training, which needs every class.
void keep_every_class(const Samples& samples, Split& split) {
  std::vector<bool> has_sample(samples.classes.size());
  for (const std::uint32_t row : split.training) has_sample[samples.labels[row]] = true;
  std::erase_if(split.validation, [&](std::uint32_t row) {
    if (has_sample[samples.labels[row]]) return false;
    has_sample[samples.labels[row]] = true;
    split.training.push_back(row);
    return true;
  });
}

}  // namespace

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
  Split split = split_by_blocks(static_cast<std::uint32_t>(samples.count()), {kMeasuredOn, 1, seed});
  keep_every_class(samples, split);
  auto& [training, validation] = split;
  Samples learned = take(samples, training);
  std::ranges::copy(validation, std::back_inserter(training));
  return {std::move(learned), take(samples, training)};
}

}  // namespace ocelli::internal
