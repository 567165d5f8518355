#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::test {

/// Samples of one input with the given values.
inline Samples on_a_line(const std::vector<float>& values, const std::vector<std::uint16_t>& labels,
                         std::size_t classes) {
  Samples samples;
  samples.values = Eigen::Map<const SampleValues>(values.data(), static_cast<Eigen::Index>(values.size()), 1);
  samples.labels = labels;
  for (std::size_t c = 0; c < classes; ++c) samples.classes.push_back(std::to_string(c));
  return samples;
}

}  // namespace ocelli::internal::test
