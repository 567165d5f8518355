#pragma once

#include <array>
#include <cstddef>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

namespace ocelli::internal {

/// The position and width of a glyph on its line, in x-heights. Top and bottom are measured up from the
/// baseline.
struct GlyphPlace {
  float top = 0, bottom = 0, width = 0;

  friend bool operator==(const GlyphPlace&, const GlyphPlace&) = default;
};

/// Baseline and x-height at a glyph, in pixels.
struct LineFrame {
  double baseline = 0, slope = 0, x_height = 1;

  GlyphPlace place(const cv::Rect& box) const;

  friend bool operator==(const LineFrame&, const LineFrame&) = default;
};

/// The distribution of a class's positions: independent normal distributions with a mean and a deviation for
/// each number.
struct PlaceDistribution {
  GlyphPlace mean, deviation;

  friend bool operator==(const PlaceDistribution&, const PlaceDistribution&) = default;
};

/// How well a glyph's position on its line fits each class. It distinguishes "c" from "C", "," from "'" and
/// "-" from "_", which look alike after size normalization.
class PlaceModel {
 public:
  PlaceModel() = default;
  /// Throws  Error(Kind::model) unless all numbers are finite and all deviations above 0.
  explicit PlaceModel(std::vector<PlaceDistribution> classes);

  const std::vector<PlaceDistribution>& classes() const { return classes_; }

  /// Log density of a position in a class. Each number counts as at most kFarthest deviations away, so that a
  /// line with a wrong frame does not outweigh the glyph images.
  float log_density(std::size_t label, const GlyphPlace& place) const;

  static constexpr float kFarthest = 4;

 private:
  std::vector<PlaceDistribution> classes_;
  std::vector<float> peaks_;  ///< log density at each class's mean
};

/// Fits means and deviations of the positions of each class. Deviations are at least `min_deviation`, because
/// measurements on a page are less exact than typesetting. A class without samples gets a broad distribution.
/// Requires  a label below `classes` for each position.
PlaceModel fit_places(std::span<const GlyphPlace> places, std::span<const std::uint16_t> labels,
                      std::size_t classes, float min_deviation);

}  // namespace ocelli::internal
