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
  std::size_t wavelet_pool =
      4000;  ///< wavelets that candidates are drawn from: a byte each, a sample and point
  MultiLayerOptions boost;
  double validation = 0;  ///< share of the samples that is kept from training, to measure on after each round
  int augmentation = 0;   ///< deformed copies of each sample to learn from as well
  DeformationOptions deformation;
  std::optional<double> refit = {};  ///< strength of the squared weights when all classes' weights are fitted
                                     ///< once more; empty: they are not

  /// Throws Error(Kind::usage) naming the invalid option.
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

/// Finds the samples' interest points, cuts the windows around them, and runs multi_layer_boost(). With
/// options.refit, every class may then use every disjunction: their weights are fitted by ShareBoost's convex
/// step (shareboost section 2, step 6 of algorithm 1), from where boosting left them. Throws
/// Error(Kind::training) for samples that are no images or cannot be learned from, Error(Kind::usage) for
/// samples
///         with weights, Error(Kind::canceled) on `stop`.
TrainedMultiLayer train_multi_layer(const Samples& samples, const MultiLayerTrainingOptions& options,
                                    const MultiLayerTrainingWatch& watch = {}, std::stop_token stop = {});

}  // namespace ocelli::internal
