#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "ocelli/boosting/multilayer/multi_layer.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/features/points/point_windows.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/learned.hpp"
#include "ocelli/recognition/training/training_samples.hpp"
#include "ocelli/samples/augmentation.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

struct MultiLayerTrainingOptions {
  static constexpr bool kTakesSampleWeights = false;

  PointWindowOptions windows;
  /// Wavelets that candidates are drawn from. Each takes one byte per sample and point.
  std::size_t wavelet_pool = 4000;
  MultiLayerOptions boost;
  /// Share of the samples held out to measure errors after each round.
  double validation = 0;
  int augmentation = 0;  ///< deformed copies of each sample to add to the training samples
  DeformationOptions deformation;
  /// Strength of the squared-weight penalty when refitting all classes' weights. Empty: no refit.
  std::optional<double> refit = {};

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    PointWindowOptions::describe(self.windows, visit);
    visit("wavelet-pool", self.wavelet_pool, "number of wavelets that candidates are drawn from",
          option::from(1).fixed());
    visit("rounds", self.boost.rounds, "weak learners per class in the output layer",
          option::from(1).to(100'000).may_change().basic());
    MultiLayerOptions::describe(self.boost, visit);
    describe_validation(self, visit);
    describe_augmentation(self, visit);
    visit("refit", self.refit,
          "L2 penalty of a final joint fit of the weights of all disjunctions of all classes (none: no fit)",
          option::above(0).may_change().or_none(0));
    visit("seed", self.boost.seed, kSeedHelp, option::any().basic().under(kPreparationTitle));
  }
};

using MultiLayerTrainingWatch = LearnerWatch<MultiLayerState>;
using TrainedMultiLayer = Learned<MultiLayerRound>;

/// Finds the samples' interest points, cuts out the windows around them, and runs multi_layer_boost(). With
/// options.refit, every class may then use every disjunction: ShareBoost's convex step (shareboost section 2,
/// step 6 of algorithm 1) fits their weights, starting from the boosted ones.
/// Throws  Error(Kind::training) for samples that are not images or cannot be learned from,
/// Error(Kind::usage) for weighted samples, Error(Kind::canceled) on `stop`.
TrainedMultiLayer train_multi_layer(const Samples& samples, const MultiLayerTrainingOptions& options,
                                    const MultiLayerTrainingWatch& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::internal
