#include "ocelli/detection/training/object_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace ocelli::internal {
namespace {

enum class Side : std::uint8_t { left, right, top, bottom };

bool is_upright(Side side) { return side == Side::left || side == Side::right; }
bool is_first(Side side) { return side == Side::left || side == Side::top; }

/// The column or row of a random line that leaves a share of the object on the given side.
int random_line(const Box& object, Side side, Random& random) {
  const double share = random.uniform(0, kMaxHidden);
  const double begin = is_upright(side) ? object.x : object.y;
  const double length = is_upright(side) ? object.w : object.h;
  return static_cast<int>(std::lround(begin + (is_first(side) ? share : 1 - share) * length));
}

/// The columns or rows that cross a line parallel to the side.
cv::Mat band(const cv::Mat& picture, Side side, cv::Range range) {
  return is_upright(side) ? picture.colRange(range) : picture.rowRange(range);
}

int length_across(const cv::Mat& picture, Side side) {
  return is_upright(side) ? picture.cols : picture.rows;
}

}  // namespace

ObjectPicture truncate(const ObjectPicture& whole, Random random) {
  const auto side = static_cast<Side>(random.below(4));
  const int line = random_line(whole.object, side, random);
  if (!is_first(side)) return {band(whole.gray, side, {0, line}), whole.object};
  Box object = whole.object;
  (is_upright(side) ? object.x : object.y) -= static_cast<float>(line);
  return {band(whole.gray, side, {line, length_across(whole.gray, side)}), object};
}

ObjectPicture occlude(const ObjectPicture& whole, const cv::Mat& other, Random random) {
  constexpr std::array kOcclusionSides{Side::top,    Side::top,  Side::top,
                                       Side::bottom, Side::left, Side::right};
  const Side side = kOcclusionSides[random.below(kOcclusionSides.size())];
  const int line = random_line(whole.object, side, random);
  const int around = static_cast<int>(is_upright(side) ? whole.object.x : whole.object.y);
  const cv::Range occluded = is_first(side)
                                 ? cv::Range(std::max(0, line - around), line)
                                 : cv::Range(line, std::min(line + around, length_across(whole.gray, side)));
  ObjectPicture picture{whole.gray.clone(), whole.object};
  band(other, side, {0, occluded.size()}).copyTo(band(picture.gray, side, occluded));
  return picture;
}

}  // namespace ocelli::internal
