#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// What objects are hidden under.
enum class BlurStyle : std::uint8_t {
  pixelate,  ///< squares of one color each
  blur,      ///< a smooth surface through the colors of these squares
  fill,      ///< black
};

constexpr auto names_of(BlurStyle) {
  return std::array{std::pair{BlurStyle::pixelate, "pixelate"}, std::pair{BlurStyle::blur, "blur"},
                    std::pair{BlurStyle::fill, "fill"}};
}

enum class BlurShape : std::uint8_t { ellipse, box };

constexpr auto names_of(BlurShape) {
  return std::array{std::pair{BlurShape::ellipse, "ellipse"}, std::pair{BlurShape::box, "box"}};
}

/// The squares across the longer side of an object's box, at most. What a concealed region still shows are
/// their mean colors; no style shows more. Blurring alone could be undone in part, so BlurStyle::blur is a
/// function of the same means.
inline constexpr int kSquaresAcross = 6;

/// The part of a box's width and height added on each side. The ellipse then contains the whole box.
inline constexpr double kConcealMargin = 0.21;

struct Concealment {
  BlurStyle style = BlurStyle::pixelate;
  BlurShape shape = BlurShape::ellipse;
  double margin = kConcealMargin;  ///< at least 0
  cv::Mat picture = {};            ///< laid over it, scaled to its size: 8-bit BGRA
};

/// One array of samples of a picture: the Y, U or V plane of a video frame, or the pixels of a photo.
struct PicturePlane {
  cv::Mat samples;               ///< 8 or 16 bits, 1 to 4 channels; its memory is changed
  int step_x = 1, step_y = 1;    ///< pixels of the picture per sample: 2 x 2 for the colors of YUV 4:2:0
  cv::Mat from_bgr = cv::Mat();  ///< CV_64F, channels x 4: from (blue, green, red in 0 to 255, 1) to a sample
};

/// The pixels of a gray, BGR or BGRA picture of 8 or 16 bits.
PicturePlane plane_of(const cv::Mat& picture);

/// What is hidden of a detected object: its box, or the box around a tilted one, with the margin.
Box concealed_region(const Detection& object, double margin);

/// Makes an object unrecognizable, in all planes of a picture. The other pixels stay.
///
/// Throws  Error(Kind::image) for samples of another type.
/// Cost    three passes over the region.
void conceal(std::span<const PicturePlane> planes, const Detection& object, const Concealment& how);
/// The same for pictures as in plane_of(), and several objects.
void conceal(const cv::Mat& picture, std::span<const Detection> objects, const Concealment& how);

/// Makes the whole picture black.
void conceal_all(std::span<const PicturePlane> planes);

}  // namespace ocelli::internal
