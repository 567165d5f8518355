#include "ocelli/imaging/skew.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kWidestAngle = 10 * kDegree;
constexpr std::size_t kMinFeet = 12;
constexpr std::size_t kMaxLetters = 4000;  // more add no information
constexpr double kTallest = 1 << 19;  // pixels: larger than any sheet, and each angle counts all its rows

/// The center of the lower edge of each letter.
std::vector<cv::Point2d> feet_of(std::span<const Component> components, double letter) {
  std::vector<cv::Point2d> feet;
  for (const Component& component : components) {
    const cv::Rect& box = component.box;
    if (box.height < 0.6 * letter || box.height > 2 * letter || box.width > 3 * letter) continue;
    feet.emplace_back(box.x + box.width / 2.0, box.br().y);
  }
  if (feet.size() <= kMaxLetters) return feet;
  const std::size_t step = (feet.size() + kMaxLetters - 1) / kMaxLetters;
  for (std::size_t i = 0; i * step < feet.size(); ++i) feet[i] = feet[i * step];
  feet.resize((feet.size() + step - 1) / step);
  return feet;
}

/// Measures how full the rows of feet are along an angle. A foot is shared between the two nearest rows.
class RowVotes {
 public:
  RowVotes(const std::vector<cv::Point2d>& feet, double row_height) : feet_(feet), row_height_(row_height) {
    double right = 0, bottom = 0;
    for (const cv::Point2d& foot : feet) {
      right = std::max(right, foot.x);
      bottom = std::max(bottom, foot.y);
    }
    above_ = right * std::tan(kWidestAngle * 1.1);
    counts_.resize(static_cast<std::size_t>((bottom + 2 * above_) / row_height) + 3);
  }

  double along(double angle) {
    check_canceled();
    std::fill(counts_.begin(), counts_.end(), 0.0F);
    const double slope = std::tan(angle), scale = 1 / row_height_;
    for (const cv::Point2d& foot : feet_) {
      const double row = (foot.y - slope * foot.x + above_) * scale;
      const auto whole = static_cast<std::size_t>(row);
      const auto rest = static_cast<float>(row - static_cast<double>(whole));
      counts_[whole] += 1 - rest;
      counts_[whole + 1] += rest;
    }
    double sum = 0;
    for (const float count : counts_) sum += static_cast<double>(count) * count;
    return sum;
  }

 private:
  const std::vector<cv::Point2d>& feet_;
  double row_height_, above_;
  std::vector<float> counts_;
};

struct Peak {
  double angle = 0, votes = 0, mean = 0;
};

/// The best angle from middle - reach to middle + reach.
Peak best_angle(RowVotes& rows, double middle, double reach, double step) {
  Peak best;
  const int steps = static_cast<int>(std::lround(reach / step));
  for (int i = -steps; i <= steps; ++i) {
    const double angle = middle + i * step;
    const double votes = rows.along(angle);
    best.mean += votes / (2 * steps + 1);
    if (votes > best.votes || (votes == best.votes && std::abs(angle) < std::abs(best.angle))) {
      best.votes = votes;
      best.angle = angle;
    }
  }
  return best;
}

/// Copies the pixels from `begin` to `end` to the row `to`, shifted right by `by` columns (left if negative),
/// clipped to the row.
void copy_moved(const std::uint8_t* from, std::uint8_t* to, int begin, int end, int width, int by) {
  const int first = std::max(begin, -by), last = std::min(end, width - by);
  if (first < last) std::memcpy(to + first + by, from + first, static_cast<std::size_t>(last - first));
}

/// Applies small angles as two shears by whole pixels. Strokes keep their thickness, and at one degree a
/// letter has a step of one pixel at most every 57 pixels.
cv::Mat sheared(const cv::Mat& ink, double angle) {
  cv::Mat level = cv::Mat::zeros(ink.size(), CV_8UC1);
  const double slope = std::tan(angle);
  const double middle_x = ink.cols / 2.0, middle_y = ink.rows / 2.0;
  const auto fall_at = [&](int x) { return static_cast<int>(std::lround(slope * (x + 0.5 - middle_x))); };
  for (int begin = 0; begin < ink.cols;) {
    const int fall = fall_at(begin);
    int end = begin + 1;
    while (end < ink.cols && fall_at(end) == fall) ++end;
    for (int y = std::max(0, -fall); y < std::min(ink.rows, ink.rows - fall); ++y) {
      const int across = static_cast<int>(std::lround(slope * (y + 0.5 - middle_y)));
      copy_moved(ink.ptr<std::uint8_t>(y + fall), level.ptr<std::uint8_t>(y), begin, end, ink.cols, across);
    }
    begin = end;
  }
  return level;
}

cv::Mat interpolated(const cv::Mat& ink, double angle) {
  cv::Mat level;
  const cv::Point2f middle(static_cast<float>(ink.cols) / 2, static_cast<float>(ink.rows) / 2);
  const cv::Mat turn = cv::getRotationMatrix2D(middle, angle / kDegree, 1);
  cv::warpAffine(ink, level, turn, ink.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT, 0);
  cv::threshold(level, level, 127, 255, cv::THRESH_BINARY);
  return level;
}

}  // namespace

double skew_angle(std::span<const Component> components) {
  constexpr double kClear = 1.25;  // how far the best angle must exceed the mean of all
  const double letter = text_height(components);
  const std::vector<cv::Point2d> feet = feet_of(components, letter);
  if (feet.size() < kMinFeet || std::ranges::max(feet, {}, &cv::Point2d::y).y > kTallest) return 0;
  RowVotes coarse(feet, std::max(2.0, letter / 4));
  const Peak rough = best_angle(coarse, 0, kWidestAngle, 0.25 * kDegree);
  if (rough.votes < kClear * rough.mean) return 0;
  RowVotes fine(feet, std::max(1.0, letter / 12));
  const Peak close = best_angle(fine, rough.angle, 0.5 * kDegree, 0.1 * kDegree);
  return best_angle(fine, close.angle, 0.1 * kDegree, 0.02 * kDegree).angle;
}

cv::Mat leveled_ink(const cv::Mat& ink, double angle) {
  constexpr double kShearAngle = 1.0 * kDegree;
  require_gray(ink);
  require(std::abs(angle) <= 45 * kDegree, Kind::usage, "a page can be rotated by at most 45 degrees");
  if (ink.empty() || angle == 0) return ink;
  // warpAffine() accepts no larger images.
  const bool is_beyond_opencv = std::max(ink.cols, ink.rows) >= SHRT_MAX;
  return is_beyond_opencv || std::abs(angle) <= kShearAngle ? sheared(ink, angle) : interpolated(ink, angle);
}

}  // namespace ocelli::internal
