#include "ocelli/boosting/trees/category_split.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::category_split_test {
namespace {

using histogram_kernel::RowLayout;

/// The histogram of a category of which each bin has so many samples of each class, with weights of 1 /
/// classes a target.
struct Category {
  explicit Category(const std::vector<std::vector<int>>& bins) : layout{bins[0].size()} {
    totals.resize(layout.stride());
    for (const std::vector<int>& bin : bins) {
      std::vector<float> row(layout.stride());
      for (std::size_t own = 0; own < layout.targets; ++own) {
        const auto samples = static_cast<float>(bin[own]);
        for (std::size_t t = 0; t < layout.targets; ++t)
          row[t] += (t == own ? samples : -samples) / static_cast<float>(layout.targets);
        row[layout.total()] += samples;
        row[layout.count()] += samples;
      }
      std::ranges::transform(totals, row, totals.begin(), std::plus());
      rows.insert(rows.end(), row.begin(), row.end());
    }
  }

  CategorySplit split(float min = 1) const { return best_category_split(rows, totals, layout, min); }
  /// The gain of that subset, as histogram_kernel::best_split() has it for two bins.
  float gain(const ColumnBins& above) const {
    std::vector<float> sides(2 * layout.stride());
    for (std::size_t at = 0; at < rows.size(); ++at) {
      const std::size_t side = above[at / layout.stride()] ? 1 : 0;
      sides[side * layout.stride() + at % layout.stride()] += rows[at];
    }
    return histogram_kernel::best_split(sides, totals, layout, 1).gain;
  }

  RowLayout layout;
  std::vector<float> rows, totals;
};

ColumnBins bins(const std::vector<std::size_t>& numbers) {
  ColumnBins set;
  for (const std::size_t number : numbers) set.set(number);
  return set;
}

TEST(CategorySplit, PartsValuesThatAreNoNeighbors) {
  EXPECT_EQ(Category({{0, 0}, {9, 1}, {1, 9}, {8, 2}, {2, 8}, {9, 0}}).split().above, bins({2, 4}));
}

TEST(CategorySplit, PartsTheClassesThatDifferMost) {
  // Classes 0 and 1 share their values, class 2 has two of its own.
  const Category category({{0, 0, 0}, {5, 4, 0}, {0, 1, 20}, {4, 5, 0}, {1, 0, 20}, {5, 5, 1}});
  EXPECT_EQ(category.split().above, bins({2, 4}));
}

TEST(CategorySplit, LeavesWhatHasNoValueBelow) {
  EXPECT_EQ(Category({{9, 0}, {9, 1}, {1, 9}, {8, 2}, {1, 8}}).split().above, bins({2, 4}));
  EXPECT_EQ(Category({{9, 0}, {1, 9}, {8, 2}, {1, 8}, {0, 9}}).split().above, bins({1, 3, 4}));
}

TEST(CategorySplit, KeepsAsManySamplesOnBothSidesAsAskedFor) {
  const Category category({{0, 0}, {3, 0}, {0, 4}, {20, 20}, {20, 20}});
  EXPECT_GT(category.split(4).gain, 0);
  EXPECT_EQ(category.split(4).above, bins({2}));
  EXPECT_EQ(category.split(50).gain, 0);
}

TEST(CategorySplit, GainsNothingFromASingleValue) {
  EXPECT_EQ(Category({{0, 0}, {0, 0}, {7, 9}}).split(), CategorySplit{});
}

// Theorem 4.5 of Breiman et al. 1984: of two classes the best of all 2^7 subsets parts the values in the
// order of their shares. Many samples, so that smoothing does not matter.
TEST(CategorySplit, IsTheBestOfAllSubsetsForTwoClasses) {
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<std::vector<int>> counts{{0, 0}};
    for (int value = 0; value < 8; ++value)
      counts.push_back({static_cast<int>(random.below(9000)), static_cast<int>(random.below(9000))});
    const Category category(counts);
    float best = 0;
    for (unsigned subset = 1; subset < 255; ++subset)
      best = std::max(best, category.gain(ColumnBins(subset << 1U)));
    const CategorySplit split = category.split();
    EXPECT_NEAR(split.gain, best, 1e-4F * best);
    EXPECT_NEAR(category.gain(split.above), best, 1e-4F * best);
  }
}

}  // namespace
}  // namespace ocelli::internal::category_split_test
