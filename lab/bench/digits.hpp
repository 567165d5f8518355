#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::bench {

/// The two parts of MNIST. The test part is for reporting only.
Samples mnist_training();
Samples mnist_test();

/// The rows first .. last - 1.
Samples rows(const Samples& samples, std::size_t first, std::size_t last);

/// Training samples, and others for choosing options: the last 10,000 of MNIST's 60,000 measure, the first
/// `learned` of the others train.
struct ChoosingParts {
  Samples learned, measured;
};
ChoosingParts choosing_parts(const Samples& training, std::size_t learned);

/// The number of positions where labels and truths differ.
/// Requires  equal lengths.
std::size_t count_errors(std::span<const std::uint16_t> labels, std::span<const std::uint16_t> truths);

/// "1.47 %" of a count.
std::string percent(std::size_t part, std::size_t whole);

}  // namespace ocelli::internal::bench
