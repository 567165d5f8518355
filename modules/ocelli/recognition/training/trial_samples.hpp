#pragma once

#include <cstddef>
#include <cstdint>

#include "ocelli/boosting/pools/pool_labels.hpp"
#include "ocelli/samples/samples.hpp"

/// Samples to try ways to learn on, before one of them is used on all samples.
namespace ocelli::internal {

/// So many samples at most, drawn at random, in random order.
Samples drawn(const Samples& samples, std::size_t max, std::uint64_t seed);

/// Samples to learn from first, then those to measure on.
struct TrialSamples {
  Samples learned, all;

  std::size_t measured() const { return all.count() - learned.count(); }
  /// Those to measure on.
  Samples rest() const;
  PoolLabels labels() const { return {all.labels, learned.count(), all.classes.size(), all.weights}; }
};

/// A quarter to measure on, drawn at random.
TrialSamples trial_samples(const Samples& samples, std::uint64_t seed);

}  // namespace ocelli::internal
