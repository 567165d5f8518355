#pragma once

#include <array>
#include <cstddef>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

namespace ocelli {

/// Where on its line a glyph stands and how wide it is, in x-heights: its top and its bottom above the baseline, and its
/// width.
struct GlyphPlace {
  float top = 0, bottom = 0, width = 0;

  friend bool operator==(const GlyphPlace&, const GlyphPlace&) = default;
};

/// Baseline and x-height where a glyph stands, pixels.
struct LineFrame {
  double baseline = 0, slope = 0, x_height = 1;

  GlyphPlace place(const cv::Rect& box) const;

  friend bool operator==(const LineFrame&, const LineFrame&) = default;
};

/// A class's places: mean and deviation of each number, independent of one another.
struct PlaceDistribution {
  GlyphPlace mean, deviation;

  friend bool operator==(const PlaceDistribution&, const PlaceDistribution&) = default;
};

/// How well a glyph's place on its line suits each class: what tells "c" from "C", "," from "'" and "-" from "_", which
/// look alike once they are brought to one size.
class PlaceModel {
 public:
  PlaceModel() = default;
  /// Throws  Error(Kind::model) unless all numbers are finite and all deviations above 0.
  explicit PlaceModel(std::vector<PlaceDistribution> classes);

  const std::vector<PlaceDistribution>& classes() const { return classes_; }

  /// Logarithm of the density of a place in a class, at least that of kFarthest deviations for each number: a line
  /// whose frame is wrong must not outweigh what glyphs look like.
  float log_density(std::size_t label, const GlyphPlace& place) const;

  static constexpr float kFarthest = 4;

 private:
  std::vector<PlaceDistribution> classes_;
  std::vector<float> peaks_;  ///< log density at each class's mean
};

/// Means and deviations of the places of each class, deviations at least `least_deviation`: what is measured on a page is
/// less exact than what is set.
/// Requires  a label below `classes` for each place. A class without a place has one that suits nothing in particular.
PlaceModel fit_places(std::span<const GlyphPlace> places, std::span<const std::uint16_t> labels,
                      std::size_t classes, float least_deviation);

}  // namespace ocelli
