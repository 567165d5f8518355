#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/features/haar/haar_feature.hpp"

namespace ocelli {

/// A feature and how its normalised response is cut into bins: bin = clamp(floor((z - low) * scale), 0, bins
/// - 1), where z = response / max(deviation of the window's pixels, the cascade's min_deviation).
struct BinnedFeature {
  HaarFeature feature;
  float low = 0;    ///< z at the left edge of bin 0
  float scale = 0;  ///< bins for each unit of z, positive

  friend bool operator==(const BinnedFeature&, const BinnedFeature&) = default;
};

/// A window stays in play when its score after the first `end` weak classifiers is at least `threshold`.
struct CascadeStage {
  std::uint32_t end = 0;
  float threshold = 0;

  friend bool operator==(const CascadeStage&, const CascadeStage&) = default;
};

/// What a cascade is made of. Weak classifier m looks at the `joint` features from m * joint on and maps a window to
/// tables[m * cells + cell], half a log-likelihood ratio (floatboost eq. 12); cell is the bin of its feature or, for
/// two features, first bin * bins + second bin.
struct CascadeParts {
  int width = 0, height = 0;  ///< the window, in pixels
  int bins = 0;               ///< of each feature
  float min_deviation = 1;  ///< flatter windows are normalised as if they had this deviation, in grey levels
  std::string label;        ///< what it finds
  std::vector<BinnedFeature> features;
  std::vector<float> tables;  ///< weak_count() x cells()
  std::vector<CascadeStage> stages;
  float min_score = 0;  ///< the operating point: grouped detections below it are dropped unless asked for
  int joint = 1;        ///< features that each weak classifier looks at together: 1 or 2
  /// Whether a mirrored object is an object too. Then the score of a window that passes is the mean of what the weak
  /// classifiers say of it and of its mirror image: two opinions for the price of one training.
  bool symmetric = false;

  std::size_t weak_count() const { return features.size() / static_cast<std::size_t>(joint); }
  /// Entries of each weak classifier's table.
  std::size_t cells() const { return static_cast<std::size_t>(joint == 2 ? bins * bins : bins); }

  friend bool operator==(const CascadeParts&, const CascadeParts&) = default;
};

/// A boosted cascade: one running sum of weak classifiers, checked against a threshold at the end of each
/// stage.
///
/// The score is carried from stage to stage (a "boosting chain"), so a stage starts from all that was learned
/// before it, and the final score is the evidence of the whole cascade. Immutable: share it among any number
/// of threads.
class Cascade {
 public:
  static constexpr int kMinSide = 4, kMaxSide = 128, kMaxBins = 256;
  static constexpr std::size_t kMaxWeak = 100'000;
  static constexpr float kLeastDeviation = 1e-3f;
  /// No window scores more than this or less than minus this.
  static constexpr float kMostScore = 1e6f;

  /// Throws Error(Kind::model), saying what is wrong, unless every size, index and number is in range:
  /// features inside the window and balanced, finite numbers, positive scales, tables whose votes never add up to more
  /// than kMostScore, stages that grow and end with the last weak classifier.
  explicit Cascade(CascadeParts parts);

  int width() const { return parts_.width; }
  int height() const { return parts_.height; }
  int bins() const { return parts_.bins; }
  float min_deviation() const { return parts_.min_deviation; }
  float min_score() const { return parts_.min_score; }
  bool symmetric() const { return parts_.symmetric; }
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

  /// The final score of one window, or nothing when a stage rejects it: the plain twin of the scanner.
  /// Requires an 8-bit grey image of the window's size.
  std::optional<float> score(const cv::Mat& window) const;

 private:
  CascadeParts parts_;
};

/// The cascade that does to windows what this one does to their mirror images.
Cascade mirrored(const Cascade& cascade);

/// A cascade of the first `stages` stages alone, with the whole one's operating point. Throws Error(Kind::usage) if there
/// are not so many.
Cascade first_stages(const Cascade& cascade, std::size_t stages);

}  // namespace ocelli
