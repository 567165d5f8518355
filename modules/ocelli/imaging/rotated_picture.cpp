#include "ocelli/imaging/rotated_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <string>

#include "ocelli/core/require.hpp"
#include "ocelli/imaging/quarter_turn.hpp"

namespace ocelli::internal {
namespace {

constexpr int kMaxSide = 32'766;  ///< of cv::remap(), whose places are 16-bit

bool is_quarter_turn(double degrees) { return std::fmod(degrees, 90) == 0; }

/// Exact for quarter turns, which std::cos() is not.
double cosine_of(double degrees) {
  if (is_quarter_turn(degrees))
    return std::array{1, 0, -1, 0}[static_cast<std::size_t>(nearest_quarters(degrees))];
  return std::cos(degrees * std::numbers::pi / 180);
}

/// The places along an axis at which slope * place + offset is 0 to `length`.
std::pair<double, double> places_within(double slope, double offset, double length) {
  constexpr double kFar = std::numeric_limits<double>::max();
  if (slope == 0) return offset >= 0 && offset <= length ? std::pair(-kFar, kFar) : std::pair(kFar, -kFar);
  return std::minmax({-offset / slope, (length - offset) / slope});
}

}  // namespace

int nearest_quarters(double degrees) {
  const auto turns = static_cast<int>(std::ceil(degrees / 90 - 0.5));
  return (turns % 4 + 4) % 4;
}

double tilt_of(double degrees) { return degrees - 90 * std::ceil(degrees / 90 - 0.5); }

RotatedPicture::RotatedPicture(cv::Size source, double degrees)
    : source_(source), degrees_(degrees), cosine_(cosine_of(degrees)), sine_(cosine_of(degrees - 90)) {
  const double across = std::abs(cosine_), along = std::abs(sine_);
  size_ = {static_cast<int>(std::lround(source.width * across + source.height * along)),
           static_cast<int>(std::lround(source.width * along + source.height * across))};
  require(is_quarter_turn(degrees) ||
              std::max({source.width, source.height, size_.width, size_.height}) <= kMaxSide,
          Kind::input, [&] {
            return "is too large to be rotated, " + std::to_string(source.width) + " x " +
                   std::to_string(source.height) + " pixels; use --rotation 0 or quarter";
          });
}

void RotatedPicture::draw(const cv::Mat& source, cv::Mat& rotated) const {
  if (is_quarter_turn(degrees_)) return turn(source, nearest_quarters(degrees_), rotated);
  constexpr int kStrip = 16;  // rows with nearly the same columns of the source
  rotated.create(size_, CV_8UC1);
  for (int y = 0; y < size_.height; y += kStrip) {
    const cv::Range rows(y, std::min(size_.height, y + kStrip));
    const cv::Range inside = columns_showing_source(rows);
    for (const cv::Range outside : {cv::Range(0, inside.start), cv::Range(inside.end, size_.width)})
      repeat_edge(source, rows, outside, rotated);
    if (!inside.empty()) interpolate(source, rows, inside, rotated);
  }
}

cv::Range RotatedPicture::columns_showing_source(cv::Range rows) const {
  cv::Range whole(size_.width, 0);
  for (int y = rows.start; y < rows.end; ++y) {
    const auto [least, greatest] = columns(y + 0.5);
    if (least > greatest) continue;
    whole.start = std::min(whole.start, std::max(0, static_cast<int>(least) - 1));
    whole.end = std::max(whole.end, std::min(size_.width, static_cast<int>(greatest) + 2));
  }
  return whole.start < whole.end ? whole : cv::Range(0, 0);
}

void RotatedPicture::interpolate(const cv::Mat& source, cv::Range rows, cv::Range columns,
                                 cv::Mat& rotated) const {
  // Between centers of pixels, which are half a pixel from their corners.
  const cv::Point2d origin = to_source({columns.start + 0.5, rows.start + 0.5});
  const cv::Matx23d to_pixel(cosine_, sine_, origin.x - 0.5, -sine_, cosine_, origin.y - 0.5);
  cv::Mat part = rotated(rows, columns);
  cv::warpAffine(source, part, to_pixel, part.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                 cv::BORDER_REPLICATE);
}

void RotatedPicture::repeat_edge(const cv::Mat& source, cv::Range rows, cv::Range columns,
                                 cv::Mat& rotated) const {
  constexpr int kBits = 16;
  const auto fixed = [](double place) { return std::llround(std::ldexp(place, kBits)); };
  const auto pixel = [](std::int64_t place, int count) {
    return static_cast<int>(std::clamp<std::int64_t>(place >> kBits, 0, count - 1));
  };
  const std::int64_t step_x = fixed(cosine_), step_y = fixed(-sine_);
  for (int y = rows.start; y < rows.end; ++y) {
    const cv::Point2d origin = to_source({columns.start + 0.5, y + 0.5});
    std::int64_t from_x = fixed(origin.x), from_y = fixed(origin.y);
    auto* const row = rotated.ptr<std::uint8_t>(y);
    for (int x = columns.start; x < columns.end; ++x, from_x += step_x, from_y += step_y)
      row[x] = source.ptr<std::uint8_t>(pixel(from_y, source.rows))[pixel(from_x, source.cols)];
  }
}

cv::Point2d RotatedPicture::to_source(cv::Point2d place) const {
  const double x = place.x - size_.width / 2.0, y = place.y - size_.height / 2.0;
  return {cosine_ * x + sine_ * y + source_.width / 2.0, cosine_ * y - sine_ * x + source_.height / 2.0};
}

std::pair<double, double> RotatedPicture::columns(double y) const {
  const cv::Point2d left = to_source({0, y});
  const auto [from, to] = places_within(cosine_, left.x, source_.width);
  const auto [first, last] = places_within(-sine_, left.y, source_.height);
  return {std::max(from, first), std::min(to, last)};
}

}  // namespace ocelli::internal
