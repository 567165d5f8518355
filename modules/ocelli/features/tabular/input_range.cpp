#include "ocelli/features/tabular/input_range.hpp"

#include <cmath>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

std::vector<InputRange> input_ranges(const SampleValues& values) {
  require(values.rows() > 0 && values.cols() > 0, Kind::training, "there are no values to learn ranges from");
  const Eigen::RowVectorXf low = values.colwise().minCoeff(), high = values.colwise().maxCoeff();
  std::vector<InputRange> ranges(static_cast<std::size_t>(values.cols()));
  for (std::size_t i = 0; i < ranges.size(); ++i) ranges[i] = {low[i], high[i]};
  return ranges;
}

void require_sound(std::span<const InputRange> ranges) {
  const auto sound = [](const InputRange& r) {
    return std::isfinite(r.low) && std::isfinite(r.high) && r.low <= r.high;
  };
  require(std::ranges::all_of(ranges, sound), Kind::model, "an input has an invalid range");
}

}  // namespace ocelli::internal
