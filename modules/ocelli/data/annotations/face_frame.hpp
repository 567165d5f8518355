#pragma once

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// The square around a face, rotated with it: its center, its side in pixels, and the angle from the image's
/// horizontal to the line through the eyes, in radians, clockwise on the screen.
struct FaceFrame {
  Point center;
  float side = 0;
  float angle = 0;
};

/// The framing of Viola and Jones, and of OpenCV's cascades, from landmarks: side = 2.73 max(eye distance,
/// distance from eyes to mouth / 1.06), the eyes centered and 0.377 sides below the top.
FaceFrame frame_face(const Eyes& eyes, const Point& mouth);

}  // namespace ocelli::internal
