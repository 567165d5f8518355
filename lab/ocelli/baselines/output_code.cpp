#include "ocelli/baselines/output_code.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::baselines {
namespace {

constexpr int kCodes = 50;
constexpr int kTries = 1000;  // for a column unlike those before

using Column = std::vector<std::int8_t>;

/// The first class is always +1, so that opposite columns are equal.
Column random_column(std::size_t classes, Random& random) {
  Column column(classes, 1);
  for (std::size_t c = 1; c < classes; ++c) column[c] = random.below(2) == 0 ? 1 : -1;
  return column;
}

std::vector<std::int8_t> random_code(std::size_t classes, std::size_t columns, Random& random) {
  std::vector<std::int8_t> bits;
  std::set<Column> known = {Column(classes, 1)};
  for (std::size_t l = 0; l < columns; ++l) {
    Column column = random_column(classes, random);
    for (int t = 0; t < kTries && known.contains(column); ++t) column = random_column(classes, random);
    known.insert(column);
    bits.insert(bits.end(), column.begin(), column.end());
  }
  return bits;
}

std::size_t min_distance(const std::vector<std::int8_t>& bits, std::size_t classes) {
  std::size_t min = bits.size();
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      std::size_t distance = 0;
      for (std::size_t l = 0; l < bits.size(); l += classes) distance += bits[l + a] != bits[l + b] ? 1 : 0;
      min = std::min(min, distance);
    }
  }
  return min;
}

}  // namespace

OutputCode::OutputCode(std::size_t classes, std::size_t columns, std::uint64_t seed) : classes_(classes) {
  Random random(seed);
  std::size_t best = 0;
  for (int k = 0; k < kCodes; ++k) {
    std::vector<std::int8_t> bits = random_code(classes, columns, random);
    const std::size_t distance = min_distance(bits, classes);
    if (!bits_.empty() && distance <= best) continue;
    best = distance;
    bits_ = std::move(bits);
  }
}

std::size_t OutputCode::distance() const { return min_distance(bits_, classes_); }

std::size_t OutputCode::default_columns(std::size_t classes) {
  const auto dense = static_cast<std::size_t>(std::ceil(10 * std::log2(static_cast<double>(classes))));
  if (classes > 16) return dense;
  return std::min(dense, (std::size_t{1} << (classes - 1)) - 1);
}

std::vector<int> coloring(std::size_t classes, std::uint64_t seed) {
  std::vector<int> colors(classes, -1);
  const auto order = permutation(static_cast<std::uint32_t>(classes), seed);
  for (std::size_t k = 0; k < classes / 2; ++k) colors[order[k]] = 1;
  return colors;
}

}  // namespace ocelli::internal::baselines
