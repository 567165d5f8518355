#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ocelli/core/random.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::test {

/// Standard normal values, one sample a row.
inline SampleValues normal_values(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Random random(seed);
  SampleValues values(rows, columns);
  for (float& value : values.reshaped<Eigen::RowMajor>()) value = static_cast<float>(random.normal());
  return values;
}

/// Normal values with labels drawn evenly from the classes.
inline Samples random_samples(std::size_t count, std::size_t width, std::size_t classes, std::uint64_t seed) {
  Samples samples{normal_values(count, width, seed), {}, {}, {}};
  Random random(hash(seed, {1}));
  for (std::size_t c = 0; c < classes; ++c) samples.classes.push_back(std::to_string(c));
  for (std::size_t i = 0; i < count; ++i) {
    samples.labels.push_back(static_cast<std::uint16_t>(random.below(classes)));
  }
  return samples;
}

}  // namespace ocelli::internal::test
