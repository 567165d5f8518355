#include "ocelli/features/templates/template_dictionary.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::template_dictionary_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(PatchCounts, AreReadFromText) {
  EXPECT_THAT(parse_patch_counts("7:1000"), ElementsAre(PatchCount{7, 1000}));
  EXPECT_THAT(parse_patch_counts("7:400,11:300,3:1"),
              ElementsAre(PatchCount{7, 400}, PatchCount{11, 300}, PatchCount{3, 1}));
}

TEST(PatchCounts, NameTheTextThatIsNone) {
  for (const std::string text :
       {"", "7", ":", "7:", ":5", "x:5", "7:5x", "7:-5", "7:0", "7:100001", "6:5", "1:5", "17:5", "7:5,",
        ",7:5", "7:5;9:5", "7 :5", "99999999999:5", "7:5:5"}) {
    const Error error = test::error_of([&] { parse_patch_counts(text); });
    EXPECT_EQ(error.kind(), Kind::usage) << text;
    EXPECT_EQ(error.where(), "--templates") << text;
    EXPECT_THAT(error.message(), HasSubstr("got '")) << text;
  }
}

constexpr ImageShape kShape{20, 20};

/// Dark images, each with a bright bar across its middle: upright or level.
Samples bars() {
  Samples samples{SampleValues::Zero(60, kShape.pixels()), kShape, {}, {}};
  for (Eigen::Index i = 0; i < 60; ++i) {
    for (int along = 0; along < 20; ++along) {
      const int across = static_cast<int>(i) / 2 % 12 + 4;
      samples.values(i, i % 2 == 0 ? along * 20 + across : across * 20 + along) = 255;
    }
  }
  return samples;
}

/// A bar through the middle of a patch.
ImagePatch bar_patch(int side, bool upright) {
  std::vector<float> weights(static_cast<std::size_t>(side * side), 0.0f);
  for (int i = 0; i < side; ++i) {
    weights[static_cast<std::size_t>(upright ? i * side + side / 2 : side / 2 * side + i)] = 1;
  }
  return normalized_patch(side, weights);
}

double likeness(const ImagePatch& a, const ImagePatch& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.weights.size(); ++i) sum += static_cast<double>(a.weights[i]) * b.weights[i];
  return sum / (kPatchScale * kPatchScale);
}

constexpr TemplateDictionaryOptions kOptions{.windows = 3000};

TEST(TemplateDictionary, FindsThePatternsOfTheImages) {
  const std::vector<ImagePatch> patches = learn_patches(bars(), {5, 24}, kOptions);
  ASSERT_EQ(patches.size(), 24u);
  for (const bool upright : {false, true}) {
    double best = 0;
    for (const ImagePatch& patch : patches) best = std::max(best, likeness(patch, bar_patch(5, upright)));
    EXPECT_GT(best, 0.97) << (upright ? "upright" : "level");
  }
}

TEST(TemplateDictionary, GivesZeroMeanAndUnitLength) {
  for (const ImagePatch& patch : learn_patches(bars(), {7, 10}, kOptions)) {
    EXPECT_EQ(patch.side, 7);
    double sum = 0, squares = 0;
    for (const double w : patch.weights) sum += w, squares += w * w;
    EXPECT_NEAR(sum / 49, 0, 0.5);
    EXPECT_NEAR(std::sqrt(squares) / kPatchScale, 1, 0.001);
  }
}

TEST(TemplateDictionary, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = bars();
  const auto act = [&] { return learn_patches(samples, {5, 16}, kOptions); };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(TemplateDictionary, DependsOnItsSeed) {
  TemplateDictionaryOptions other = kOptions;
  other.seed = 2;
  EXPECT_NE(learn_patches(bars(), {5, 16}, kOptions), learn_patches(bars(), {5, 16}, other));
}

TEST(TemplateDictionary, NeedsImages) {
  Samples table = bars();
  table.shape.reset();
  EXPECT_EQ(test::error_of([&] { learn_patches(table, {5, 4}, kOptions); }).kind(), Kind::training);
  EXPECT_EQ(test::error_of([] {
              learn_patches({SampleValues(0, 400), kShape, {}, {}}, {5, 4}, kOptions);
            }).kind(),
            Kind::training);
}

TEST(TemplateDictionary, NeedsContrast) {
  Samples flat = bars();
  flat.values.setConstant(9);
  const Error error = test::error_of([&] { learn_patches(flat, {5, 4}, kOptions); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), HasSubstr("contrast"));
}

}  // namespace
}  // namespace ocelli::internal::template_dictionary_test
