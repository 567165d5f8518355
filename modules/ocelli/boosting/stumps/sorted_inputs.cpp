#include "ocelli/boosting/stumps/sorted_inputs.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

SortedInputs::SortedInputs(const Samples& samples, std::size_t count) : samples_(samples), count_(count) {
  require(count < (std::size_t{1} << 31), Kind::training, "stumps need fewer than 2^31 samples");
  order_.resize(samples.width() * count);
  parallel_for(std::size_t{0}, samples.width(), [&](std::size_t input) {
    const Eigen::VectorXf values =
        samples.values.col(static_cast<Eigen::Index>(input)).head(static_cast<Eigen::Index>(count));
    std::vector<std::uint32_t> sorted(count);
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::sort(sorted, {}, [&](std::uint32_t i) { return std::pair(values[i], i); });
    for (std::size_t t = 0; t < sorted.size(); ++t) {
      const bool ends = t + 1 < sorted.size() && values[sorted[t]] < values[sorted[t + 1]];
      order_[input * count + t] = {sorted[t] & 0x7fffffffu, ends};
    }
  });
}

bool SortedInputs::has(std::uint64_t stump) const {
  return input_of(stump) < inputs() && below_of(stump) > 0 && below_of(stump) < samples();
}

ThresholdStump SortedInputs::stump(std::uint64_t name) const {
  if (!has(name)) {
    throw Error(Kind::training, "stump " + std::to_string(name) + " is out of range for these samples");
  }
  const auto input = static_cast<std::uint32_t>(input_of(name));
  const auto in_order = order(input);
  const std::size_t below = below_of(name);
  const float lower = samples_.row(in_order[below - 1].sample)[input];
  const float upper = samples_.row(in_order[below].sample)[input];
  const float middle = std::midpoint(lower, upper);
  return {input, lower < middle ? middle : upper};  // no float lies between neighboring floats
}

StumpFeatures SortedInputs::features(std::span<const std::uint64_t> stumps) const {
  std::vector<ThresholdStump> thresholds;
  for (const std::uint64_t name : stumps) thresholds.push_back(stump(name));
  return {samples_.width(), std::move(thresholds)};
}

}  // namespace ocelli::internal
