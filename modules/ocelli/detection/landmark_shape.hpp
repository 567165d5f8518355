#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// x and y of five landmarks, in 1/256 pixels of a landmark crop, relative to its center. Whole numbers: the
/// same on every machine.
using LandmarkShape = std::array<std::int32_t, 10>;

/// A pixel near a landmark: its offset in the frame of the mean shape.
struct LandmarkPixel {
  std::int16_t x = 0, y = 0;  ///< in 1/256 pixels of the crop
  std::uint8_t landmark = 0;

  friend bool operator==(const LandmarkPixel&, const LandmarkPixel&) = default;
};

/// A rotation and change of size: (x, y) becomes (a x - b y, b x + a y).
struct ShapeTransform {
  static constexpr int kBits = 14;

  std::int32_t a = 1 << kBits, b = 0;  ///< in units of 2^-kBits

  /// Rotates clockwise by an angle in degrees.
  static ShapeTransform rotation(float degrees);
  /// The transform of a shape that brings it closest to another one, after both are centered.
  static ShapeTransform between(const LandmarkShape& from, const LandmarkShape& to);

  std::int32_t x(std::int64_t from_x, std::int64_t from_y) const {
    return static_cast<std::int32_t>((a * from_x - b * from_y) >> kBits);
  }
  std::int32_t y(std::int64_t from_x, std::int64_t from_y) const {
    return static_cast<std::int32_t>((b * from_x + a * from_y) >> kBits);
  }
  LandmarkShape operator()(const LandmarkShape& shape) const;
};

/// The crop of an image in which landmarks are placed: a square around an object.
struct LandmarkCrop {
  static constexpr int kSide = 64;   ///< pixels
  static constexpr int kUnit = 256;  ///< units of a shape per pixel
  /// The margin on each side of an object, as a share of its longer side.
  static constexpr float kMargin = 0.2F;
  /// Shapes stay within this many units of the center.
  static constexpr std::int32_t kReach = 2 * kSide * kUnit;

  /// The part of the image to crop.
  static Box around(const Box& object);
  /// The places of a shape in the image.
  static Landmarks places(const LandmarkShape& shape, const Box& part);
  /// The shape of places in the image.
  static LandmarkShape shape(const Landmarks& places, const Box& part);
};

/// Adds a step in the frame of the mean shape. Landmarks stay within LandmarkCrop::kReach.
void move(LandmarkShape& shape, const ShapeTransform& transform, const LandmarkShape& step);

/// Reads the pixels of a crop near the landmarks. Outside the crop its border is replicated.
/// Requires  an 8-bit gray crop of LandmarkCrop::kSide pixels a side, and as many values as pixels.
void read_pixels(const cv::Mat& crop, std::span<const LandmarkPixel> pixels, const LandmarkShape& shape,
                 const ShapeTransform& transform, std::span<std::uint8_t> values);

}  // namespace ocelli::internal
