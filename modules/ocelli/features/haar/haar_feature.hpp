#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/imaging/integral_image.hpp"

namespace ocelli::internal {

/// A rectangle of a detection window and the weight of its pixel sum. Unit: window pixels.
struct WeightedRect {
  std::uint8_t x = 0, y = 0, w = 0, h = 0;
  std::int8_t weight = 0;

  friend bool operator==(const WeightedRect&, const WeightedRect&) = default;
};

/// One corner of a feature in the integral image, relative to the window's top-left corner, with its total
/// weight.
struct WeightedCorner {
  std::uint8_t x = 0, y = 0;
  std::int16_t weight = 0;

  friend bool operator==(const WeightedCorner&, const WeightedCorner&) = default;
};

/// A Haar-like block difference: the weighted sum of the pixels in one to four upright rectangles.
///
/// This form covers the paper's three types (floatboost fig. 4) and the usual two-, three- and four-rectangle
/// features. Every feature of the pools is balanced (its weighted areas sum to 0), so adding a constant to
/// all pixels changes nothing. Responses are exact: integers below 2^31 for windows up to 255 x 255.
struct HaarFeature {
  static constexpr std::size_t kMaxRects = 4;

  std::array<WeightedRect, kMaxRects> rects{};
  std::uint8_t count = 0;

  std::span<const WeightedRect> used() const { return {rects.data(), count}; }
  void add(const WeightedRect& rect) { rects[count++] = rect; }

  friend bool operator==(const HaarFeature&, const HaarFeature&) = default;
};

/// The corners of all rectangles in (y, x) order. Coincident corners are merged and canceling ones dropped.
/// The response is the sum over corners of weight * table.at(y, x): 4 to 16 look-ups.
std::vector<WeightedCorner> corners(const HaarFeature& feature);

/// The response in the window with its top-left corner at (x, y).
/// Requires  the window lies inside the table's image.
std::int32_t response(const HaarFeature& feature, const IntegralTable& sum, int x, int y);

/// The mirrored feature: its response to a window equals the original feature's response to the mirrored
/// window.
HaarFeature mirrored(HaarFeature feature, int window_width);

/// The turned feature: its response to a window turned clockwise by 0 to 3 quarters equals the original
/// feature's response to the window before. The size is that of the window before.
HaarFeature turned(HaarFeature feature, int window_width, int window_height, int quarters);

/// Whether each rectangle has an area and lies inside a window of the given size, and the weighted areas sum
/// to 0.
bool is_balanced_inside(const HaarFeature& feature, int window_width, int window_height);

}  // namespace ocelli::internal
