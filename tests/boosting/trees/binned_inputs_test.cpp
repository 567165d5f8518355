#include "ocelli/boosting/trees/binned_inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "boosting/tree_ground.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::binned_inputs_test {
namespace {

/// The branch that parts the bins 0 .. bin of a column of numbers from the others.
TreeBranch branch_after(const BinnedInputs& inputs, std::size_t column, std::size_t bin) {
  return inputs.branches(column, ~ColumnBins() << (bin + 1)).at(0);
}

TEST(BinnedInputs, GiveEveryValueItsBinWhereThereAreFew) {
  const Samples samples = test::on_a_line({5, -1, 5, 2, 2, 9}, {0, 0, 0, 0, 0, 0}, 1);
  const BinnedInputs inputs(samples, 6, {.bins = 4});
  const std::vector<std::uint8_t> codes(inputs.codes().begin(), inputs.codes().end());
  EXPECT_EQ(codes, (std::vector<std::uint8_t>{2, 0, 2, 1, 1, 3}));
  EXPECT_EQ(branch_after(inputs, 0, 0).threshold, 0.5F);
  EXPECT_EQ(branch_after(inputs, 0, 2).threshold, 7);
}

TEST(BinnedInputs, HoldEquallyManySamplesABinWhereThereAreMany) {
  const Samples samples = test::random_samples(1000, 1, 2, 3);
  const BinnedInputs inputs(samples, 1000, {.bins = 10});
  std::vector<int> counts(10);
  for (const std::uint8_t code : inputs.codes()) ++counts.at(code);
  for (const int count : counts) EXPECT_NEAR(count, 100, 1);
}

TEST(BinnedInputs, SendSamplesBelowABranchExactlyAsTheirBinsSay) {
  const Samples samples = test::random_samples(300, 4, 2, 5);
  const BinnedInputs inputs(samples, 300, {.bins = 16, .pairs = 12});
  ASSERT_EQ(inputs.columns(), 16u);
  for (std::size_t column = 0; column < inputs.columns(); ++column) {
    for (const std::size_t bin : {0, 7, 14}) {
      const TreeBranch branch = branch_after(inputs, column, bin);
      for (std::size_t i = 0; i < samples.count(); ++i)
        ASSERT_EQ(branch.value(samples.row(i)) < static_cast<double>(branch.threshold),
                  inputs.code(i, column) <= bin);
    }
  }
}

TEST(BinnedInputs, PairInputsInUnitsOfTheirDeviations) {
  Samples samples = test::random_samples(500, 3, 2, 7);
  samples.values.col(1) *= 100;
  samples.values.col(2).setConstant(4);  // in no pair
  const BinnedInputs inputs(samples, 500, {.bins = 8, .pairs = 20});
  std::set<float> signs;
  for (std::size_t column = 3; column < inputs.columns(); ++column) {
    const TreeBranch branch = branch_after(inputs, column, 3);
    EXPECT_NE(branch.first, branch.second);
    EXPECT_LT(std::max(branch.first, branch.second), 2u);
    EXPECT_NEAR(branch.first_scale * (branch.first == 1 ? 100 : 1), 1, 0.15);
    EXPECT_NEAR(std::abs(branch.second_scale) * (branch.second == 1 ? 100 : 1), 1, 0.15);
    signs.insert(std::copysign(1.0F, branch.second_scale));
  }
  EXPECT_EQ(signs.size(), 2u);
}

TEST(BinnedInputs, HaveNoPairsOfASingleInput) {
  const BinnedInputs inputs(test::random_samples(20, 1, 2, 1), 20, {.pairs = 5});
  EXPECT_EQ(inputs.columns(), 1u);
}

TEST(BinnedInputs, AreTheSameForAnyNumberOfThreads) {
  const Samples samples = test::random_samples(200, 5, 2, 9);
  const auto codes = [&] {
    const BinnedInputs inputs(samples, 200, {.pairs = 30});
    return std::vector<std::uint8_t>(inputs.codes().begin(), inputs.codes().end());
  };
  EXPECT_EQ(test::with_threads(1, codes), test::with_threads(3, codes));
}

// Numbers 1 to 4, the second and fourth of them missing and replaced by 2.5.
TEST(BinnedInputs, GiveMissingValuesADirection) {
  Samples samples = test::random_samples(4, 3, 2, 1);
  samples.values.leftCols(2) << 1, 0, 2.5F, 1, 4, 0, 2.5F, 1;
  const BinnedInputs inputs(samples, 4, {.pairs = 0});
  ASSERT_EQ(inputs.columns(), 5u);  // the inputs, and the first in two directions
  const auto codes = [&](std::size_t column) {
    return std::vector<int>{inputs.code(0, column), inputs.code(1, column), inputs.code(2, column),
                            inputs.code(3, column)};
  };
  EXPECT_EQ(codes(3), (std::vector{1, 0, 2, 0}));  // below all numbers
  EXPECT_EQ(codes(4), (std::vector{0, 2, 1, 2}));  // above
  for (const std::size_t column : {3, 4}) {
    for (std::size_t bin = 0; bin < 2; ++bin) {
      const TreeBranch branch = branch_after(inputs, column, bin);
      for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(branch.value(samples.row(i)) < static_cast<double>(branch.threshold),
                  inputs.code(i, column) <= bin);
    }
  }
}

TEST(BinnedInputs, TakeOnlyMarksForMarks) {
  Samples samples = test::random_samples(4, 2, 2, 1);
  samples.values << 1, 0, 2, 1, 3, 0, 4, 1;  // where the second is 1 the first has two values
  EXPECT_EQ(BinnedInputs(samples, 4, {.pairs = 0}).columns(), 2u);
  samples.values << 1, 0, 0, 1, 1, 0, 0, 1;  // two categories
  EXPECT_EQ(BinnedInputs(samples, 4, {.pairs = 0}).columns(), 2u);
  samples.values.col(1).setZero();
  EXPECT_EQ(BinnedInputs(samples, 4, {.pairs = 0}).columns(), 2u);
}

/// Ten samples of numbers, then a category of four values, of which every fifth sample has none.
Samples with_category() {
  Samples samples = test::random_samples(10, 5, 2, 1);
  samples.values.rightCols(4).setZero();
  for (Eigen::Index i = 0; i < 10; ++i) {
    if (i % 5 < 4) samples.values(i, 1 + i % 5) = 1;
  }
  return samples;
}

TEST(BinnedInputs, JoinTheValuesOfACategory) {
  const BinnedInputs inputs(with_category(), 10, {.pairs = 0});
  ASSERT_EQ(inputs.columns(), 2u);
  EXPECT_FALSE(inputs.is_category(0));
  EXPECT_TRUE(inputs.is_category(1));
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(inputs.code(i, 1), (i + 1) % 5);
}

TEST(BinnedInputs, PartAnySubsetOfACategory) {
  const Samples samples = with_category();
  const BinnedInputs inputs(samples, 10, {.pairs = 0});
  for (unsigned subset = 1; subset < 16; ++subset) {
    const ColumnBins above(subset << 1U);
    const std::vector<TreeBranch> branches = inputs.branches(1, above);
    EXPECT_EQ(branches.size(), (above.count() + 1) / 2);
    for (std::size_t i = 0; i < samples.count(); ++i) {
      const bool leads_above = std::ranges::any_of(branches, [&](const TreeBranch& branch) {
        return branch.value(samples.row(i)) >= static_cast<double>(branch.threshold);
      });
      EXPECT_EQ(leads_above, above[inputs.code(i, 1)]);
    }
  }
}

TEST(BinnedInputs, DoNotJoinWhatGoesTogether) {
  Samples samples = with_category();
  samples.values(0, 2) = 1;  // two values of one sample: the first value is left alone
  EXPECT_EQ(BinnedInputs(samples, 10, {.pairs = 0}).columns(), 3u);
  samples = with_category();
  samples.values(0, 4) = 0.5F;  // a number: three values are left
  const BinnedInputs inputs(samples, 10, {.pairs = 0});
  EXPECT_EQ(inputs.columns(), 3u);
  EXPECT_FALSE(inputs.is_category(2));
}

TEST(BinnedInputs, PartACategoryThatHasTooManyValuesForItsBins) {
  const BinnedInputs inputs(with_category(), 10, {.bins = 4, .pairs = 0});
  ASSERT_EQ(inputs.columns(), 3u);  // numbers, three values, and the fourth
  EXPECT_TRUE(inputs.is_category(1));
  EXPECT_FALSE(inputs.is_category(2));
}

}  // namespace
}  // namespace ocelli::internal::binned_inputs_test
