#include "ocelli/data/annotations/face_frame.hpp"

#include <algorithm>
#include <cmath>

namespace ocelli::internal {

FaceFrame frame_face(const Eyes& eyes, const Point& mouth) {
  constexpr float kSideByEyes = 2.73f, kMouthByEyes = 1.06f, kEyesBelowTop = 0.377f;
  const Point middle{(eyes.left.x + eyes.right.x) / 2, (eyes.left.y + eyes.right.y) / 2};
  const float across = std::hypot(eyes.right.x - eyes.left.x, eyes.right.y - eyes.left.y);
  const float down = std::hypot(mouth.x - middle.x, mouth.y - middle.y);
  const float side = kSideByEyes * std::max(across, down / kMouthByEyes);
  const float angle = std::atan2(eyes.right.y - eyes.left.y, eyes.right.x - eyes.left.x);
  const float drop = (0.5f - kEyesBelowTop) * side;
  return {{middle.x - drop * std::sin(angle), middle.y + drop * std::cos(angle)}, side, angle};
}

}  // namespace ocelli::internal
