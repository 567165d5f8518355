#include "ocelli/imaging/interest_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>
#include <tuple>
#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

constexpr float kMinResponse = 0.5f;  // gray levels
constexpr double kMaxSigma = 100;

cv::Mat blurred(const cv::Mat& image, double sigma) {
  const int reach = static_cast<int>(std::ceil(3 * sigma));
  cv::Mat smooth;
  cv::GaussianBlur(image, smooth, {2 * reach + 1, 2 * reach + 1}, sigma, sigma, cv::BORDER_REPLICATE);
  return smooth;
}

std::vector<cv::Mat> differences(const cv::Mat& gray, const InterestPointOptions& options) {
  cv::Mat numbers;
  gray.convertTo(numbers, CV_32F);
  std::vector<cv::Mat> all;
  cv::Mat finer = blurred(numbers, options.sigma);
  for (int s = 1; s <= options.scales; ++s) {
    cv::Mat coarser = blurred(numbers, options.sigma * std::pow(options.ratio, s));
    all.push_back(finer - coarser);
    finer = std::move(coarser);
  }
  return all;
}

/// Whether no neighbor exceeds the response at (x, y) of a scale, and no earlier neighbor equals it.
bool is_extremum(const std::vector<cv::Mat>& scales, int scale, int y, int x) {
  const float own = scales[static_cast<std::size_t>(scale)].at<float>(y, x);
  const float sign = own < 0 ? -1.0f : 1.0f;
  const int last_scale = std::min(scale + 1, static_cast<int>(scales.size()) - 1);
  for (int s = std::max(scale - 1, 0); s <= last_scale; ++s) {
    const cv::Mat& difference = scales[static_cast<std::size_t>(s)];
    for (int j = std::max(y - 1, 0); j <= std::min(y + 1, difference.rows - 1); ++j) {
      for (int i = std::max(x - 1, 0); i <= std::min(x + 1, difference.cols - 1); ++i) {
        const auto there = std::tie(s, j, i), here = std::tie(scale, y, x);
        const float ahead = sign * (own - difference.at<float>(j, i));
        if (there != here && (ahead < 0 || (ahead == 0 && there < here))) return false;
      }
    }
  }
  return true;
}

bool holds(const std::vector<InterestPoint>& points, int x, int y) {
  return std::ranges::any_of(points, [&](const InterestPoint& p) { return p.x == x && p.y == y; });
}

}  // namespace

void InterestPointOptions::validate() const {
  check_options(*this);
  require(sigma * std::pow(ratio, scales) <= kMaxSigma, Kind::usage,
          "the coarsest Gaussian would have a deviation of more than 100 pixels", "--point-scales");
}

std::vector<InterestPoint> interest_points(const cv::Mat& gray, const InterestPointOptions& options) {
  require_gray(gray);
  const std::vector<cv::Mat> scales = differences(gray, options);
  std::vector<InterestPoint> points;
  for (int s = 0; s < options.scales; ++s) {
    const cv::Mat& difference = scales[static_cast<std::size_t>(s)];
    for (int y = 0; y < difference.rows; ++y) {
      for (int x = 0; x < difference.cols; ++x) {
        const float response = difference.at<float>(y, x);
        if (std::abs(response) < kMinResponse || (response < 0 && !options.dark)) continue;
        if (is_extremum(scales, s, y, x)) points.push_back({x, y, response});
      }
    }
  }
  std::ranges::stable_sort(points, [](const InterestPoint& a, const InterestPoint& b) {
    return std::tuple(-std::abs(a.response), a.y, a.x) < std::tuple(-std::abs(b.response), b.y, b.x);
  });
  std::vector<InterestPoint> strongest;
  for (const InterestPoint& point : points) {
    if (static_cast<int>(strongest.size()) == options.count) break;
    if (!holds(strongest, point.x, point.y)) strongest.push_back(point);
  }
  return strongest;
}

}  // namespace ocelli::internal
