#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace ocelli {

/// An axis-aligned rectangle in source pixels: origin at the top left of the image, x to the right, y down.
struct Box {
  float x = 0, y = 0, w = 0, h = 0;

  float area() const { return w * h; }
  float center_x() const { return x + w / 2; }
  float center_y() const { return y + h / 2; }

  friend bool operator==(const Box&, const Box&) = default;
};

inline float intersection_area(const Box& a, const Box& b) {
  const float w = std::min(a.x + a.w, b.x + b.w) - std::max(a.x, b.x);
  const float h = std::min(a.y + a.h, b.y + b.h) - std::max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0.0f;
}

/// Intersection over union; 0 for boxes without area.
inline float overlap(const Box& a, const Box& b) {
  const float common = intersection_area(a, b);
  const float together = a.area() + b.area() - common;
  return together > 0 ? common / together : 0.0f;
}

/// A place in an image, on the same axes as Box.
struct Point {
  float x = 0, y = 0;

  friend bool operator==(const Point&, const Point&) = default;
};

/// The landmarks of a face: left eye, right eye, nose, left and right corner of the mouth. Left and right are
/// sides of the image. A landmark may lie outside of the image.
using Landmarks = std::array<Point, 5>;

/// How an object is turned, in degrees.
struct Pose {
  std::optional<float> yaw =
      {};          ///< above 0: turned to the right side of the image; if the detector estimates it
  float roll = 0;  ///< clockwise in the image plane: above -180, up to 180

  friend bool operator==(const Pose&, const Pose&) = default;
};

/// A detected object: its box, its score (higher is more certain) and its label.
///
/// An object that is turned by a quarter fills its box. One that is tilted fills the same box tilted about
/// its center, from the nearest quarter turn on.
struct Detection {
  Box box;
  float score = 0;
  std::string label;
  std::optional<float> probability = {};    ///< that it is an object, if the detector estimates it
  std::optional<Landmarks> landmarks = {};  ///< of a face, if the detector places them
  std::optional<Pose> pose = {};            ///< if the detector estimates it or searches for rotated objects
  /// The number of the object in its video, from 1, if objects are followed.
  std::optional<int> track = {};
  /// False: the detector did not find the object in this frame, and the box is an estimate from others.
  bool seen = true;

  friend bool operator==(const Detection&, const Detection&) = default;
};

/// How objects are cut out of an image.
struct CropOptions {
  /// Turn objects upright. With landmarks, and the other options as they are, the crop is a square with the
  /// eyes at fixed places.
  bool align = false;
  /// The longer side in pixels, 1 to 4096. Empty: the pixels of the image, or 112 with landmarks and `align`.
  std::optional<int> size = {};
  /// The share of the box that is added on each side, 0 to 4.
  double margin = 0.2;
  /// Width per height, 0.1 to 10; 1 for squares. The crop is extended to it, and beyond the edge of the image
  /// the last pixels are repeated. Empty: as the box is, and only what lies in the image.
  std::optional<double> aspect = {};
};

}  // namespace ocelli
