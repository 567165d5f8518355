#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/candidate_features.hpp"
#include "ocelli/recognition/training/feature_choice.hpp"
#include "ocelli/recognition/training/learned.hpp"
#include "ocelli/recognition/training/template_tuning.hpp"
#include "ocelli/recognition/training/training_samples.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Options of a training that chooses features from candidates one by one.
struct GreedyTrainingOptions : SamplePreparation {
  CandidateOptions candidates;
  ShareBoostOptions boost;

  /// The kind of features determines the rounds. Regularization is light: without any, weights diverge once
  /// the classes are separated.
  GreedyTrainingOptions() { boost.rounds.reset(), boost.regularizer.frobenius = 1e-5; }

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    CandidateOptions::describe(self.candidates, visit);
    visit("rule", self.boost.rule, "how the next feature is chosen: gradient, line-search or free-column");
    ShareBoostOptions::describe(self.boost, visit);
    SamplePreparation::describe(self, visit);
  }

  /// Sets the rounds to 100 if they are left to the kind of features.
  void resolve_rounds(const Samples& samples);
};

struct ClassifierTrainingOptions : GreedyTrainingOptions {
  /// Number of samples to choose features on, which saves time. Empty: all.
  std::optional<std::size_t> choose_from = {};
  TuningOptions tuning;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    GreedyTrainingOptions::describe(self, visit);
    visit("growth", self.boost.growth,
          "features added between two fits of all weights, as a share of those chosen so far (auto: one "
          "feature)",
          option::above(0).to(1000).or_auto(0));
    visit("choose-from", self.choose_from,
          "number of random samples that features are chosen with, while tuning uses all (auto: all)",
          option::from(1).or_auto(0));
    TuningOptions::describe(self.tuning, visit);
  }

  /// Resolves an automatic kind of features and returns the trials behind the choice (none if a kind was
  /// given). For images, a template option (rounds, templates, masks, tuning or the ink's size) selects
  /// templates without a trial. If channel templates win, they are tuned for up to 20 epochs, fewer for many
  /// images.
  std::vector<FeatureTrial> resolve_features(const Samples& samples, const std::stop_token& stop);
  /// Whether color images may be needed: one of the kinds uses colors, or the kind is not chosen yet.
  bool can_use_colors() const;
  /// Sets the rounds if they are left to the kind of features. Orientations, channel templates, binary
  /// patterns and colors: all features, doubling after each fit. Gaussians: all at once. Others: 100, one by
  /// one, or 300 for templates of 10,000 images or more. Several kinds: the sum.
  /// Requires  a kind other than auto.
  /// Throws    Error(Kind::training) for samples that do not have such features.
  void resolve_rounds(const Samples& samples);
};

using ClassifierTrainingWatch = LearnerWatch<ShareBoostState>;
using TrainedClassifier = Learned<ShareBoostRound>;

/// Trains a classifier with ShareBoost.
///   1. Split off the validation part and add deformed copies.
///   2. Compute the candidate features. Unless the features use colors, convert color images to gray.
///   3. Run ShareBoost.
///   4. If requested, tune the patches. With copies, each epoch uses a fresh deformation of each image;
///      otherwise, the images themselves. Then refit all weights.
///
/// The result does not depend on the number of threads.
/// Throws  Error(Kind::training) for samples that do not allow training, Error(Kind::canceled) on `stop`.
/// Source  shareboost alg. 1.
TrainedClassifier train_classifier(const Samples& samples, const ClassifierTrainingOptions& options,
                                   const ClassifierTrainingWatch& watch, std::stop_token stop = {});

}  // namespace ocelli::internal
