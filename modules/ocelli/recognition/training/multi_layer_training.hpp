#pragma once

#include <cstdint>
#include <stop_token>

#include "ocelli/boosting/multilayer/multi_layer.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/data/samples/augmentation.hpp"
#include "ocelli/data/samples/samples.hpp"
#include "ocelli/features/points/point_windows.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/learned.hpp"

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
  double refit =
      0;  ///< strength of the squared weights when all classes' weights are fitted once more; 0: they are not

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    PointWindowOptions::describe(self.windows, visit);
    visit("wavelet-pool", self.wavelet_pool, "wavelets that candidates are drawn from", option::from(1));
    visit("rounds", self.boost.rounds, "weak learners of each class in the output layer",
          option::from(1).to(100'000).may_change().basic());
    MultiLayerOptions::describe(self.boost, visit);
    visit("validation", self.validation, "share of the samples held out to measure the error",
          option::from(0).below(1).basic());
    visit("augmentation", self.augmentation, "deformed copies of each training image to add",
          option::from(0).basic());
    DeformationOptions::describe(self.deformation, visit);
    visit("refit", self.refit,
          "refit the weights of all disjunctions of all classes together at the end, with this L2 penalty",
          option::from(0).may_change().none_at(0));
    visit("seed", self.boost.seed, "seed of the random numbers", option::any().basic());
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
