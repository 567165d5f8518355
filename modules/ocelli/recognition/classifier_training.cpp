#include "ocelli/recognition/classifier_training.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/boosting/minimiser.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/ink_frame.hpp"
#include "ocelli/data/split.hpp"

namespace ocelli {
namespace {

GreedyRule rule_of(const std::string& name) {
  if (name == "gradient") return GreedyRule::gradient;
  if (name == "line-search") return GreedyRule::line_search;
  require(name == "free-column", Kind::usage,
          "must be gradient, line-search or free-column, not '" + name + "'", "--rule");
  return GreedyRule::free_column;
}

/// Samples parted for training: originals to learn from, and all samples that columns are needed of, originals and
/// their copies first, then those to measure on.
struct Parts {
  Samples originals, all;
  std::size_t training = 0;
};

Parts part(const Samples& samples, const ClassifierTrainingOptions& options) {
  const auto count = static_cast<std::uint32_t>(samples.count());
  const Split split = split_by_blocks(count, {options.validation, 1, options.seed});
  Samples originals = take(samples, split.training);
  Samples learnt =
      options.copies > 0 ? expand(originals, options.copies, options.deformation, options.seed) : originals;
  const std::size_t training = learnt.count();
  if (split.validation.empty()) return {std::move(originals), std::move(learnt), training};
  return {std::move(originals), join(learnt, take(samples, split.validation)), training};
}

/// The image of a sample in an epoch: as it is, or deformed afresh and brought back to whole grey levels.
EpochImage epoch_images(const Samples& samples, const ClassifierTrainingOptions& options) {
  if (options.copies == 0) {
    return [&samples](std::size_t sample, std::size_t, std::span<float> image) {
      std::ranges::copy(samples.row(sample), image.begin());
    };
  }
  return [&samples, seed = hash(options.seed, {1}),
          deformation = Deformation(*samples.shape, options.deformation)](
             std::size_t sample, std::size_t epoch, std::span<float> image) {
    deformation.apply(samples.row(sample), deformation_key(seed, sample, epoch), image);
    for (float& grey : image) grey = std::nearbyint(grey);
  };
}

/// Tuned templates, with bytes fitted to their new responses and weights to these bytes.
TunedTemplates tuned(const PatchFeatures& chosen, const ClassWeights& weights, const Parts& parts,
                     const ClassifierTrainingOptions& options, const ProgressSink& progress,
                     std::stop_token stop) {
  TuningOptions tuning = options.tuning;
  tuning.decay = options.boost.regulariser.frobenius;
  tuning.seed = options.seed;
  TunedTemplates result =
      tune_templates({chosen, weights}, parts.originals, epoch_images(parts.originals, options), tuning,
                     progress, std::move(stop));
  result.features = with_fitted_binnings(result.features, parts.originals);
  const BinnedResponses responses = respond(result.features, parts.all);
  const SoftmaxObjective objective(responses, result.features.groups(),
                                   std::span(parts.all.labels).first(parts.training),
                                   parts.all.classes.size(), options.boost.regulariser);
  result.weights = minimise(objective, result.weights, options.boost.minimiser).weights;
  return result;
}

}  // namespace

void ClassifierTrainingOptions::validate() const {
  candidates.validate();
  rule_of(rule);
  boost.validate();
  require(validation >= 0 && validation < 1, Kind::usage, "must be at least 0 and below 1", "--validation");
  require(boost.patience == 0 || validation > 0, Kind::usage,
          "needs samples to measure on: give --validation too", "--patience");
  require(copies >= 0, Kind::usage, "must not be negative", "--copies");
  require(ink_side == 0 || (ink_side >= kLeastInkSide && ink_side <= kMostInkSide), Kind::usage,
          "must be 0, or 4 to 1024", "--ink-side");
  deformation.validate();
  tuning.validate();
  require(tuning.epochs == 0 || candidates.kind == "patches", Kind::usage, "only patches can be tuned",
          "--tune-epochs");
}

TrainedClassifier train_classifier(const Samples& samples, const ClassifierTrainingOptions& options,
                                   const ClassifierTrainingWatch& watch, std::stop_token stop) {
  options.validate();
  require(!samples.labels.empty(), Kind::training, "samples need labels to be learnt from");
  const Parts parts = part(options.ink_side > 0 ? frame_ink(samples, options.ink_side) : samples, options);
  require_every_class(parts.originals, "the samples to learn from");
  const PoolLabels labels{parts.all.labels, parts.training, parts.all.classes.size()};

  ShareBoostOptions boost = options.boost;
  boost.rule = rule_of(options.rule);
  const auto candidates = make_candidates(parts.originals, parts.all, options.candidates, options.seed);
  const ShareBoostState state =
      share_boost(candidates->pool(), labels, boost, watch.resume, watch.round, stop);
  require(!state.rounds.empty(), Kind::training, "no feature tells the classes apart");

  const std::size_t round = state.best_round + 1;
  std::vector<std::uint64_t> groups = state.groups();
  groups.resize(round);
  FeatureSet features = candidates->features(groups);
  ClassWeights weights = state.best_weights;
  if (options.tuning.epochs > 0) {
    TunedTemplates result =
        tuned(std::get<PatchFeatures>(features), weights, parts, options, watch.progress, std::move(stop));
    features = std::move(result.features);
    weights = std::move(result.weights);
  }
  return {Classifier(std::move(features), weights.cast<float>(), samples.classes, samples.shape,
                     options.ink_side),
          state.rounds, round, parts.training, parts.all.count() - parts.training};
}

}  // namespace ocelli
