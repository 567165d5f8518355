#include "ocelli/boosting/trees/binned_inputs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "boosting/tree_ground.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"

namespace ocelli {
namespace {

TEST(BinnedInputs, GiveEveryValueItsBinWhereThereAreFew) {
  const Samples samples = test::on_a_line({5, -1, 5, 2, 2, 9}, {0, 0, 0, 0, 0, 0}, 1);
  const BinnedInputs inputs(samples, 6, {.bins = 4});
  const std::vector<std::uint8_t> codes(inputs.codes().begin(), inputs.codes().end());
  EXPECT_EQ(codes, (std::vector<std::uint8_t>{2, 0, 2, 1, 1, 3}));
  EXPECT_EQ(inputs.branch(0, 0).threshold, 0.5F);
  EXPECT_EQ(inputs.branch(0, 2).threshold, 7);
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
      const TreeBranch branch = inputs.branch(column, bin);
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
    const TreeBranch branch = inputs.branch(column, 3);
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

}  // namespace
}  // namespace ocelli
