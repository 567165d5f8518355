#include "ocelli/evaluation/permutation_importance.hpp"

#include <gmock/gmock.h>

#include <utility>

namespace ocelli::internal::permutation_importance_test {
namespace {

/// A classifier that looks at the second of two inputs alone, and samples that it is right on.
struct Ground {
  Classifier classifier = [] {
    ScoreWeights weights(2, 2);
    weights << 1, 0, -1, 0.5F;
    return Classifier(
        {.features = StumpFeatures(2, {{1, 0.5F}}), .weights = weights, .classes = {"low", "high"}});
  }();
  Samples samples{SampleValues(200, 2), {}, {}, {"low", "high"}};
  TableColumns table{.roles = {ColumnRole::input, ColumnRole::label, ColumnRole::input},
                     .names = {"noise", "kind", "signal"},
                     .fills = {}};

  Ground() {
    for (int i = 0; i < 200; ++i) {
      samples.values.row(i) << static_cast<float>(i % 7), static_cast<float>(i % 2);
      samples.labels.push_back(static_cast<std::uint16_t>(i % 2));
    }
  }
};

TEST(PermutationImportance, IsTheRiseOfTheErrorWithoutAColumn) {
  const Ground ground;
  const auto columns = permutation_importance(ground.classifier, ground.samples, ground.table, 5);
  ASSERT_EQ(columns.size(), 2u);
  EXPECT_EQ(columns[0].column, "signal");
  EXPECT_NEAR(columns[0].rise, 0.5, 0.1) << "half of the values dealt out fit the label by chance";
  EXPECT_EQ(columns[1].column, "noise");
  EXPECT_EQ(columns[1].rise, 0);
}

TEST(PermutationImportance, DealsOutTheValuesOfAColumnTogether) {
  Ground ground;
  ground.table = {
      .roles = {ColumnRole::label, ColumnRole::input}, .names = {}, .fills = {}, .categories = {{"x", "y"}}};
  const auto columns = permutation_importance(ground.classifier, ground.samples, ground.table, 3);
  ASSERT_EQ(columns.size(), 1u);
  EXPECT_EQ(columns[0].column, "column 2");
  EXPECT_GT(columns[0].rise, 0.3);
}

/// Samples have the classes of their own table, in its order.
TEST(PermutationImportance, TakesClassesByTheirNames) {
  Ground ground;
  ground.samples.classes = {"high", "low"};
  for (std::uint16_t& label : ground.samples.labels) label = static_cast<std::uint16_t>(1 - label);
  const auto columns = permutation_importance(ground.classifier, ground.samples, ground.table, 5);
  ASSERT_EQ(columns.size(), 2u);
  EXPECT_EQ(columns[0].column, "signal");
  EXPECT_NEAR(columns[0].rise, 0.5, 0.1);
}

}  // namespace
}  // namespace ocelli::internal::permutation_importance_test
