#include "digits.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

#include "data_folder.hpp"
#include "ocelli/data/formats/idx_file.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr std::size_t kMeasured = 10'000;

Samples mnist(const std::string& part) {
  const std::filesystem::path folder = data_path() / "mnist";
  return read_labeled_idx(folder / (part + "-images-idx3-ubyte.gz"),
                          folder / (part + "-labels-idx1-ubyte.gz"));
}

}  // namespace

Samples mnist_training() { return mnist("train"); }
Samples mnist_test() { return mnist("t10k"); }

Samples rows(const Samples& samples, std::size_t first, std::size_t last) {
  std::vector<std::uint32_t> wanted(last - first);
  std::iota(wanted.begin(), wanted.end(), static_cast<std::uint32_t>(first));
  return take(samples, wanted);
}

ChoosingParts choosing_parts(const Samples& training, std::size_t learned) {
  const std::size_t kept = training.count() - kMeasured;
  return {rows(training, 0, std::min(learned, kept)), rows(training, kept, training.count())};
}

std::size_t count_errors(std::span<const std::uint16_t> labels, std::span<const std::uint16_t> truths) {
  return std::transform_reduce(labels.begin(), labels.end(), truths.begin(), std::size_t{0}, std::plus(),
                               std::not_equal_to());
}

std::string percent(std::size_t part, std::size_t whole) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f %%",
                100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text.data();
}

}  // namespace ocelli::internal::bench
