#include "ocelli/features/feature_set.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/samples/image_fit.hpp"

namespace ocelli::internal::feature_set_test {
namespace {

constexpr std::size_t kInputs = 6;

const Samples& training() {
  static const Samples samples = test::random_samples(300, kInputs, 3, 1);
  return samples;
}

StumpFeatures some_stumps() { return {kInputs, {{0, 0.5f}, {5, -1}, {3, 0}, {0, -0.25f}}}; }

TreeFeatures some_trees() {
  const TreeBranches single{{0, 0, 1, 0, 0.5F, ~0, ~2}};
  const TreeBranches sum{{1, 4, 0.5F, -2, 0.25F, 1, ~0}, {5, 5, 1, 0, -0.5F, ~1, ~2}};
  return {kInputs, 3, {single, sum, single, sum}};
}

std::vector<FeatureSet> every_kind() {
  return {LinearFeatures::all(training()),
          ProductFeatures::all(training()),
          some_stumps(),
          ball_candidates(training(), {.components = 4, .centers = 5, .radii = 3}),
          ball_candidates(training(), {.components = 6, .centers = 5, .radii = 3}),
          some_trees(),
          gaussian_candidates(training(), {.anchors = 9}),
          CombinedFeatures(
              {{ProductFeatures::all(training())}, {some_stumps()}, {LinearFeatures::all(training())}})};
}

std::vector<std::uint8_t> codes_of(const FeatureSet& set, std::span<const float> sample) {
  std::vector<std::uint8_t> codes(columns(set));
  encode(set, sample, codes);
  return codes;
}

class EveryFeatureSet : public testing::TestWithParam<std::size_t> {
 protected:
  const FeatureSet set = every_kind()[GetParam()];
};

TEST_P(EveryFeatureSet, RespondsToManySamplesAsToEach) {
  const Samples samples = test::random_samples(201, kInputs, 2, 9);
  const BinnedResponses responses = respond(set, samples);
  ASSERT_EQ(responses.features(), columns(set));
  ASSERT_EQ(responses.samples(), samples.count());
  for (std::size_t i = 0; i < samples.count(); ++i) {
    const std::vector<std::uint8_t> codes = codes_of(set, samples.row(i));
    for (std::size_t c = 0; c < codes.size(); ++c) ASSERT_EQ(responses.of(c)[i], codes[c]);
  }
  for (std::size_t c = 0; c < columns(set); ++c) EXPECT_EQ(responses.binning(c), binning(set, c));
}

TEST_P(EveryFeatureSet, SelectsGroupsInAnyOrderAndRepeats) {
  const std::vector<std::uint32_t> chosen{2, 0, 2, 3};
  const FeatureSet selected = select(set, chosen);
  ASSERT_EQ(groups(selected), chosen.size());
  ASSERT_EQ(width(selected), width(set));
  EXPECT_EQ(inputs(selected), kInputs);
  const auto all = codes_of(set, training().row(7)), some = codes_of(selected, training().row(7));
  for (std::size_t g = 0; g < chosen.size(); ++g) {
    const auto expected = std::span(all).subspan(chosen[g] * width(set), width(set));
    EXPECT_TRUE(std::ranges::equal(std::span(some).subspan(g * width(set), width(set)), expected));
  }
}

TEST_P(EveryFeatureSet, KeepsItsNumbersFromMinusOneToOne) {
  for (std::size_t i = 0; i < training().count(); ++i) {
    const std::vector<std::uint8_t> codes = codes_of(set, training().row(i));
    for (std::size_t c = 0; c < codes.size(); ++c)
      EXPECT_LE(std::abs(binning(set, c).value(codes[c])), 1 + 1e-6);
  }
}

TEST_P(EveryFeatureSet, RespondsAlikeForAnyNumberOfThreads) {
  const auto act = [&] { return respond(set, training()); };
  const BinnedResponses one = test::with_threads(1, act), three = test::with_threads(3, act);
  for (std::size_t c = 0; c < columns(set); ++c) ASSERT_TRUE(std::ranges::equal(one.of(c), three.of(c)));
}

TEST_P(EveryFeatureSet, RefusesSamplesOfAnotherWidth) {
  EXPECT_EQ(test::error_of([&] { respond(set, test::random_samples(3, 7, 2, 1)); }).kind(), Kind::input);
}

INSTANTIATE_TEST_SUITE_P(FeatureSet, EveryFeatureSet, testing::Range<std::size_t>(0, 6));

TEST(FeatureSets, AreAllFeaturesOfAKindByItsName) {
  const Samples samples = test::random_samples(20, 4, 2, 1);
  EXPECT_THAT(countable_kinds(),
              testing::ElementsAre("linear", "products", "orientations", "binary-patterns", "colors"));
  EXPECT_EQ(std::get<LinearFeatures>(all_features("linear", samples)), LinearFeatures::all(samples));
  EXPECT_EQ(std::get<ProductFeatures>(all_features("products", samples)), ProductFeatures::all(samples));
  Samples images = test::random_samples(20, 144, 2, 1);
  images.shape = ImageShape{12, 12};
  images = with_colors(images);
  for (const std::string_view name : countable_kinds()) EXPECT_EQ(kind(all_features(name, images)), name);
}

TEST(InputRange, ScalesToMinusOneToOneAndNoFurther) {
  const InputRange range{-2, 6};
  EXPECT_EQ(range.scaled(-2), -1);
  EXPECT_EQ(range.scaled(2), 0);
  EXPECT_EQ(range.scaled(6), 1);
  EXPECT_EQ(range.scaled(-100), -1);
  EXPECT_EQ(range.scaled(100), 1);
}

TEST(InputRange, OfAConstantInputScalesToZero) {
  EXPECT_EQ((InputRange{3, 3}.scaled(3)), 0);
  EXPECT_EQ((InputRange{3, 3}.scaled(7)), 0);
}

TEST(SignedUnitBytes, HoldZeroAndBothEndsExactly) {
  for (const float number : {-1.0f, 0.0f, 1.0f}) {
    EXPECT_EQ(kSignedUnit.value(kSignedUnit.bin(number, 256)), number);
  }
  EXPECT_EQ(kSignedUnit.bin(0, 256), 128);
}

TEST(LinearFeatures, AreTheScaledInputs) {
  const LinearFeatures features = LinearFeatures::all(training());
  EXPECT_EQ(features.groups(), kInputs);
  const auto values = training().values.col(2);
  for (std::size_t i = 0; i < 50; ++i) {
    const float scaled =
        2 * (training().row(i)[2] - values.minCoeff()) / (values.maxCoeff() - values.minCoeff()) - 1;
    EXPECT_NEAR(kSignedUnit.value(codes_of(features, training().row(i))[2]), scaled, 0.5 / 127 + 1e-6);
  }
}

TEST(LinearFeatures, OfAConstantInputAreZero) {
  Samples samples = training();
  samples.values.col(1).setConstant(42);
  EXPECT_EQ(kSignedUnit.value(codes_of(LinearFeatures::all(samples), samples.row(0))[1]), 0);
}

TEST(ProductFeatures, AreAsManyAsThePaperCounts) {
  for (const auto& [inputs, products] : {std::pair{16, 120}, {36, 630}, {617, 190036}}) {
    EXPECT_EQ(ProductFeatures::all(test::random_samples(2, inputs, 2, 1)).groups(), products);
  }
}

TEST(ProductFeatures, AreProductsOfTheScaledInputs) {
  const ProductFeatures features = ProductFeatures::all(training());
  for (std::size_t i = 0; i < 20; ++i) {
    const auto sample = training().row(i);
    const std::vector<std::uint8_t> codes = codes_of(features, sample);
    for (std::size_t f = 0; f < codes.size(); ++f) {
      const auto [a, b] = features.pairs()[f];
      const float product = features.ranges()[a].scaled(sample[a]) * features.ranges()[b].scaled(sample[b]);
      EXPECT_NEAR(kSignedUnit.value(codes[f]), product, 0.5 / 127 + 1e-6);
    }
  }
}

TEST(TreeFeatures, AreOneForTheLeafThatASampleEndsIn) {
  const TreeFeatures trees(3, 4, {{{0, 0, 1, 0, 2, 1, ~2}, {1, 2, 1, -3, 0, ~0, ~1}}});
  const auto leaf = [&](std::vector<float> sample) {
    std::vector<std::uint8_t> codes(4);
    trees.encode(sample, codes);
    std::vector<float> values;
    for (const std::uint8_t code : codes) values.push_back(kNothingOrOne.value(code));
    return values;
  };
  EXPECT_EQ(leaf({1, 5, 2}), (std::vector<float>{1, 0, 0, 0}));
  EXPECT_EQ(leaf({1, 6, 2}), (std::vector<float>{0, 1, 0, 0}));  // 6 - 3 * 2 is not below 0
  EXPECT_EQ(leaf({2, 0, 0}), (std::vector<float>{0, 0, 1, 0}));
  EXPECT_EQ(trees.multiply_adds(), 4u);  // two branches at most
}

TEST(TreeFeatures, RefuseTreesThatLeadNowhereOrBack) {
  const auto kind = [](const TreeBranches& tree) {
    return test::error_of([&] { TreeFeatures(2, 3, {tree}); }).kind();
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(kind({}), Kind::model);
  EXPECT_EQ(kind({{2, 0, 1, 0, 0, ~0, ~1}}), Kind::model);
  EXPECT_EQ(kind({{0, 2, 1, 0, 0, ~0, ~1}}), Kind::model);
  EXPECT_EQ(kind({{0, 0, nan, 0, 0, ~0, ~1}}), Kind::model);
  EXPECT_EQ(kind({{0, 0, 1, 2e15F, 0, ~0, ~1}}), Kind::model);
  EXPECT_EQ(kind({{0, 0, 1, 0, nan, ~0, ~1}}), Kind::model);
  EXPECT_EQ(kind({{0, 0, 1, 0, 0, ~3, ~1}}), Kind::model);
  EXPECT_EQ(kind({{0, 0, 1, 0, 0, 0, ~1}}), Kind::model);
  EXPECT_EQ(kind({{0, 0, 1, 0, 0, 1, ~1}}), Kind::model);
  EXPECT_EQ(kind({{0, 0, 1, 0, 0, 1, ~1}, {0, 0, 1, 0, 0, ~0, 0}}), Kind::model);
}

TEST(StumpFeatures, AreOneBelowTheThresholdAndZeroFromItOn) {
  const StumpFeatures stump(1, {{0, 2}});
  const auto value = [&](float input) { return stump.binning(0).value(codes_of(stump, {&input, 1})[0]); };
  EXPECT_FLOAT_EQ(value(1.99f), 1);
  EXPECT_EQ(value(2), 0);
  EXPECT_EQ(value(2.01f), 0);
}

TEST(FeatureSets, RefuseToBeInconsistent) {
  const auto kind = [](auto&& make) { return test::error_of(make).kind(); };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(kind([] { LinearFeatures({{0, 1}}, {1}); }), Kind::model);
  EXPECT_EQ(kind([&] { LinearFeatures({{0, nan}}, {0}); }), Kind::model);
  EXPECT_EQ(kind([] { LinearFeatures({{1, 0}}, {0}); }), Kind::model);
  EXPECT_EQ(kind([] { ProductFeatures({{0, 1}, {0, 1}}, {{0, 2}}); }), Kind::model);
  EXPECT_EQ(kind([] { StumpFeatures(2, {{2, 0}}); }), Kind::model);
  EXPECT_EQ(kind([&] { StumpFeatures(2, {{1, nan}}); }), Kind::model);
}

}  // namespace
}  // namespace ocelli::internal::feature_set_test
