#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/features/haar/haar_feature.hpp"

namespace ocelli::internal {

/// A feature and the binning of its normalized response: bin = clamp(floor((z - low) * scale), 0, bins
/// - 1), where z = response / max(deviation of the window's pixels, the cascade's min_deviation).
struct BinnedFeature {
  HaarFeature feature;
  float low = 0;    ///< z at the left edge of bin 0
  float scale = 0;  ///< bins per unit of z, positive

  friend bool operator==(const BinnedFeature&, const BinnedFeature&) = default;
};

/// A window passes the stage when its score after the first `end` weak classifiers is at least `threshold`.
struct CascadeStage {
  std::uint32_t end = 0;
  float threshold = 0;

  friend bool operator==(const CascadeStage&, const CascadeStage&) = default;
};

/// The parameters of a cascade. Weak classifier m uses the `joint` features from m * joint on and maps a
/// window to tables[m * cells + cell], half a log-likelihood ratio (floatboost eq. 12). The cell is the bin
/// of its feature or, for two features, first bin * bins + second bin.
struct CascadeParts {
  int width = 0, height = 0;  ///< the window, in pixels
  int bins = 0;               ///< of each feature
  /// In gray levels. Windows with a lower standard deviation are normalized by this value.
  float min_deviation = 1;
  std::string label;  ///< of the objects to detect
  std::vector<BinnedFeature> features;
  std::vector<float> tables;  ///< weak_count() x cells()
  std::vector<CascadeStage> stages;
  /// The operating point: by default, grouped detections with a lower score are dropped.
  float min_score = 0;
  int joint = 1;  ///< features per weak classifier: 1 or 2
  /// Whether a mirrored object is also an object. If so, the score of a window that passes is the mean of the
  /// scores of the window and of its mirror image: two estimates from one training.
  bool symmetric = false;
  /// Aspect ratios of the objects, width per height: a box of any of these shapes is stretched into the
  /// window. Empty: all objects have the window's shape.
  std::vector<float> shapes = {};

  std::size_t weak_count() const { return features.size() / static_cast<std::size_t>(joint); }
  /// Entries of each weak classifier's table.
  std::size_t cells() const { return static_cast<std::size_t>(joint == 2 ? bins * bins : bins); }

  friend bool operator==(const CascadeParts&, const CascadeParts&) = default;
};

/// A boosted cascade: a cumulative sum of weak classifiers, compared with a threshold at the end of each
/// stage.
///
/// The score carries over from stage to stage (a "boosting chain"), so each stage builds on all earlier ones
/// and the final score is that of the whole cascade. Immutable and thread-safe.
class Cascade {
 public:
  static constexpr int kMinSide = 4, kMaxSide = 128, kMaxBins = 256;
  static constexpr std::size_t kMaxWeak = 100'000;
  static constexpr std::size_t kMaxShapes = 5;
  /// The maximum ratio of a shape and the window's shape, either way.
  static constexpr double kMaxStretch = 8;
  static constexpr float kDeviationFloor = 1e-3f;
  /// Bound on the absolute score of any window.
  static constexpr float kMaxScore = 1e6f;

  /// Throws Error(Kind::model), with the reason, unless every size, index and number is in range: balanced
  /// features inside the window, finite numbers, positive scales, tables whose votes sum to at most
  /// kMaxScore, stages that grow and end with the last weak classifier, at most kMaxShapes ascending shapes.
  explicit Cascade(CascadeParts parts);

  int width() const { return parts_.width; }
  int height() const { return parts_.height; }
  int bins() const { return parts_.bins; }
  float min_deviation() const { return parts_.min_deviation; }
  float min_score() const { return parts_.min_score; }
  bool symmetric() const { return parts_.symmetric; }
  std::span<const float> shapes() const { return parts_.shapes; }
  const std::string& label() const { return parts_.label; }
  std::size_t weak_count() const { return parts_.weak_count(); }
  /// The features of weak classifier m.
  std::span<const BinnedFeature> features(std::size_t m) const {
    const auto joint = static_cast<std::size_t>(parts_.joint);
    return std::span(parts_.features).subspan(m * joint, joint);
  }
  std::span<const float> table(std::size_t m) const {
    return std::span(parts_.tables).subspan(m * parts_.cells(), parts_.cells());
  }
  std::span<const CascadeStage> stages() const { return parts_.stages; }
  const CascadeParts& parts() const { return parts_; }

  /// Returns the final score of one window, or nothing if a stage rejects it. This is the reference
  /// implementation for the scanner. Requires an 8-bit gray image of the window's size.
  std::optional<float> score(const cv::Mat& window) const;

 private:
  CascadeParts parts_;
};

/// Returns a cascade whose score of a window equals the score of this one for the mirrored window.
Cascade mirrored(const Cascade& cascade);

/// The window that boxes of other shapes are stretched to. Empty if the cascade has no shapes.
cv::Size window_of_shapes(const Cascade& cascade);

/// Returns a cascade whose score of a window turned clockwise by 0 to 3 quarters equals the score of this one
/// for the window before. It is not symmetric, because a turned object is mirrored along another axis:
/// mirrored() and turned() give the cascade for the mirror images.
Cascade turned(const Cascade& cascade, int quarters);

/// Returns a cascade of the first `stages` stages, with the same operating point. Throws Error(Kind::usage)
/// if there are fewer.
Cascade first_stages(const Cascade& cascade, std::size_t stages);

}  // namespace ocelli::internal
