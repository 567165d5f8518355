#include "ocelli/tracking/box_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/video/tracking.hpp>
#include <random>

namespace ocelli::internal::box_motion_test {
namespace {

/// The same filter with eight states, as OpenCV computes it.
class OpenCvMotion {
 public:
  explicit OpenCvMotion(const Box& first) : filter_(8, 4, 0, CV_64F) {
    const auto h = static_cast<double>(first.h);
    filter_.transitionMatrix = cv::Mat::eye(8, 8, CV_64F);
    for (int i = 0; i < 4; ++i) filter_.transitionMatrix.at<double>(i, i + 4) = 1;
    filter_.measurementMatrix = cv::Mat::eye(4, 8, CV_64F);
    filter_.statePost = cv::Mat::zeros(8, 1, CV_64F);
    filter_.errorCovPost = cv::Mat::zeros(8, 8, CV_64F);
    set_noise(h);
    for (int i = 0; i < 4; ++i) {
      filter_.statePost.at<double>(i) = measured(first).at<double>(i);
      filter_.errorCovPost.at<double>(i, i) = std::pow(2 * h / 20, 2);
      filter_.errorCovPost.at<double>(i + 4, i + 4) = std::pow(10 * h / 160, 2);
    }
  }

  void predict() {
    set_noise(filter_.statePost.at<double>(3));
    filter_.predict();
  }
  void correct(const Box& seen) {
    set_noise(filter_.statePre.at<double>(3));
    filter_.correct(measured(seen));
  }
  double place(int i) const { return filter_.statePost.at<double>(i); }

 private:
  static cv::Mat measured(const Box& box) {
    return (cv::Mat_<double>(4, 1) << static_cast<double>(box.center_x()),
            static_cast<double>(box.center_y()), static_cast<double>(box.w), static_cast<double>(box.h));
  }
  void set_noise(double h) {
    filter_.processNoiseCov = cv::Mat::zeros(8, 8, CV_64F);
    filter_.measurementNoiseCov = cv::Mat::zeros(4, 4, CV_64F);
    for (int i = 0; i < 4; ++i) {
      filter_.processNoiseCov.at<double>(i, i) = std::pow(h / 20, 2);
      filter_.processNoiseCov.at<double>(i + 4, i + 4) = std::pow(h / 160, 2);
      filter_.measurementNoiseCov.at<double>(i, i) = std::pow(h / 20, 2);
    }
  }

  cv::KalmanFilter filter_;
};

Box shaken(std::mt19937& random, float frame) {
  std::normal_distribution<float> noise(0, 2);
  return {100 + 3 * frame + noise(random), 50 - frame + noise(random), 40 + noise(random),
          60 + noise(random)};
}

TEST(BoxMotion, IsOpenCvsFilterOfEightStates) {
  std::mt19937 random(3);
  const Box first = shaken(random, 0);
  BoxMotion motion(first);
  OpenCvMotion reference(first);
  for (int frame = 1; frame < 40; ++frame) {
    motion.predict();
    reference.predict();
    const Box seen = shaken(random, static_cast<float>(frame));
    if (frame % 7 != 0) motion.correct(seen), reference.correct(seen);
    ASSERT_NEAR(motion.box().center_x(), reference.place(0), 1e-4) << frame;
    ASSERT_NEAR(motion.box().center_y(), reference.place(1), 1e-4) << frame;
    ASSERT_NEAR(motion.box().w, reference.place(2), 1e-4) << frame;
    ASSERT_NEAR(motion.box().h, reference.place(3), 1e-4) << frame;
  }
}

TEST(BoxMotion, GoesOnAtItsVelocityWhereNothingIsSeen) {
  BoxMotion motion({0, 0, 20, 20});
  for (int frame = 1; frame <= 20; ++frame) {
    motion.predict();
    motion.correct({2.0F * static_cast<float>(frame), 0, 20, 20});
  }
  for (int frame = 0; frame < 5; ++frame) motion.predict();
  EXPECT_NEAR(motion.box().x, 50, 1);
}

TEST(BoxMotion, KeepsAPositiveSize) {
  BoxMotion motion({0, 0, 40, 40});
  for (int frame = 1; frame <= 10; ++frame) {
    motion.predict();
    motion.correct(
        {0, 0, 40.0F - 4.0F * static_cast<float>(frame), 40.0F - 4.0F * static_cast<float>(frame)});
  }
  for (int frame = 0; frame < 50; ++frame) motion.predict();
  EXPECT_GE(motion.box().w, 1);
  EXPECT_GE(motion.box().h, 1);
}

/// The Gaussian posterior of all frames at once: the minimum of the sum of squared surprises, by weighted
/// least squares over all states. The smoother must find the same means.
std::vector<double> smoothed_by_least_squares(const std::vector<std::optional<double>>& seen, double h) {
  const auto n = static_cast<int>(seen.size());
  cv::Mat normal = cv::Mat::zeros(2 * n, 2 * n, CV_64F), right = cv::Mat::zeros(2 * n, 1, CV_64F);
  const auto add = [&](const cv::Mat& row, double value, double deviation) {
    normal += row.t() * row / (deviation * deviation);
    right += row.t() * value / (deviation * deviation);
  };
  const auto unit = [&](int i, double factor) {
    cv::Mat row = cv::Mat::zeros(1, 2 * n, CV_64F);
    row.at<double>(i) = factor;
    return row;
  };
  add(unit(0, 1), *seen[0], 2 * h / 20);
  add(unit(n, 1), 0, 10 * h / 160);
  for (int i = 1; i < n; ++i) {
    add(unit(i, 1) - unit(i - 1, 1) - unit(n + i - 1, 1), 0, h / 20);
    add(unit(n + i, 1) - unit(n + i - 1, 1), 0, h / 160);
    if (seen[static_cast<std::size_t>(i)]) add(unit(i, 1), *seen[static_cast<std::size_t>(i)], h / 20);
  }
  cv::Mat solution;
  cv::solve(normal, right, solution, cv::DECOMP_CHOLESKY);
  std::vector<double> places;
  for (int i = 0; i < n; ++i) places.push_back(solution.at<double>(i));
  return places;
}

TEST(SmoothedBoxes, AreTheLeastSquaresPathThroughAllFrames) {
  std::mt19937 random(5);
  std::normal_distribution<float> noise(0, 2);
  std::vector<std::optional<Box>> seen;
  std::vector<std::optional<double>> centers;
  for (int frame = 0; frame < 25; ++frame) {
    const bool is_gap = frame > 0 && frame % 5 < 2 && frame < 24;
    const Box box{10 + 2 * static_cast<float>(frame) + noise(random), 0, 40, 60};
    seen.push_back(is_gap ? std::nullopt : std::optional(box));
    centers.push_back(is_gap ? std::nullopt : std::optional(static_cast<double>(box.center_x())));
  }
  const std::vector<double> expected = smoothed_by_least_squares(centers, 60);
  const std::vector<Box> boxes = smoothed(seen);
  ASSERT_EQ(boxes.size(), seen.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) EXPECT_NEAR(boxes[i].center_x(), expected[i], 1e-3) << i;
}

}  // namespace
}  // namespace ocelli::internal::box_motion_test
