#pragma once

namespace ocelli {

/// What objects are hidden under.
enum class BlurStyle {
  pixelate,  ///< squares of one color each, at most six across the object
  blur,      ///< a smooth surface through the colors of these squares
  fill,      ///< black
  picture,   ///< the squares, and a picture over them
};

enum class BlurShape { ellipse, box };

}  // namespace ocelli
