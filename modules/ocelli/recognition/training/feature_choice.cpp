#include "ocelli/recognition/training/feature_choice.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/recognition/training/candidate_features.hpp"
#include "ocelli/recognition/training/classifier_training.hpp"
#include "ocelli/recognition/training/trial_samples.hpp"

namespace ocelli {
namespace {

constexpr std::size_t kMostSamples = 2000, kManySamples = 1000, kFewestSamples = 8, kMostFactors = 64;

/// Errors on the samples that are measured on. Of weighted samples they count by their weights, to the nearest whole number.
std::size_t errors_of(const ShareBoostState& state, const CandidateFeatures& candidates,
                      const TrialSamples& parts) {
  if (parts.all.weights.empty()) return state.rounds.back().validation_errors;
  const Classifier classifier({.features = candidates.features(state.groups()),
                               .weights = state.weights.cast<float>(),
                               .classes = parts.all.classes,
                               .shape = parts.all.shape});
  double wrong = 0, all = 0;
  for (std::size_t i = parts.learnt.count(); i < parts.all.count(); ++i) {
    all += parts.all.weights[i];
    if (classifier.classify(parts.all.row(i)).label() != parts.all.labels[i]) wrong += parts.all.weights[i];
  }
  const auto measured = static_cast<double>(parts.measured());
  return all > 0 ? static_cast<std::size_t>(std::lround(wrong / all * measured)) : 0;
}

/// Errors on the samples that are measured on; all of them where nothing can be learnt.
FeatureTrial tried(const std::string& kind, const TrialSamples& parts, const std::stop_token& stop) try {
  const auto candidates = make_candidates(parts.learnt, parts.all, {.kind = kind}, 1);
  const ShareBoostState state =
      share_boost(candidates->pool(), parts.labels(), lightly_regularised(), {}, {}, stop);
  const std::size_t measured = parts.measured();
  return {kind, state.rounds.empty() ? measured : errors_of(state, *candidates, parts), measured};
} catch (const Error& error) {
  if (error.kind() != Kind::training) throw;
  const std::size_t measured = parts.measured();
  return {kind, measured, measured};
}

}  // namespace

std::vector<FeatureTrial> choose_features(const Samples& samples, std::uint64_t seed,
                                          const std::stop_token& stop) {
  if (samples.shape) return {{.kind = "templates"}};
  if (samples.count() < kFewestSamples) return {{.kind = "stumps"}};
  std::vector<FeatureTrial> trials = {{.kind = "stumps"}, {.kind = "linear"}};
  if (samples.width() >= 2 && samples.width() <= kMostFactors)
    trials.insert(trials.begin(), {.kind = "products"});
  const Samples few = drawn(samples, kMostSamples, seed);
  const std::uint64_t splits = few.count() < kManySamples ? 3 : 1;
  for (std::uint64_t split = 0; split < splits; ++split) {
    const TrialSamples parts = trial_samples(few, hash(seed, {split}));
    for (FeatureTrial& trial : trials) {
      const FeatureTrial one = tried(trial.kind, parts, stop);
      trial.errors += one.errors;
      trial.samples += one.samples;
    }
  }
  std::ranges::stable_sort(trials, {}, &FeatureTrial::errors);
  return trials;
}

}  // namespace ocelli
