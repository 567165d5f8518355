#include "ocelli/baselines/training/mixed_norm_training.hpp"

#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"

namespace ocelli::internal::baselines {
namespace {

/// The point to keep. The first one, at the strongest penalty, has no features.
std::size_t chosen_point(std::span<const MixedNormPoint> path, bool measured) {
  std::size_t best = path.size() - 1;
  for (std::size_t p = best; measured && p-- > 0;) {
    if (path[p].features() > 0 && path[p].validation_errors <= path[best].validation_errors) best = p;
  }
  require(path[best].features() > 0, Kind::training,
          "the path ends before any feature has weights: give more --points, or a smaller --ratio");
  return best;
}

}  // namespace

void MixedNormTrainingOptions::validate() const {
  check_options(*this);
  candidates.validate();
}

TrainedMixedNorm train_mixed_norm(const Samples& samples, const MixedNormTrainingOptions& options,
                                  const MixedNormWatch& watch, std::stop_token stop) {
  const CancellationScope scope(stop);
  options.validate();
  const TrainingSamples parts = prepare(samples, options);
  const auto candidates = make_candidates(parts.originals(), parts.all(), options.candidates, options.seed);
  std::vector<MixedNormPoint> path = mixed_norm_path(candidates->pool(), parts.labels(), options.path,
                                                     watch.resume, watch.round, std::move(stop))
                                         .rounds;
  const std::size_t point = chosen_point(path, parts.validation() > 0);
  const WeightedGroups& chosen = path[point].classifier;
  Classifier classifier({.features = candidates->features(chosen.groups),
                         .weights = chosen.weights.cast<float>(),
                         .classes = samples.classes,
                         .shape = samples.shape,
                         .normalized_side = options.normalized_side.value_or(0)});
  std::string size = count_of(chosen.groups.size(), "feature") + " at point " + std::to_string(point + 1) +
                     " of " + std::to_string(path.size());
  return {std::move(classifier), std::move(path),    point + 1,
          parts.training(),      parts.validation(), std::move(size)};
}

}  // namespace ocelli::internal::baselines
