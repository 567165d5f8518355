#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "boosting/line_samples.hpp"
#include "ocelli/boosting/trees/tree_growth.hpp"

namespace ocelli::internal::test {

inline std::vector<std::uint32_t> all_columns(const BinnedInputs& inputs) {
  std::vector<std::uint32_t> columns(inputs.columns());
  std::iota(columns.begin(), columns.end(), 0U);
  return columns;
}

}  // namespace ocelli::internal::test
