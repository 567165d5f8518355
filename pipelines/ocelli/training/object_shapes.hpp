#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/detection/training/positives.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_sources.hpp"

/// The shapes of objects: aspect ratios of boxes, width per height. A detector of several shapes stretches
/// boxes into its window (CascadeParts::shapes), so one cascade and one verifier learn objects of all shapes.
namespace ocelli::internal {

/// The aspect ratio of each object. Faces with eyes and mouth are cut to squares.
std::vector<double> box_shapes(const TrainingImages& positives);

/// The ratio of the larger to the smaller, at least 1.
inline double ratio_between(double one, double other) { return std::max(one / other, other / one); }

/// Which boxes are exceptions.
struct ShapeSpread {
  double narrowest = 1, median = 1, widest = 1;
  std::size_t unlike = 0, boxes = 0;  ///< those that differ from the median by more than kUnlikeFactor

  static constexpr double kUnlikeFactor = 1.4;
  /// Whether so many differ that they are no exceptions.
  bool is_wide() const { return static_cast<double>(unlike) > 0.1 * static_cast<double>(boxes); }
};
ShapeSpread spread_of(std::span<const double> boxes);

/// The centers of at most `count` clusters of the boxes, in ascending order: the best k-means of the
/// logarithms (Wang and Song 2011). Requires  at least one box, and count > 0.
std::vector<float> cluster_shapes(std::span<const double> boxes, int count);

/// The shapes to learn, for windows of this shape: as many as were asked for or, by default, the fewest for
/// which nine boxes in ten differ from the nearest shape by at most a factor of 1.25. Empty if there is one
/// shape, for which boxes are extended to the window's shape. By default, there is one unless the spread of
/// the boxes is wide.
std::vector<float> shapes_for(std::span<const double> boxes, std::optional<int> asked, double window);

/// How far samples are stretched at most, as a logarithm: a quarter of the largest distance between
/// neighboring shapes. Objects between two shapes are stretched by up to twice as much.
double stretch_between(std::span<const float> shapes);

/// How boxes become windows.
inline BoxFit fit_of(std::span<const float> shapes) {
  return shapes.empty() ? BoxFit::extended : BoxFit::stretched;
}

/// Tells which shapes the detector learns, if it learns several.
std::optional<std::string> shapes_note(std::span<const float> shapes, const TrainingImages& positives);

/// With two decimals.
std::string shape_text(double shape);

}  // namespace ocelli::internal
