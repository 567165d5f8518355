#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>

#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// How chosen templates are fitted further to what they are used for.
struct TuningOptions {
  std::optional<std::size_t> epochs =
      {};                   ///< passes over the samples; empty: templates stay as they were chosen
  std::size_t batch = 500;  ///< samples between two changes
  std::optional<double> template_rate = {};  ///< first step of a patch's weights (whose squares sum to 1);
                                             ///< empty: 0.003, of channel templates 0.01
  std::optional<double> weight_rate =
      {};  ///< first step of the classes' weights; empty: 6 over the number of columns, at most 0.02
  double decay = 1e-4;     ///< strength of the squared class weights in the objective
  std::uint64_t seed = 1;  ///< of the samples' order

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("tune-epochs", self.epochs, "training epochs that tune the chosen templates",
          option::from(1).may_change().or_none(0));
    visit("tune-batch", self.batch, "samples per batch during tuning", option::from(1).may_change().fixed());
    visit("tune-template-rate", self.template_rate,
          "initial learning rate of the templates (auto: 0.003, for channel templates 0.01)",
          option::above(0).may_change().or_auto(0).fixed());
    visit(
        "tune-weight-rate", self.weight_rate,
        "initial learning rate of the class weights (auto: 6 divided by the number of columns, at most 0.02)",
        option::above(0).may_change().or_auto(0).fixed());
  }
};

/// Writes the image that stands for a sample in an epoch: the sample itself, or a fresh deformation of it.
using EpochImage = std::function<void(std::size_t sample, std::size_t epoch, std::span<float> image)>;

/// Features and the weights that go with them.
struct TunedFeatures {
  FeatureSet features;
  ClassWeights weights;
};

/// Whether features are templates or channel templates, or hold some beside others.
bool can_be_tuned(const FeatureSet& features);

/// Follows the gradient of the loss of shareboost eq. 3 through the maximum over places into the patches
/// themselves, all patches and weights together, in small batches (Adam; step sizes fall to zero along a
/// half cosine). Shared patches stay shared. Those of templates keep zero mean and unit length;
/// those of channel templates keep unit length, and their offsets are tuned with them. Of combined features,
/// the kinds that have no patches stay as they are.
///
/// The step after algorithm 1's last: it re-optimizes all chosen columns' weights, this their features too.
/// Binnings are left as they were; without epochs, everything is. The result is the same for any number of
/// threads.
/// Cost  an epoch: for each sample, its responses and about as much again, and three multiply-adds
/// for each class and column.
/// Requires  features that can_be_tuned().
TunedFeatures tune_templates(TunedFeatures start, const Samples& samples, const EpochImage& image,
                             const TuningOptions& options, const ProgressSink& progress = {},
                             std::stop_token stop = {});

}  // namespace ocelli::internal
