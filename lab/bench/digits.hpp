#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::bench {

/// The two parts of MNIST. The test part is for reporting alone.
Samples mnist_training();
Samples mnist_test();

/// The rows first .. last - 1.
Samples rows(const Samples& samples, std::size_t first, std::size_t last);

/// Training samples to choose options with, and others to choose by: the last 10,000 of MNIST's 60,000 are
/// kept for measuring, the first `learned` of the others are learned from.
struct ChoosingParts {
  Samples learned, measured;
};
ChoosingParts choosing_parts(const Samples& training, std::size_t learned);

/// Places where labels and truths differ. Requires as many of the ones as of the others.
std::size_t count_errors(std::span<const std::uint16_t> labels, std::span<const std::uint16_t> truths);

/// "1.47 %" of a count.
std::string percent(std::size_t part, std::size_t whole);

}  // namespace ocelli::internal::bench
