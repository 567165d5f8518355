#include "ocelli/recognition/training/multi_layer_training.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "ocelli/boosting/shareboost/minimizer.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/features/haar/haar_pool.hpp"
#include "ocelli/recognition/training/training_samples.hpp"
#include "ocelli/recognition/training/wavelet_pool.hpp"

namespace ocelli::internal {
namespace {

std::vector<HaarFeature> wavelets(const MultiLayerTrainingOptions& options) {
  const int side = options.windows.side;
  return sample_haar(
      {.width = side, .height = side, .min_side = 1, .max_distance = side, .touching_only = true},
      options.wavelet_pool, options.boost.seed);
}

/// Maps finite numbers to consecutive integers in the same order.
std::int32_t place_of(float z) {
  const auto bits = std::bit_cast<std::int32_t>(z);
  return bits >= 0 ? bits : std::numeric_limits<std::int32_t>::min() - bits;
}
float at_place(std::int32_t place) {
  return std::bit_cast<float>(place >= 0 ? place : std::numeric_limits<std::int32_t>::min() - place);
}

/// The least response in the bin or above, found by bisection: bins never fall as responses rise.
float threshold(const Binning& binning, std::uint8_t bin) {
  constexpr float kMax = std::numeric_limits<float>::max();
  std::int64_t below = place_of(-kMax) - std::int64_t{1}, in = place_of(kMax);
  while (in - below > 1) {
    const std::int64_t middle = below + (in - below) / 2;
    (binning.bin(at_place(static_cast<std::int32_t>(middle)), 256) >= bin ? in : below) = middle;
  }
  return at_place(static_cast<std::int32_t>(in));
}

std::vector<LocalFeature> local_features(const LocalPool& pool, std::span<const HaarFeature> wavelets,
                                         const MultiLayerState& state) {
  std::vector<LocalFeature> local;
  for (const std::vector<LocalVote>& votes : state.hidden) {
    LocalFeature& feature = local.emplace_back();
    for (const auto& [candidate, bin, weight] : votes) {
      feature.push_back({wavelets[candidate], threshold(pool.responses.binning(candidate), bin), weight});
    }
  }
  return local;
}

/// Disjunctions used by several classes, or several times by one class, share a column.
Classifier classifier(std::vector<LocalFeature> local, const MultiLayerState& state, const Samples& samples,
                      const MultiLayerTrainingOptions& options) {
  const auto key = [](const Disjunction& d) {
    return std::tuple(d.feature, d.area.x, d.area.y, d.area.width, d.area.height);
  };
  std::map<decltype(key(Disjunction())), Eigen::Index> columns;
  std::vector<Disjunction> disjunctions;
  for (const auto& votes : state.output) {
    for (const DisjunctionVote& vote : votes) {
      const auto [place, fresh] = columns.try_emplace(key(vote.disjunction), columns.size());
      if (fresh) disjunctions.push_back(vote.disjunction);
    }
  }
  ScoreWeights weights = ScoreWeights::Zero(static_cast<Eigen::Index>(state.output.size()),
                                            static_cast<Eigen::Index>(disjunctions.size() + 1));
  for (std::size_t c = 0; c < state.output.size(); ++c) {
    for (const DisjunctionVote& vote : state.output[c]) {
      weights(static_cast<Eigen::Index>(c), columns.at(key(vote.disjunction))) += vote.weight;
    }
  }
  DisjunctionFeatures features(*samples.shape, options.windows, std::move(local), std::move(disjunctions));
  return Classifier({.features = std::move(features),
                     .weights = std::move(weights),
                     .classes = samples.classes,
                     .shape = samples.shape});
}

/// The same disjunctions, with their weights fitted jointly to the training samples.
Classifier refitted(const Classifier& boosted, const TrainingSamples& parts, double strength) {
  const BinnedResponses responses = respond(boosted.features(), parts.all());
  const PoolLabels labels = parts.labels();
  const SoftmaxObjective objective(responses, responses.features(), labels.learned(), labels.classes,
                                   {.frobenius = strength});
  const Minimum minimum = minimize(objective, boosted.weights().cast<double>(), {});
  ClassifierParts fitted = boosted.parts();
  fitted.weights = minimum.weights.cast<float>();
  return Classifier(std::move(fitted));
}

SamplePreparation preparation_of(const MultiLayerTrainingOptions& options) {
  return {options.validation, options.augmentation, options.deformation, std::nullopt, options.boost.seed};
}

}  // namespace

void MultiLayerTrainingOptions::validate() const {
  check_options(*this);
  windows.validate();
}

TrainedMultiLayer train_multi_layer(const Samples& samples, const MultiLayerTrainingOptions& options,
                                    const MultiLayerTrainingWatch& watch, std::stop_token stop) {
  const CancellationScope scope(stop);
  options.validate();
  refuse_weights(samples, "multilayer");
  const TrainingSamples parts = prepare(samples, preparation_of(options));
  const std::vector<HaarFeature> candidates = wavelets(options);
  const LocalPool pool =
      wavelet_pool(point_table(parts.all(), options.windows), options.windows.deviation, candidates);
  const MultiLayerState state =
      multi_layer_boost(pool, parts.labels(), options.boost, watch.resume, watch.round, std::move(stop));
  Classifier boosted = classifier(local_features(pool, candidates, state), state, parts.all(), options);
  const bool is_refitted = options.refit.has_value();
  return {is_refitted ? refitted(boosted, parts, *options.refit) : std::move(boosted),
          state.rounds,
          state.rounds.size(),
          parts.training(),
          parts.validation(),
          count_of(state.rounds.size(), "weak learner") + " for each class",
          is_refitted ? "all weights were fitted together" : ""};
}

}  // namespace ocelli::internal
