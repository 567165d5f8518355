#include "ocelli/text/layout/page_ink.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/ink_runs.hpp"
#include "ocelli/imaging/page_cleaning.hpp"
#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/imaging/ruling_lines.hpp"
#include "ocelli/imaging/skew.hpp"

namespace ocelli::internal {
namespace {

constexpr double kSmallPrint = 20;  ///< gray pages with letters lower than this many pixels are read enlarged
/// They are enlarged to twice their height, or, on pages of few pixels, to this one, by halves.
constexpr double kEnlarged = 24, kLeastEnlarged = 2, kMostEnlarged = 3;
constexpr double kFewPixels = 8e6;  ///< of an enlarged page
/// Letters taller than the first height are reduced to the second.
constexpr double kLargePrint = 200, kReduced = 80;
constexpr double kLevel = 0.0015;     ///< harmless skew in radians: lines have slopes of their own
constexpr double kWideRule = 20;      ///< in letter heights
constexpr double kMaxEnlarged = 4e7;  ///< maximum pixels of an enlarged page

double enlargement_of(double height, const cv::Mat& page) {
  const double scale = std::clamp(std::round(2 * kEnlarged / height) / 2, kLeastEnlarged, kMostEnlarged);
  return static_cast<double>(page.total()) * scale * scale < kFewPixels ? scale : kLeastEnlarged;
}

/// The rules of grids, and level rules that are too long to be part of a character.
std::vector<RulingLines> rules_of_tables(const RulingLines& rules, double letter) {
  std::vector<RulingLines> found = ruled_grids(rules, letter);
  RulingLines wide;
  for (const RulingLine& rule : rules.level)
    if (rule.length() >= kWideRule * letter) wide.level.push_back(rule);
  found.push_back(std::move(wide));
  return found;
}

}  // namespace

bool is_gray(const cv::Mat& image) {
  int low = 255, high = 0, between = 0;
  for (int y = 0; y < image.rows; y += 7) {
    const std::uint8_t* const row = image.ptr<std::uint8_t>(y);
    for (int x = 0; x < image.cols; ++x) {
      low = std::min<int>(low, row[x]);
      high = std::max<int>(high, row[x]);
    }
  }
  for (int y = 0; y < image.rows; y += 7) {
    const std::uint8_t* const row = image.ptr<std::uint8_t>(y);
    for (int x = 0; x < image.cols; ++x) between += row[x] != low && row[x] != high;
  }
  return between > 0;
}

cv::Rect PageInk::in_upright(const cv::Rect& box) const {
  // Deskewing rotated the ink around its center by `angle`. Rotate the box's center back.
  const cv::Point2d middle(ink.cols / 2.0, ink.rows / 2.0);
  const cv::Point2d center = cv::Point2d(box.x + box.width / 2.0, box.y + box.height / 2.0) - middle;
  const cv::Point2d back(center.x * std::cos(angle) - center.y * std::sin(angle),
                         center.x * std::sin(angle) + center.y * std::cos(angle));
  const cv::Point2d at = (back + middle) / scale;
  const double width = box.width / scale, height = box.height / scale;
  const cv::Point corner(static_cast<int>(std::lround(at.x - width / 2)),
                         static_cast<int>(std::lround(at.y - height / 2)));
  const cv::Size size(std::max(static_cast<int>(std::lround(width)), 1),
                      std::max(static_cast<int>(std::lround(height)), 1));
  return cv::Rect(corner, size) & cv::Rect({}, turned(source, quarters));
}

cv::Rect PageInk::from_upright(const cv::Rect& box) const {
  const cv::Point2d middle(ink.cols / 2.0, ink.rows / 2.0);
  const cv::Point2d at = cv::Point2d(box.x + box.width / 2.0, box.y + box.height / 2.0) * scale - middle;
  const cv::Point2d center(at.x * std::cos(angle) + at.y * std::sin(angle) + middle.x,
                           at.y * std::cos(angle) - at.x * std::sin(angle) + middle.y);
  const double width = box.width * scale, height = box.height * scale;
  return {static_cast<int>(std::lround(center.x - width / 2)),
          static_cast<int>(std::lround(center.y - height / 2)),
          std::max(static_cast<int>(std::lround(width)), 1),
          std::max(static_cast<int>(std::lround(height)), 1)};
}

cv::Rect PageInk::in_source(const cv::Rect& box) const {
  return turned(in_upright(box), turned(source, quarters), 4 - quarters);
}

PageInk prepare_page(const cv::Mat& gray, int quarters, bool straighten, const InkSettings& settings) {
  PageInk page{{}, gray.size(), quarters, 1, 0, is_gray(gray)};
  const cv::Mat upright = turned(gray, quarters);
  page.ink = binarized(upright, settings.share, settings.least_contrast);
  std::vector<Component> components = find_ink_runs(page.ink).list;
  const double height = text_height(components);
  const bool large = height > kLargePrint;
  const double enlarged = height > 0 ? enlargement_of(height, upright) : 1;
  const bool small = height > 0 && height < kSmallPrint && page.gray &&
                     static_cast<double>(upright.total()) * enlarged * enlarged < kMaxEnlarged;
  const bool blurred = height > 0 && page.gray && settings.sharpness > 0;
  if (small) page.scale = enlarged;
  if (large) page.scale = kReduced / height;
  if (small || large || blurred) {
    page.ink = ink_at(settings, upright, height, page.scale);
    components = find_ink_runs(page.ink).list;
  }
  page.ink = whole_print(page.ink, components);
  if (straighten) {
    const double angle = skew_angle(components);
    page.angle = std::abs(angle) < kLevel ? 0 : angle;
    page.ink = leveled_ink(page.ink, page.angle);
  }
  const double letter = page.scale * height;
  page.rules = find_ruling_lines(page.ink, letter);
  for (const RulingLines& rules : rules_of_tables(page.rules, letter))
    erase_ruling_lines(page.ink, rules, letter);
  page.uncleaned = page.ink;
  page.ink = cleaned_page(page.uncleaned);
  return page;
}

}  // namespace ocelli::internal
