#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/progress.hpp"
#include "ocelli/data/samples/samples.hpp"
#include "ocelli/features/templates/template_features.hpp"

namespace ocelli {

/// How chosen templates are fitted further to what they are used for.
struct TuningOptions {
  std::size_t epochs = 0;        ///< passes over the samples; 0: templates stay as they were chosen
  std::size_t batch = 500;       ///< samples between two changes
  double template_rate = 0.003;  ///< first step of a patch's weights (whose squares sum to 1)
  double weight_rate = 0.02;     ///< first step of the classes' weights
  double decay = 1e-4;           ///< strength of the squared class weights in the objective
  std::uint64_t seed = 1;        ///< of the samples' order

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("tune-epochs", self.epochs, "passes over the samples that tune the chosen templates (0: none)",
          option::from(0).may_change());
    visit("tune-batch", self.batch, "samples per update of the templates", option::from(1).may_change());
    visit("tune-template-rate", self.template_rate, "initial step size of the templates",
          option::above(0).may_change().formerly("tune-patch-rate"));
    visit("tune-weight-rate", self.weight_rate, "initial step size of the class weights",
          option::above(0).may_change());
  }
};

/// Writes the image that stands for a sample in an epoch: the sample itself, or a fresh deformation of it.
using EpochImage = std::function<void(std::size_t sample, std::size_t epoch, std::span<float> image)>;

/// Templates and the weights that go with them.
struct TunedTemplates {
  TemplateFeatures features;
  ClassWeights weights;
};

/// Follows the gradient of the loss of shareboost eq. 3 through the maximum over places into the patches
/// themselves, all templates and weights together, in small batches (Adam; step sizes fall to zero along a
/// half cosine). TrainingWindows keep zero mean and unit length. A template that shared its patch with another gets
/// its own.
///
/// The step after algorithm 1's last: it re-optimises all chosen columns' weights, this their features too.
/// Binnings are left as they were; without epochs, everything is. The result is the same for any number of threads.
/// Cost  an epoch: for each sample, its responses (TemplateFeatures) and about as much again.
TunedTemplates tune_templates(TunedTemplates start, const Samples& samples, const EpochImage& image,
                              const TuningOptions& options, const ProgressSink& progress = {},
                              std::stop_token stop = {});

}  // namespace ocelli
