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

/// Options for fine-tuning the chosen templates.
struct TuningOptions {
  /// Passes over the samples. Empty: templates stay as chosen.
  std::optional<std::size_t> epochs = {};
  std::size_t batch = 500;  ///< samples per update
  /// Initial step size of a patch's weights (normalized to unit length). Empty: 0.003, or 0.01 for channel
  /// templates.
  std::optional<double> template_rate = {};
  /// Initial step size of the classes' weights. Empty: 6 over the number of columns, at most 0.02.
  std::optional<double> weight_rate = {};
  double decay = 1e-4;     ///< strength of the squared class weights in the objective
  std::uint64_t seed = 1;  ///< of the sample order

  /// Throws  Error(Kind::usage) naming the invalid option.
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

/// Writes the image of a sample for an epoch: the sample itself, or a fresh deformation of it.
using EpochImage = std::function<void(std::size_t sample, std::size_t epoch, std::span<float> image)>;

/// Features and the weights that go with them.
struct TunedFeatures {
  FeatureSet features;
  ClassWeights weights;
};

/// Whether the features are templates or channel templates, or include some.
bool can_be_tuned(const FeatureSet& features);

/// Tunes all patches and weights together in small batches, by the gradient of the loss of shareboost eq. 3
/// through the maximum over places. Uses Adam with step sizes that fall to zero along a half cosine. Shared
/// patches stay shared. Patches of templates keep zero mean and unit length. Patches of channel templates
/// keep unit length, and their offsets are tuned as well. In combined features, kinds without patches stay
/// unchanged.
///
/// This follows the last step of algorithm 1: that step re-optimizes the weights of all chosen columns, this
/// one also their features. Binnings stay unchanged; without epochs, so does everything else. The result is
/// the same for any number of threads.
/// Requires  features that can_be_tuned().
/// Cost  per epoch and sample, its responses and about as much again, plus three multiply-adds per class and
/// column.
TunedFeatures tune_templates(TunedFeatures start, const Samples& samples, const EpochImage& image,
                             const TuningOptions& options, const ProgressSink& progress = {},
                             std::stop_token stop = {});

}  // namespace ocelli::internal
