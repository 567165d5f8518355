#include "ocelli/pipelines/output/object_crop.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "data/expect_error.hpp"

namespace ocelli::internal::object_crop_test {
namespace {

/// Every pixel is different: its column in blue, its row in green.
cv::Mat numbered(int width, int height) {
  cv::Mat picture(height, width, CV_8UC3);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      picture.at<cv::Vec3b>(y, x) = {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), 7};
  return picture;
}

bool equal(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && a.type() == b.type() && cv::norm(a, b, cv::NORM_INF) == 0;
}

Detection found_at(const Box& box) { return {.box = box, .score = 1, .label = "face"}; }

/// The center of gravity of the bright pixels, from the outer corner of the first one.
Point center_of_light(const cv::Mat& gray) {
  const cv::Moments moments = cv::moments(gray);
  return {static_cast<float>(moments.m10 / moments.m00 + 0.5),
          static_cast<float>(moments.m01 / moments.m00 + 0.5)};
}

/// A black picture with one soft bright spot.
cv::Mat spot_at(const Point& place, double radius) {
  cv::Mat picture(400, 500, CV_8UC1);
  for (int y = 0; y < picture.rows; ++y) {
    for (int x = 0; x < picture.cols; ++x) {
      const double dx = x + 0.5 - static_cast<double>(place.x), dy = y + 0.5 - static_cast<double>(place.y);
      picture.at<std::uint8_t>(y, x) =
          static_cast<std::uint8_t>(std::lround(255 * std::exp(-(dx * dx + dy * dy) / (radius * radius))));
    }
  }
  return picture;
}

/// The aligned landmarks, scaled, turned clockwise and shifted.
Landmarks placed(double scale, double degrees, const Point& center) {
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  Landmarks landmarks = kAlignedLandmarks;
  for (Point& point : landmarks) {
    const double x = scale * (static_cast<double>(point.x) - 56),
                 y = scale * (static_cast<double>(point.y) - 56);
    point = {static_cast<float>(static_cast<double>(center.x) + c * x - s * y),
             static_cast<float>(static_cast<double>(center.y) + s * x + c * y)};
  }
  return landmarks;
}

TEST(Crop, HasTheBoxWithAFifthAroundIt) {
  const cv::Mat picture = numbered(100, 80);
  EXPECT_TRUE(equal(crop(picture, found_at({30, 20, 20, 10}), {}), picture(cv::Rect(26, 18, 28, 14))));
}

TEST(Crop, EndsAtTheEdgeOfThePicture) {
  const cv::Mat picture = numbered(100, 80);
  EXPECT_TRUE(equal(crop(picture, found_at({-5, 70, 20, 20}), {}), picture(cv::Rect(0, 66, 19, 14))));
  for (const Box& outside : {Box{200, 10, 20, 20}, Box{-90, -90, 20, 20}, Box{10, 300, 0, 0}})
    EXPECT_FALSE(crop(picture, found_at(outside), {}).empty());
}

TEST(Crop, HasTheSizeOfItsLongerSide) {
  const cv::Mat picture = numbered(200, 100);
  EXPECT_EQ(crop(picture, found_at({60, 20, 40, 20}), {.size = 28}).size(), cv::Size(28, 14));
  EXPECT_EQ(crop(picture, found_at({60, 20, 20, 40}), {.size = 280}).size(), cv::Size(140, 280));
  EXPECT_EQ(crop(picture, found_at({0, 0, 100, 1}), {.size = 3}).size(), cv::Size(3, 1));
}

TEST(Crop, KeepsGrayAndDoesNotShareThePicture) {
  cv::Mat gray(40, 40, CV_8UC1, cv::Scalar(9));
  const cv::Mat part = crop(gray, found_at({10, 10, 10, 10}), {});
  EXPECT_EQ(part.type(), CV_8UC1);
  gray.setTo(200);
  EXPECT_EQ(part.at<std::uint8_t>(3, 3), 9);
}

TEST(Crop, PutsLandmarksAtTheirPlaces) {
  for (const double scale : {0.3, 1.0, 2.4}) {
    for (const double degrees : {0.0, 17.0, 90.0, -140.0}) {
      Detection face = found_at({200, 150, 90, 90});
      face.landmarks = placed(scale, degrees, {250, 200});
      for (std::size_t i = 0; i < kAlignedLandmarks.size(); ++i) {
        const cv::Mat aligned =
            crop(spot_at((*face.landmarks)[i], 3 * std::max(1.0, scale)), face, {.align = true});
        ASSERT_EQ(aligned.size(), cv::Size(kAlignedSide, kAlignedSide));
        const Point shown = center_of_light(aligned);
        EXPECT_NEAR(shown.x, kAlignedLandmarks[i].x, 0.3) << scale << " " << degrees << " " << i;
        EXPECT_NEAR(shown.y, kAlignedLandmarks[i].y, 0.3) << scale << " " << degrees << " " << i;
      }
    }
  }
}

TEST(Crop, ScalesThePlacesOfLandmarksWithItsSize) {
  Detection face = found_at({200, 150, 90, 90});
  face.landmarks = placed(1, 30, {250, 200});
  const cv::Mat aligned = crop(spot_at((*face.landmarks)[1], 3), face, {.align = true, .size = 224});
  ASSERT_EQ(aligned.size(), cv::Size(224, 224));
  EXPECT_NEAR(center_of_light(aligned).x, 2 * kAlignedLandmarks[1].x, 0.5);
  EXPECT_NEAR(center_of_light(aligned).y, 2 * kAlignedLandmarks[1].y, 0.5);
}

/// The squared distances of the crop's landmarks from their places.
double misfit(const Landmarks& landmarks, double factor_x, double factor_y, double dx, double dy) {
  double sum = 0;
  for (std::size_t i = 0; i < landmarks.size(); ++i) {
    const auto x = static_cast<double>(landmarks[i].x), y = static_cast<double>(landmarks[i].y);
    const double off_x = factor_x * x - factor_y * y + dx - static_cast<double>(kAlignedLandmarks[i].x);
    const double off_y = factor_y * x + factor_x * y + dy - static_cast<double>(kAlignedLandmarks[i].y);
    sum += off_x * off_x + off_y * off_y;
  }
  return sum;
}

/// A spot at the middle of the landmarks and one at the right eye give the crop's transform.
TEST(Crop, FitsLandmarksThatDoNotMatchWithTheLeastSquares) {
  Detection face = found_at({200, 150, 90, 90});
  face.landmarks = Landmarks{Point{215, 180}, {262, 172}, {258, 205}, {226, 231}, {251, 240}};
  const Point a{210, 170}, b{270, 230};
  const Point to_a = center_of_light(crop(spot_at(a, 3), face, {.align = true}));
  const Point to_b = center_of_light(crop(spot_at(b, 3), face, {.align = true}));
  const cv::Point2d from(static_cast<double>(b.x - a.x), static_cast<double>(b.y - a.y)),
      to(static_cast<double>(to_b.x - to_a.x), static_cast<double>(to_b.y - to_a.y));
  const double square = from.dot(from), fx = from.dot(to) / square, fy = from.cross(to) / square;
  const double dx =
      static_cast<double>(to_a.x) - fx * static_cast<double>(a.x) + fy * static_cast<double>(a.y);
  const double dy =
      static_cast<double>(to_a.y) - fy * static_cast<double>(a.x) - fx * static_cast<double>(a.y);
  const double best = misfit(*face.landmarks, fx, fy, dx, dy);
  EXPECT_LT(best, 300) << "in square pixels";
  for (const double step : {-1.0, 1.0}) {
    EXPECT_GT(misfit(*face.landmarks, fx, fy, dx + step, dy), best);
    EXPECT_GT(misfit(*face.landmarks, fx, fy, dx, dy + step), best);
    const double turn = step * 0.01;  // about the middle of the landmarks, (242, 206)
    EXPECT_GT(misfit(*face.landmarks, fx + turn, fy, dx - 242 * turn, dy - 206 * turn), best);
    EXPECT_GT(misfit(*face.landmarks, fx, fy + turn, dx + 206 * turn, dy - 242 * turn), best);
  }
}

TEST(Crop, RepeatsTheEdgeAroundALandmarkFace) {
  const cv::Mat picture(60, 60, CV_8UC1, cv::Scalar(123));
  Detection face = found_at({0, 0, 60, 60});
  face.landmarks = placed(0.5, 45, {5, 5});
  const cv::Mat aligned = crop(picture, face, {.align = true});
  EXPECT_EQ(cv::countNonZero(aligned != 123), 0);
}

TEST(Crop, AveragesWhatItShrinks) {
  cv::Mat checks(400, 500, CV_8UC1);
  for (int y = 0; y < checks.rows; ++y)
    for (int x = 0; x < checks.cols; ++x) checks.at<std::uint8_t>(y, x) = (x + y) % 2 == 0 ? 0 : 200;
  Detection face = found_at({150, 100, 200, 200});
  face.landmarks = placed(4, 20, {250, 200});
  const cv::Mat small = crop(checks, face, {.align = true, .size = 28});
  double least = 0, greatest = 0;
  cv::minMaxLoc(small(cv::Rect(8, 8, 12, 12)), &least, &greatest);
  EXPECT_NEAR(least, 100, 8);
  EXPECT_NEAR(greatest, 100, 8);
}

TEST(Crop, TurnsAnObjectUprightByItsPose) {
  const cv::Mat picture = numbered(100, 80);
  Detection mug = found_at({30, 20, 20, 10});
  const cv::Mat whole = picture(cv::Rect(26, 18, 28, 14));
  const auto upright = [&](float roll) {
    mug.pose = Pose{.roll = roll};
    return crop(picture, mug, {.align = true});
  };
  cv::Mat turned;
  EXPECT_TRUE(equal(upright(0), whole));
  cv::rotate(whole, turned, cv::ROTATE_90_COUNTERCLOCKWISE);
  EXPECT_TRUE(equal(upright(90), turned));
  cv::rotate(whole, turned, cv::ROTATE_180);
  EXPECT_TRUE(equal(upright(180), turned));
  EXPECT_EQ(upright(60).size(), cv::Size(14, 28)) << "nearest to a quarter turn";
}

/// A mark at the object's upper left corner is there in its crop.
TEST(Crop, TurnsATiltedObjectAboutItsCenter) {
  for (const double roll : {30.0, -40.0, 100.0, 170.0}) {
    Detection mug = found_at({200, 150, 100, 60});
    mug.pose = Pose{.roll = static_cast<float>(roll)};
    const bool is_on_side = roll == 100;
    const double x = is_on_side ? -30 : -50, y = is_on_side ? -50 : -30;
    const double angle = roll * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
    const cv::Mat picture =
        spot_at({static_cast<float>(250 + c * x - s * y), static_cast<float>(180 + s * x + c * y)}, 3);
    const cv::Mat upright = crop(picture, mug, {.align = true});
    EXPECT_EQ(upright.size(), is_on_side ? cv::Size(84, 140) : cv::Size(140, 84)) << roll;
    EXPECT_NEAR(center_of_light(upright).x, is_on_side ? 12 : 20, 0.3) << roll;
    EXPECT_NEAR(center_of_light(upright).y, is_on_side ? 20 : 12, 0.3) << roll;
    EXPECT_EQ(crop(picture, mug, {.align = true, .size = 70}).total(), 70U * 42U);
  }
}

TEST(Crop, IsNotAlignedWithoutLandmarksAndPose) {
  test::expect_error(
      [] {
        crop(numbered(50, 50), found_at({10, 10, 20, 20}), {.align = true});
      },
      Kind::usage, "face.ocelli");
  for (const int size : {0, -3, kMaxCropSide + 1})
    test::expect_error(
        [&] {
          crop(numbered(50, 50), found_at({10, 10, 20, 20}), {.size = size});
        },
        Kind::usage, "--crop-size");
}

}  // namespace
}  // namespace ocelli::internal::object_crop_test
