#include "ocelli/imaging/quarter_turn.hpp"

#include <array>
#include <opencv2/core.hpp>

namespace ocelli::internal {

cv::Mat turned(const cv::Mat& picture, int quarters) {
  if (quarters % 4 == 0) return picture;
  cv::Mat turned;
  turn(picture, quarters, turned);
  return turned;
}

void turn(const cv::Mat& picture, int quarters, cv::Mat& result) {
  constexpr std::array kTurns = {cv::ROTATE_90_CLOCKWISE, cv::ROTATE_180, cv::ROTATE_90_COUNTERCLOCKWISE};
  if (quarters % 4 == 0) return picture.copyTo(result);
  cv::rotate(picture, result, kTurns[static_cast<std::size_t>(quarters % 4 - 1)]);
}

cv::Rect turned(const cv::Rect& box, cv::Size picture, int quarters) {
  const int right = picture.width - box.x - box.width, below = picture.height - box.y - box.height;
  switch (quarters % 4) {
    case 1:
      return {below, box.x, box.height, box.width};
    case 2:
      return {right, below, box.width, box.height};
    case 3:
      return {box.y, right, box.height, box.width};
    default:
      return box;
  }
}

cv::Size turned(cv::Size picture, int quarters) {
  return quarters % 2 == 0 ? picture : cv::Size(picture.height, picture.width);
}

}  // namespace ocelli::internal
