#include "ocelli/boosting/pools/pool_kernels.hpp"

#include <gmock/gmock.h>

#include "every_target.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::column_kernel_test {
namespace {

class ColumnKernel : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(ColumnKernel);

constexpr std::size_t kMaxSamples = 70, kMaxColumns = 9, kMaxClasses = 12;
constexpr std::size_t kAround = 5;  ///< samples beyond the block, on both sides

/// Bytes, and numbers such that float sums of up to 70 products are exact in any order: 64ths up to 1.
struct Operands {
  Operands() : table(kMaxClasses, kMaxSamples + 2 * kAround), weights(kMaxClasses * kMaxColumns) {
    Random random(1);
    for (auto& column : bytes) {
      column.resize(table.samples());
      for (std::uint8_t& byte : column) byte = static_cast<std::uint8_t>(random.below(256));
    }
    const auto small = [&] { return static_cast<float>(random.below(129)) / 64 - 1; };
    for (std::size_t c = 0; c < kMaxClasses; ++c) std::ranges::generate(table.of(c), small);
    std::ranges::generate(weights, small);
    for (const auto& column : bytes) pointers.push_back(column.data());
  }

  /// The table's first classes alone.
  ClassTable rows(std::size_t classes) const {
    ClassTable rows(classes, table.samples());
    for (std::size_t c = 0; c < classes; ++c) std::ranges::copy(table.of(c), rows.of(c).begin());
    return rows;
  }

  std::array<std::vector<std::uint8_t>, kMaxColumns> bytes;
  std::vector<const std::uint8_t*> pointers;
  ClassTable table;
  std::vector<float> weights;
};

/// Calls check(block, classes) for blocks of all sizes, with even and odd first samples.
template <class Check>
void for_each_size(const Operands& operands, const Check& check) {
  for (std::size_t count = 1; count <= kMaxSamples; ++count) {
    for (std::size_t columns = 1; columns <= kMaxColumns; ++columns) {
      const column_kernel::Block block{std::span(operands.pointers).first(columns), count % kAround, count};
      for (std::size_t classes = 1; classes <= kMaxClasses; ++classes) {
        check(block, classes);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(ColumnKernel, AddsExactlyThePlainGradients) {
  const Operands operands;
  for_each_size(operands, [&](const column_kernel::Block& block, std::size_t classes) {
    const std::size_t columns = block.columns.size();
    std::vector<float> expected(classes * columns, 0.5f);
    std::vector<float> gradient = expected;
    for (std::size_t c = 0; c < classes; ++c) {
      for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t i = block.first; i < block.first + block.count; ++i) {
          expected[c * columns + j] += static_cast<float>(block.columns[j][i]) * operands.table.of(c)[i];
        }
      }
    }
    column_kernel::add_gradients(block, operands.rows(classes), gradient);
    ASSERT_EQ(gradient, expected) << block.count << " samples, " << columns << " columns, " << classes;
  });
}

TEST_P(ColumnKernel, AddsExactlyThePlainScoresToTheBlocksSamplesOnly) {
  const Operands operands;
  for_each_size(operands, [&](const column_kernel::Block& block, std::size_t classes) {
    const std::size_t columns = block.columns.size();
    ClassTable scores = operands.rows(classes), expected = scores;
    for (std::size_t c = 0; c < classes; ++c) {
      for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t i = block.first; i < block.first + block.count; ++i) {
          expected.of(c)[i] += operands.weights[c * columns + j] * static_cast<float>(block.columns[j][i]);
        }
      }
    }
    column_kernel::add_scores(block, std::span(operands.weights).first(classes * columns), scores);
    for (std::size_t c = 0; c < classes; ++c) {
      ASSERT_THAT(scores.of(c), testing::ElementsAreArray(expected.of(c)))
          << block.count << " samples, " << columns << " columns, " << classes << " classes";
    }
  });
}

TEST_P(ColumnKernel, ChangesNoScoreWithoutColumns) {
  const Operands operands;
  ClassTable scores = operands.rows(3);
  column_kernel::add_scores({{}, 2, 40}, {}, scores);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_THAT(scores.of(c), testing::ElementsAreArray(operands.table.of(c)));
  }
}

}  // namespace
}  // namespace ocelli::internal::column_kernel_test
