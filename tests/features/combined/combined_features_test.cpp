#include "ocelli/features/combined/combined_features.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "features/gray_samples.hpp"
#include "features/random_samples.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/samples/image_fit.hpp"

namespace ocelli::internal::combined_features_test {
namespace {

std::vector<std::uint8_t> codes_of(const FeatureSet& set, std::span<const float> sample) {
  std::vector<std::uint8_t> codes(columns(set));
  encode(set, sample, codes);
  return codes;
}

const Samples& rows() {
  static const Samples samples = test::random_samples(50, 4, 2, 1);
  return samples;
}

std::vector<FeaturePart> two_parts() {
  return {{LinearFeatures::all(rows())}, {ProductFeatures::all(rows())}};
}

TEST(CombinedFeatures, AreThoseOfTheirPartsOneAfterTheOther) {
  const CombinedFeatures both(two_parts());
  ASSERT_EQ(both.groups(), 4u + 6);
  EXPECT_EQ(both.inputs(), 4u);
  for (std::size_t i = 0; i < rows().count(); ++i) {
    std::vector<std::uint8_t> expected = codes_of(two_parts()[0].features, rows().row(i));
    const std::vector<std::uint8_t> products = codes_of(two_parts()[1].features, rows().row(i));
    expected.insert(expected.end(), products.begin(), products.end());
    ASSERT_EQ(codes_of(both, rows().row(i)), expected);
  }
  EXPECT_EQ(both.multiply_adds(),
            multiply_adds(two_parts()[0].features) + multiply_adds(two_parts()[1].features));
}

TEST(CombinedFeatures, SelectedKeepTheirOrderAndOnlyThePartsTheyNeed) {
  const CombinedFeatures both(two_parts());
  const std::vector<std::uint32_t> mixed{9, 1, 4, 0}, products{7, 5};
  const CombinedFeatures some = both.select(mixed), of_one = both.select(products);
  EXPECT_EQ(some.parts().size(), 2u);
  EXPECT_EQ(of_one.parts().size(), 1u);
  EXPECT_EQ(both.select({}).groups(), 0u);
  for (std::size_t i = 0; i < rows().count(); ++i) {
    const std::vector<std::uint8_t> all = codes_of(both, rows().row(i));
    const std::vector<std::uint8_t> codes = codes_of(some, rows().row(i)),
                                    others = codes_of(of_one, rows().row(i));
    for (std::size_t g = 0; g < mixed.size(); ++g) EXPECT_EQ(codes[g], all[mixed[g]]);
    for (std::size_t g = 0; g < products.size(); ++g) EXPECT_EQ(others[g], all[products[g]]);
  }
}

TEST(CombinedFeatures, HoldEachColumnOfATree) {
  const TreeFeatures trees(4, 3, {{{0, 0, 1, 0, 0.5F, ~0, 1}, {1, 2, 1, -1, 0.25F, ~1, ~2}}});
  const CombinedFeatures both({{LinearFeatures::all(rows())}, {trees}});
  ASSERT_EQ(both.groups(), 4u + 3);
  for (std::size_t i = 0; i < rows().count(); ++i) {
    const std::vector<std::uint8_t> codes = codes_of(both, rows().row(i));
    EXPECT_EQ(std::vector(codes.begin() + 4, codes.end()), codes_of(trees, rows().row(i)));
  }
  const std::vector<std::uint32_t> whole{2, 4, 5, 6}, parted{4, 6};
  EXPECT_EQ(both.select(whole).groups(), 4u);
  test::expect_error([&] { both.select(parted); }, Kind::model, "by column");
}

TEST(CombinedFeatures, HaveTheShapeOfThePartsThatLookAtImages) {
  const Samples images = test::noise_images(5, {12, 10}, 1);
  const CombinedFeatures both({{LinearFeatures::all(images)}, {OrientationFeatures::all(images)}});
  EXPECT_EQ(image_shape(both), (ImageShape{12, 10}));
  EXPECT_EQ(image_shape(CombinedFeatures(two_parts())), std::nullopt);
}

TEST(CombinedFeatures, AreRefusedWithTheReason) {
  const auto refused = [](const std::vector<FeaturePart>& parts, const std::string& part) {
    test::expect_error([&] { return CombinedFeatures(parts); }, Kind::model, part);
  };
  refused({}, "1 to 8 parts");
  refused(std::vector<FeaturePart>(9, {LinearFeatures::all(rows())}), "1 to 8 parts");
  refused({{CombinedFeatures(two_parts())}}, "cannot be nested");
  refused({{LinearFeatures::all(rows())}, {LinearFeatures::all(test::random_samples(50, 5, 2, 1))}},
          "different sizes");
  const Samples wide = test::noise_images(5, {12, 10}, 1), high = test::noise_images(5, {10, 12}, 1);
  refused({{OrientationFeatures::all(wide)}, {OrientationFeatures::all(high)}}, "different sizes");
  test::expect_error([] { CombinedFeatures(two_parts(), {0, 2}); }, Kind::model, "unknown part");
  test::expect_error(
      [] {
        CombinedFeatures(two_parts(), {0, 0, 0, 0, 1});
      },
      Kind::model, "do not match their parts");
}

TEST(CombinedFeatures, LookAtTheGrayLevelsOfColoredImagesButForTheirColors) {
  const Samples gray = test::noise_images(3, {12, 10}, 4);
  const Samples colored = with_colors(gray);
  const FeatureSet orientations = OrientationFeatures({12, 10}, {3}, {5, 17});
  const FeatureSet colors = ColorFeatures({12, 10}, {3}, {0, 12});
  const CombinedFeatures both({{orientations}, {colors}});
  EXPECT_EQ(both.inputs(), 3 * 120u);
  const std::vector<std::uint8_t> codes = codes_of(both, colored.row(1));
  const std::vector<std::uint8_t> of_gray = codes_of(orientations, gray.row(1));
  EXPECT_TRUE(std::equal(of_gray.begin(), of_gray.end(), codes.begin()));
  EXPECT_EQ(codes[2], 128);
  test::expect_error(
      [&] {
        CombinedFeatures({{OrientationFeatures({10, 12}, {3}, {5})}, {colors}});
      },
      Kind::model, "samples of different sizes");
  test::expect_error(
      [&] {
        CombinedFeatures({{LinearFeatures::all(rows())}, {colors}});
      },
      Kind::model, "samples of different sizes");
}

}  // namespace
}  // namespace ocelli::internal::combined_features_test
