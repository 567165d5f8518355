#include "ocelli/evaluation/input_importance.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::input_importance_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

Classifier of_stumps(std::vector<ThresholdStump> stumps, const ScoreWeights& weights) {
  return Classifier(
      {.features = StumpFeatures(3, std::move(stumps)), .weights = weights, .classes = {"a", "b"}});
}

TEST(InputImportance, IsTheSpreadOfAColumnsWeightsOverTheClasses) {
  ScoreWeights weights(2, 4);
  weights << 1, 3, 5, 0.5F, -1, -3, 5, -0.5F;
  // What both classes share decides nothing; the constant belongs to no input.
  const Classifier classifier = of_stumps({{0, 0.5F}, {2, 0.5F}, {1, 0.5F}}, weights);
  EXPECT_THAT(input_importance(classifier),
              ElementsAre(DoubleNear(0.25, 1e-9), DoubleNear(0, 1e-9), DoubleNear(0.75, 1e-9)));
}

TEST(InputImportance, OfAProductBelongsToBothInputs) {
  const std::vector<InputRange> ranges(3, {0, 1});
  ScoreWeights weights(2, 2);
  weights << 1, 0, -1, 0;
  const Classifier classifier(
      {.features = ProductFeatures(ranges, {{0, 2}}), .weights = weights, .classes = {"a", "b"}});
  EXPECT_THAT(input_importance(classifier), ElementsAre(0.5, 0, 0.5));
}

TEST(InputImportance, OfATreeBelongsToTheTestsOfItsBranches) {
  ScoreWeights weights(2, 4);
  weights << 1, 0, 2, 0, -1, 0, -2, 0;
  const TreeFeatures tree(3, 3, {{{0, 1, 1, -1, 0, 1, ~0}, {2, 2, 1, 0, 0, ~1, ~2}}});
  const Classifier classifier({.features = tree, .weights = weights, .classes = {"a", "b"}});
  EXPECT_THAT(input_importance(classifier), ElementsAre(0.25, 0.25, 0.5));
}

/// Of 9 x 9 pixels in 3 x 3 cells, the cell in the middle.
TEST(InputImportance, OfAnOrientationBelongsToTheCell) {
  ScoreWeights weights(2, 2);
  weights << 1, 0, -1, 0;
  const Classifier classifier({.features = OrientationFeatures({9, 9}, {3}, {4 * 12 + 7}),
                               .weights = weights,
                               .classes = {"a", "b"},
                               .shape = ImageShape{9, 9}});
  const std::vector<double> inputs = input_importance(classifier);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool inside = i / 9 / 3 == 1 && i % 9 / 3 == 1;
    EXPECT_NEAR(inputs[i], inside ? 1.0 / 9 : 0, 1e-9) << i;
  }
}

/// A feature of the second part: the first of two inputs.
TEST(InputImportance, OfACombinedFeatureIsThatInItsPart) {
  const std::vector<InputRange> ranges(2, {-1, 1});
  const CombinedFeatures both({{ProductFeatures(ranges, {})}, {LinearFeatures(ranges, {0})}}, {1});
  ScoreWeights weights(2, 2);
  weights << 1, 0, -1, 0;
  EXPECT_THAT(input_importance(Classifier({.features = both, .weights = weights, .classes = {"a", "b"}})),
              ElementsAre(1, 0));
}

TEST(InputImportance, OfAChannelTemplateBelongsToTheCellsOfItsMask) {
  ScoreWeights weights(2, 2);
  weights << 1, 0, -1, 0;
  const PlaceMasks corners{.grid = 2, .sigma = 0.5, .reach = 1};
  const ChannelTemplates one({{9, 9}, 3, {ChannelKind::orientations}}, corners,
                             {{std::vector<std::int16_t>(108, 1), 0}}, {{0, 0}}, {Binning::bytes(0, 1)});
  const std::vector<double> inputs = input_importance(
      Classifier({.features = one, .weights = weights, .classes = {"a", "b"}, .shape = ImageShape{9, 9}}));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool inside = i / 9 < 3 && i % 9 < 3;
    EXPECT_NEAR(inputs[i], inside ? 1.0 / 9 : 0, 1e-9) << i;
  }
}

TEST(InputImportance, IsNothingWhereNoScoreDependsOnAnything) {
  ScoreWeights weights(2, 2);
  weights << 0, 1, 0, -1;
  EXPECT_THAT(input_importance(of_stumps({{1, 0.5F}}, weights)), ElementsAre(0, 0, 0));
}

}  // namespace
}  // namespace ocelli::internal::input_importance_test
