#include "ocelli/detection/cascade.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <utility>

#include "ocelli/detection/model_checks.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/imaging/integral_image.hpp"

namespace ocelli::internal {
namespace {

bool all_finite(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

void check_sizes(const CascadeParts& p) {
  const auto side_fits = [](int side) { return side >= Cascade::kMinSide && side <= Cascade::kMaxSide; };
  check_model(side_fits(p.width) && side_fits(p.height), "its window of " + std::to_string(p.width) + " x " +
                                                             std::to_string(p.height) +
                                                             " pixels is out of range");
  check_model(p.joint == 1 || p.joint == 2,
              "its weak classifiers of " + std::to_string(p.joint) + " features are out of range");
  check_model(p.bins >= 2 && p.bins <= Cascade::kMaxBins && p.cells() <= Cascade::kMaxBins,
              "its tables of " + std::to_string(p.bins) + " bins a feature are out of range");
  check_model(p.min_deviation >= Cascade::kDeviationFloor && p.min_deviation <= 255,
              "its minimum deviation is out of range");
  check_model(std::isfinite(p.min_score) && p.min_score >= 0,
              "its minimum score is not a finite number of at least 0");
  check_model(p.weak_count() <= Cascade::kMaxWeak, "it has too many weak classifiers");
  check_model(p.features.size() == p.weak_count() * static_cast<std::size_t>(p.joint) &&
                  p.tables.size() == p.weak_count() * p.cells(),
              "its tables do not match its weak classifiers");
}

void check_features(const CascadeParts& p) {
  for (std::size_t f = 0; f < p.features.size(); ++f) {
    const BinnedFeature& binned = p.features[f];
    check_model(is_balanced_inside(binned.feature, p.width, p.height),
                numbered("feature", f) + " is unbalanced or outside the window");
    check_model(std::isfinite(binned.low) && std::isfinite(binned.scale) && binned.scale > 0,
                numbered("the bins of feature", f) + " are out of range");
  }
  check_model(all_finite(p.tables), "a table contains a number that is not finite");
}

/// No score exceeds the sum of the largest absolute votes of all tables.
void check_scores(const CascadeParts& p) {
  double max = 0;
  for (std::size_t first = 0; first < p.tables.size(); first += p.cells()) {
    const auto table = std::span(p.tables).subspan(first, p.cells());
    const auto [min, greatest] = std::ranges::minmax(table);
    max += std::max(std::abs(min), std::abs(greatest));
  }
  check_model(max <= Cascade::kMaxScore, "the votes of its weak classifiers are out of range");
}

void check_stages(const CascadeParts& p) {
  std::uint32_t previous = 0;
  for (std::size_t s = 0; s < p.stages.size(); ++s) {
    const CascadeStage& stage = p.stages[s];
    check_model(stage.end > previous && stage.end <= p.weak_count(),
                numbered("stage", s) + " is out of order");
    check_model(std::isfinite(stage.threshold), numbered("the threshold of stage", s) + " is not finite");
    previous = stage.end;
  }
  check_model(previous == p.weak_count(), "its last stage does not end with its last weak classifier");
}

void check_shapes(const CascadeParts& p) {
  check_model(p.shapes.size() <= Cascade::kMaxShapes, "it has too many shapes");
  const double own = static_cast<double>(p.width) / p.height;
  float previous = 0;
  for (const float shape : p.shapes) {
    check_model(shape > previous, "its shapes are out of order");
    check_model(shape <= own * Cascade::kMaxStretch && shape >= own / Cascade::kMaxStretch,
                "one of its shapes is out of range");
    previous = shape;
  }
}

/// The integral image and normalization of a window.
struct WindowSums {
  IntegralTable sum;
  float inverse_deviation = 0;
};

WindowSums sums_of(const Cascade& cascade, const cv::Mat& window) {
  WindowSums sums;
  IntegralTable squared;
  integrate(window, sums.sum, squared);
  sums.inverse_deviation =
      inverse_deviation(sums.sum.at(window.rows, window.cols), squared.at(window.rows, window.cols),
                        window.rows * window.cols, cascade.min_deviation());
  return sums;
}

/// The vote of weak classifier m.
float vote(const Cascade& cascade, std::size_t m, const WindowSums& window) {
  std::size_t cell = 0;
  for (const BinnedFeature& binned : cascade.features(m)) {
    const float z = static_cast<float>(response(binned.feature, window.sum, 0, 0)) * window.inverse_deviation;
    cell = cell * static_cast<std::size_t>(cascade.bins()) +
           Binning{binned.low, binned.scale}.bin(z, cascade.bins());
  }
  return cascade.table(m)[cell];
}

}  // namespace

Cascade::Cascade(CascadeParts parts) : parts_(std::move(parts)) {
  check_sizes(parts_);
  check_features(parts_);
  check_scores(parts_);
  check_stages(parts_);
  check_shapes(parts_);
}

std::optional<float> Cascade::score(const cv::Mat& window) const {
  if (window.cols != width() || window.rows != height()) {
    throw Error(Kind::image, "expected a window of " + std::to_string(width()) + " x " +
                                 std::to_string(height()) + " pixels");
  }
  const WindowSums own = sums_of(*this, window);
  float score = 0;
  std::uint32_t m = 0;
  for (const CascadeStage& stage : stages()) {
    for (; m < stage.end; ++m) score += vote(*this, m, own);
    if (!(score >= stage.threshold)) return std::nullopt;
  }
  if (!symmetric()) return score;
  cv::Mat mirror;
  cv::flip(window, mirror, 1);
  const WindowSums mirrored = sums_of(*this, mirror);
  for (m = 0; m < weak_count(); ++m) score += vote(*this, m, mirrored);
  return score / 2;
}

cv::Size window_of_shapes(const Cascade& cascade) {
  return cascade.shapes().empty() ? cv::Size() : cv::Size(cascade.width(), cascade.height());
}

Cascade mirrored(const Cascade& cascade) {
  CascadeParts parts = cascade.parts();
  for (BinnedFeature& binned : parts.features) binned.feature = mirrored(binned.feature, parts.width);
  return Cascade(std::move(parts));
}

Cascade turned(const Cascade& cascade, int quarters) {
  CascadeParts parts = cascade.parts();
  for (BinnedFeature& binned : parts.features)
    binned.feature = turned(binned.feature, parts.width, parts.height, quarters);
  if (quarters % 2 == 1) {
    std::swap(parts.width, parts.height);
    std::ranges::reverse(parts.shapes);
    for (float& shape : parts.shapes) shape = 1 / shape;
  }
  parts.symmetric = false;
  return Cascade(std::move(parts));
}

Cascade first_stages(const Cascade& cascade, std::size_t stages) {
  CascadeParts parts = cascade.parts();
  require(stages <= parts.stages.size(), Kind::usage, [&] {
    return "has " + std::to_string(parts.stages.size()) + " stages, fewer than " + std::to_string(stages);
  });
  parts.stages.resize(stages);
  const std::size_t weak = stages > 0 ? parts.stages.back().end : 0;
  parts.features.resize(weak * static_cast<std::size_t>(parts.joint));
  parts.tables.resize(weak * parts.cells());
  return Cascade(std::move(parts));
}

}  // namespace ocelli::internal
