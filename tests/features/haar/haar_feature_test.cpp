#include "ocelli/features/haar/haar_feature.hpp"

#include <gmock/gmock.h>

#include <ostream>

#include "features/random_features.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::haar_feature_test {

void PrintTo(const WeightedCorner& c, std::ostream* out) {
  *out << int{c.weight} << " at (" << int{c.x} << ", " << int{c.y} << ")";
}

namespace {

HaarFeature feature_of(std::initializer_list<WeightedRect> rects) {
  HaarFeature feature;
  for (const WeightedRect& rect : rects) feature.add(rect);
  return feature;
}

TEST(Corners, OfTwoRectanglesThatTouchAreSix) {
  const HaarFeature feature = feature_of(
      {{.x = 1, .y = 2, .w = 3, .h = 4, .weight = 1}, {.x = 4, .y = 2, .w = 3, .h = 4, .weight = -1}});
  EXPECT_THAT(corners(feature), testing::ElementsAre(WeightedCorner{1, 2, 1}, WeightedCorner{4, 2, -2},
                                                     WeightedCorner{7, 2, 1}, WeightedCorner{1, 6, -1},
                                                     WeightedCorner{4, 6, 2}, WeightedCorner{7, 6, -1}));
}

TEST(Corners, ThatCancelAreDropped) {
  // Two halves of one weight are one rectangle.
  const HaarFeature feature = feature_of(
      {{.x = 0, .y = 0, .w = 2, .h = 3, .weight = 1}, {.x = 2, .y = 0, .w = 2, .h = 3, .weight = 1}});
  EXPECT_THAT(corners(feature), testing::ElementsAre(WeightedCorner{0, 0, 1}, WeightedCorner{4, 0, -1},
                                                     WeightedCorner{0, 3, -1}, WeightedCorner{4, 3, 1}));
}

TEST(Corners, OfFourRectanglesApartAreSixteen) {
  HaarFeature feature;
  for (const int y : {0, 5}) {
    for (const int x : {0, 5}) {
      feature.add({.x = static_cast<std::uint8_t>(x),
                   .y = static_cast<std::uint8_t>(y),
                   .w = 2,
                   .h = 2,
                   .weight = 1});
    }
  }
  EXPECT_EQ(corners(feature).size(), 16u);
}

TEST(Corners, GiveTheResponseOfTheRectangles) {
  const cv::Mat image = test::noise(30, 40, 1);
  IntegralTable sum;
  integrate(image, sum);
  Random random(2);
  for (int k = 0; k < 500; ++k) {
    const HaarFeature feature = test::random_rects(17, 13, random);
    const int x = static_cast<int>(random.below(40 - 17 + 1)),
              y = static_cast<int>(random.below(30 - 13 + 1));
    std::uint32_t by_corners = 0;
    for (const WeightedCorner& c : corners(feature)) {
      by_corners += static_cast<std::uint32_t>(c.weight) * sum.at(y + c.y, x + c.x);
    }
    ASSERT_EQ(response(feature, sum, x, y), static_cast<std::int32_t>(by_corners));
  }
}

TEST(Response, EqualsPlainLoopsAnywhereInAnImage) {
  const cv::Mat image = test::noise(31, 29, 3);
  IntegralTable sum;
  integrate(image, sum, 3);
  Random random(4);
  for (int k = 0; k < 500; ++k) {
    const HaarFeature feature = test::random_rects(11, 12, random);
    const int x = static_cast<int>(random.below(29 - 11 + 1)),
              y = static_cast<int>(random.below(31 - 12 + 1));
    ASSERT_EQ(response(feature, sum, x, y), test::plain_response(feature, image(cv::Rect(x, y, 11, 12))));
  }
}

TEST(Response, OfTheLargestFeatureIsExact) {
  cv::Mat image(255, 254, CV_8UC1, cv::Scalar(0));
  image.rowRange(0, 127).setTo(255);
  IntegralTable sum;
  integrate(image, sum);
  const HaarFeature feature = feature_of({{.x = 0, .y = 0, .w = 254, .h = 127, .weight = 1},
                                          {.x = 0, .y = 127, .w = 254, .h = 127, .weight = -1}});
  EXPECT_EQ(response(feature, sum, 0, 0), 254 * 127 * 255);
}

struct BalanceCase {
  const char* name;
  HaarFeature feature;
  bool balanced;
};

class IsBalancedInside : public testing::TestWithParam<BalanceCase> {};

TEST_P(IsBalancedInside, OnAWindowOf8x6) {
  EXPECT_EQ(is_balanced_inside(GetParam().feature, 8, 6), GetParam().balanced);
}

HaarFeature with_count(HaarFeature feature, int count) {
  feature.count = static_cast<std::uint8_t>(count);
  return feature;
}

const HaarFeature kHalves = feature_of(
    {{.x = 0, .y = 0, .w = 4, .h = 6, .weight = 1}, {.x = 4, .y = 0, .w = 4, .h = 6, .weight = -1}});

INSTANTIATE_TEST_SUITE_P(
    Cases, IsBalancedInside,
    testing::Values(BalanceCase{"FillsTheWindow", kHalves, true},
                    BalanceCase{"CentreAgainstSurround",
                                feature_of({{.x = 0, .y = 0, .w = 6, .h = 2, .weight = -1},
                                            {.x = 2, .y = 0, .w = 2, .h = 2, .weight = 3}}),
                                true},
                    BalanceCase{"NoRectangles", {}, false},  //
                    BalanceCase{"FiveRectangles", with_count(kHalves, 5), false},
                    BalanceCase{"Unbalanced", with_count(kHalves, 1), false},
                    BalanceCase{"WithoutArea",
                                feature_of({{.x = 0, .y = 0, .w = 0, .h = 6, .weight = 1},
                                            {.x = 4, .y = 0, .w = 4, .h = 0, .weight = -1}}),
                                false},
                    BalanceCase{"WithoutWeight", feature_of({{.x = 0, .y = 0, .w = 4, .h = 6, .weight = 0}}),
                                false},
                    BalanceCase{"PastTheRight",
                                feature_of({{.x = 0, .y = 0, .w = 4, .h = 6, .weight = 1},
                                            {.x = 5, .y = 0, .w = 4, .h = 6, .weight = -1}}),
                                false},
                    BalanceCase{"PastTheBottom",
                                feature_of({{.x = 0, .y = 0, .w = 8, .h = 3, .weight = 1},
                                            {.x = 0, .y = 4, .w = 8, .h = 3, .weight = -1}}),
                                false},
                    BalanceCase{"FarOutside",
                                feature_of({{.x = 0, .y = 0, .w = 4, .h = 6, .weight = 1},
                                            {.x = 252, .y = 0, .w = 4, .h = 6, .weight = -1}}),
                                false}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace ocelli::internal::haar_feature_test
