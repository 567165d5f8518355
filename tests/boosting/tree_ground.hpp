#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "ocelli/boosting/trees/tree_growth.hpp"

namespace ocelli::test {

/// Samples of one input with the given values.
inline Samples on_a_line(const std::vector<float>& values, const std::vector<std::uint16_t>& labels,
                         std::size_t classes) {
  Samples samples;
  samples.values = Eigen::Map<const SampleValues>(values.data(), static_cast<Eigen::Index>(values.size()), 1);
  samples.labels = labels;
  for (std::size_t c = 0; c < classes; ++c) samples.classes.push_back(std::to_string(c));
  return samples;
}

inline std::vector<std::uint32_t> all_columns(const BinnedInputs& inputs) {
  std::vector<std::uint32_t> columns(inputs.columns());
  std::iota(columns.begin(), columns.end(), 0U);
  return columns;
}

}  // namespace ocelli::test
