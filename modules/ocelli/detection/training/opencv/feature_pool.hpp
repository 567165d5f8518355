#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"

namespace ocelli::internal {

/// The feature sets of opencv_traincascade: local binary patterns and the Haar features BASIC, CORE (adds
/// features of four parts and center-surround features) and ALL (adds features tilted by 45 degrees).
enum class OpenCvFeatureKind : std::uint8_t { haar_basic, haar_core, haar_all, lbp };
constexpr auto names_of(OpenCvFeatureKind) {
  using enum OpenCvFeatureKind;
  return std::array{std::pair{haar_basic, "haar-basic"}, std::pair{haar_core, "haar-core"},
                    std::pair{haar_all, "haar-all"}, std::pair{lbp, "lbp"}};
}

using OpenCvFeatures = decltype(OpenCvCascadeParts::features);

struct OpenCvPoolOptions {
  OpenCvFeatureKind kind = OpenCvFeatureKind::haar_core;
  int width = 24, height = 24;  ///< of the window
  int min_side = 1;             ///< minimum side of a feature's parts, in pixels
  int grid = 1;                 ///< positions and sides are multiples of this
};

/// The number of features in the pool.
std::size_t count_opencv_features(const OpenCvPoolOptions& options);

/// Draws `count` features without repetition, in the order of the pool, or all if there are fewer.
/// Cost  one visit to each feature of the pool.
OpenCvFeatures draw_opencv_features(const OpenCvPoolOptions& options, std::size_t count, std::uint64_t seed);

}  // namespace ocelli::internal
