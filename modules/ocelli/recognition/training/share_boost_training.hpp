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

/// A training that chooses one feature after the other from candidates.
struct GreedyTrainingOptions : SamplePreparation {
  CandidateOptions candidates;
  ShareBoostOptions boost;

  /// Rounds by the kind of features, and light regularization: without any, weights run away once the classes
  /// are told apart.
  GreedyTrainingOptions() { boost.rounds.reset(), boost.regularizer.frobenius = 1e-5; }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    CandidateOptions::describe(self.candidates, visit);
    visit("rule", self.boost.rule, "how the next feature is chosen: gradient, line-search or free-column");
    ShareBoostOptions::describe(self.boost, visit);
    SamplePreparation::describe(self, visit);
  }

  /// Settles the rounds where that is left to the kind of features: 100.
  void settle_rounds(const Samples& samples);
};

struct ClassifierTrainingOptions : GreedyTrainingOptions {
  std::optional<std::size_t> choose_from =
      {};  ///< samples that features are chosen by, so that it takes less time; empty: all
  TuningOptions tuning;

  /// Throws Error(Kind::usage) naming the invalid option.
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

  /// Settles the kind of features where that is auto, and returns what it was chosen by; nothing where it was
  /// given. Of images, templates are taken without a trial where an option is given that is theirs: rounds,
  /// templates, masks, tuning or the ink's size. Channel templates that are chosen are tuned, in up to 20
  /// epochs, fewer of many images.
  std::vector<FeatureTrial> settle_features(const Samples& samples, const std::stop_token& stop);
  /// Whether it may use the colors of images: a kind that does is among the features, or is still to be
  /// chosen.
  bool can_use_colors() const;
  /// Settles the rounds where that is left to the kind of features: of orientations, binary patterns and
  /// colors all are chosen, twice as many after each fit; of Gaussians all at once; of others 100, one after
  /// the other, and 300 templates of 10,000 images or more; of several kinds the sum.
  /// Requires  a kind that
  /// is not auto.
  /// Throws  Error(Kind::training) for samples that have no such features.
  void settle_rounds(const Samples& samples);
};

using ClassifierTrainingWatch = LearnerWatch<ShareBoostState>;
using TrainedClassifier = Learned<ShareBoostRound>;

/// Trains a classifier with ShareBoost.
///   1. Split off the validation part and add deformed copies.
///   2. Compute the candidate features. Unless the features use colors, color images become gray ones.
///   3. Run ShareBoost.
///   4. If asked for, tune the patches: with copies, on a fresh deformation of each image in each epoch, else
///      on the images themselves. Then fit all weights once more.
///
/// The result does not depend on the number of threads.
/// Throws  Error(Kind::training) for samples that do not allow training; Error(Kind::canceled) on `stop`.
/// Source  shareboost alg. 1.
TrainedClassifier train_classifier(const Samples& samples, const ClassifierTrainingOptions& options,
                                   const ClassifierTrainingWatch& watch, std::stop_token stop = {});

}  // namespace ocelli::internal
