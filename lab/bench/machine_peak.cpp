#include "machine_peak.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "program_run.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "machine_peak.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kChains = 12;  // independent: enough to hide the latency of any machine's multiply-add

/// Runs `steps` multiply-adds in each lane of each chain. Returns a number that depends on all of them.
float MultiplyAdd(std::size_t steps) {
  const hn::ScalableTag<float> d;
  hn::Vec<decltype(d)> chains[kChains];
  for (std::size_t c = 0; c < kChains; ++c) chains[c] = hn::Set(d, static_cast<float>(c));
  const auto factor = hn::Set(d, 0.999f), term = hn::Set(d, 0.001f);
  for (std::size_t s = 0; s < steps; ++s) {
    for (auto& chain : chains) chain = hn::MulAdd(chain, factor, term);
  }
  auto sum = hn::Zero(d);
  for (const auto& chain : chains) sum = hn::Add(sum, chain);
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

std::size_t MultiplyAddsOfStep() { return kChains * hn::Lanes(hn::ScalableTag<float>()); }

std::size_t LanesOfRegister() { return hn::Lanes(hn::ScalableTag<float>()); }

/// Reads all words.
/// Requires  a count that is a multiple of 64.
std::uint64_t Sum(std::span<const std::uint64_t> words) {
  const hn::ScalableTag<std::uint64_t> d;
  auto a = hn::Zero(d), b = hn::Zero(d);
  for (std::size_t i = 0; i < words.size(); i += 2 * hn::Lanes(d)) {
    a = hn::Add(a, hn::LoadU(d, words.data() + i));
    b = hn::Add(b, hn::LoadU(d, words.data() + i + hn::Lanes(d)));
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(a, b)));
}

}  // namespace ocelli::internal::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::bench {

HWY_EXPORT(MultiplyAdd);
HWY_EXPORT(MultiplyAddsOfStep);
HWY_EXPORT(LanesOfRegister);
HWY_EXPORT(Sum);

namespace {

constexpr int kTries = 5;
std::atomic<std::uint64_t> seen;  // stores results, so that no work is optimized away

double multiply_adds_per_second() {
  constexpr std::size_t kSteps = 20'000'000;
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  const Stopwatch watch;
  tbb::parallel_for(std::size_t{0}, threads, [&](std::size_t) {
    seen += static_cast<std::uint64_t>(HWY_DYNAMIC_DISPATCH(MultiplyAdd)(kSteps));
  });
  return static_cast<double>(threads * kSteps * HWY_DYNAMIC_DISPATCH(MultiplyAddsOfStep)()) / watch.seconds();
}

double bytes_per_second(std::span<const std::uint64_t> words) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  const Stopwatch watch;
  tbb::parallel_for(std::size_t{0}, words.size() / kBlock, [&](std::size_t b) {
    seen += HWY_DYNAMIC_DISPATCH(Sum)(words.subspan(b * kBlock, kBlock));
  });
  return static_cast<double>(words.size_bytes()) / watch.seconds();
}

/// Measures with few enough words for the nearest cache. Uses processor time, so that other programs do not
/// matter.
double loads_per_second() {
  constexpr std::size_t kRepeats = 400'000;
  alignas(128) const std::array<std::uint64_t, 2048>
      memory{};  // no load reaches into the next line of the cache
  const std::span<const std::uint64_t> words(memory);
  const ProcessorStopwatch watch;
  for (std::size_t r = 0; r < kRepeats; ++r) seen += HWY_DYNAMIC_DISPATCH(Sum)(words);
  const std::size_t register_bytes = 4 * HWY_DYNAMIC_DISPATCH(LanesOfRegister)();
  return static_cast<double>(kRepeats * words.size_bytes() / register_bytes) / watch.seconds();
}

}  // namespace

MachinePeak measure_peak() {
  const std::vector<std::uint64_t> words(std::size_t{1} << 27, 1);
  MachinePeak peak{.lanes = static_cast<double>(HWY_DYNAMIC_DISPATCH(LanesOfRegister)())};
  for (int i = 0; i < kTries; ++i) {
    peak.multiply_adds = std::max(peak.multiply_adds, multiply_adds_per_second());
    peak.read_bytes = std::max(peak.read_bytes, bytes_per_second(words));
    peak.loads = std::max(peak.loads, loads_per_second());
  }
  return peak;
}

}  // namespace ocelli::internal::bench
#endif  // HWY_ONCE
