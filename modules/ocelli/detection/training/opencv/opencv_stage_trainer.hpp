#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ocelli/boosting/cascade/gentle_boost.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/detection/training/opencv/feature_pool.hpp"
#include "ocelli/detection/training/opencv/window_tables.hpp"
#include "ocelli/detection/training/stage_trainer.hpp"
#include "ocelli/features/responses.hpp"

namespace ocelli::internal {

/// Options of the stages of a cascade for OpenCV.
struct OpenCvStageOptions {
  OpenCvFeatureKind feature_kind = OpenCvFeatureKind::haar_core;
  int tree_depth = 2;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("feature-kind", self.feature_kind,
          "kind of features of a cascade for OpenCV (haar-all adds tilted features)");
    visit("tree-depth", self.tree_depth, "depth of the trees of a cascade for OpenCV (1: stumps)",
          option::from(1).to(4));
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// Trains one stage of a cascade for OpenCV: draws its feature pool, runs rounds of gentle AdaBoost from
/// score 0 and monitors the validation part. Its goals are those of CascadeTrainerOptions.
class OpenCvStageTrainer {
 public:
  /// Trains the next stage of a cascade. Keeps a reference to the goals.
  OpenCvStageTrainer(const CascadeTrainerOptions& goals, const OpenCvStageOptions& options,
                     const OpenCvCascadeParts& cascade, const StageData& data);
  OpenCvStageTrainer(const OpenCvStageTrainer&) = delete;
  OpenCvStageTrainer& operator=(const OpenCvStageTrainer&) = delete;

  /// Resumes an interrupted training of the same stage on the same data.
  void restore(std::span<const RegressionTree> trees);

  /// Whether the stage has reached the false-alarm goal or a size limit.
  bool done() const;

  RoundReport round();

  /// The trees, on bins of the stage's pool.
  std::span<const RegressionTree> weak() const { return boost_.trees(); }

  /// Appends the current stage and its features to a cascade. Its threshold is stage_threshold(). Returns the
  /// share of validation negatives that pass.
  double append_to(OpenCvCascadeParts& cascade) const;

 private:
  /// The tree with OpenCV's thresholds. Its features are numbered in the pool.
  OpenCvTree opencv_tree(const RegressionTree& tree) const;
  void add_to_validation(const OpenCvTree& tree);
  void measure();
  std::span<const float> positive_scores() const {
    return std::span(validation_scores_).first(validation_positives_);
  }
  std::span<const float> negative_scores() const {
    return std::span(validation_scores_).subspan(validation_positives_);
  }

  const CascadeTrainerOptions& goals_;
  std::size_t stage_;  ///< from 0
  OpenCvFeatures pool_;
  BinnedResponses responses_;
  GentleBoost boost_;
  std::size_t validation_positives_;
  OpenCvWindowTables validation_;  ///< positives first
  std::vector<float> validation_scores_;
  float threshold_ = 0;
  double false_alarm_ = 1;
};

}  // namespace ocelli::internal
