#include "ocelli/boosting/pools/pool_kernels.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "every_target.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::row_histogram_test {
namespace {

class RowHistogram : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(RowHistogram);

TEST_P(RowHistogram, AddsRowsAsPlainLoopsDo) {
  Random random(1);
  for (const std::size_t width : {1, 3, 4, 15, 16, 17, 32, 45}) {
    constexpr std::size_t kRows = 300;
    std::vector<std::uint8_t> bytes(kRows);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
    std::vector<float> rows(kRows * width), sums(256 * width, 0.5f);
    for (float& number : rows) number = static_cast<float>(random.normal());
    std::vector<float> expected = sums;
    for (std::size_t p = 0; p < kRows; ++p) {
      for (std::size_t d = 0; d < width; ++d) expected[bytes[p] * width + d] += rows[p * width + d];
    }
    row_histogram::add_rows(bytes, rows.data(), width, sums.data());
    EXPECT_EQ(sums, expected) << width << " numbers a row";
  }
}

}  // namespace
}  // namespace ocelli::internal::row_histogram_test
