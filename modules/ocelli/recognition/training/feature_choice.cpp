#include "ocelli/recognition/training/feature_choice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/candidate_features.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/recognition/training/trial_samples.hpp"
#include "ocelli/samples/augmentation.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxRows = 2000, kManySamples = 1000, kMinSampleCount = 8, kMaxFactors = 64;
/// Larger sets of images are varied enough.
constexpr std::size_t kMaxToDeform = 20'000;
constexpr int kCopies = 3;
/// Templates match strokes a few pixels wide. In larger images they would dominate the run time.
constexpr std::size_t kMaxTemplatePixels = 96 * 96;
constexpr std::size_t kMaxImages = 4000, kMinImages = 200;
/// Limit on all images of a trial together, to bound its time.
constexpr std::size_t kMaxPixels = kMaxImages * 32 * 32;

std::size_t max_samples(const Samples& samples) {
  if (!samples.shape) return kMaxRows;
  return std::clamp(kMaxPixels / samples.shape->pixels(), kMinImages, kMaxImages);
}

/// Training samples with their copies, followed by the held-out samples.
struct Parted {
  Samples learned, all;
  std::size_t training = 0;

  PoolLabels labels() const { return {all.labels, training, all.classes.size(), all.weights}; }
  std::size_t measured() const { return all.count() - training; }
};

Parted parted(const Samples& samples, int copies, std::uint64_t seed) {
  auto [learned, all] = trial_samples(samples, seed);
  const std::size_t count = learned.count();
  if (copies == 0) return {std::move(learned), std::move(all), count};
  std::vector<std::uint32_t> measured(all.count() - count);
  std::iota(measured.begin(), measured.end(), static_cast<std::uint32_t>(count));
  Samples deformed = expand(learned, copies, {}, seed);
  const std::size_t deformed_count = deformed.count();
  return {std::move(learned), join(std::move(deformed), take(all, measured)), deformed_count};
}

/// Errors on the held-out samples. Weighted samples count by weight, rounded to the nearest integer.
std::size_t errors_of(const ShareBoostState& state, const CandidateFeatures& candidates,
                      const Parted& parts) {
  if (parts.all.weights.empty()) return state.rounds.back().validation_errors;
  const Classifier classifier({.features = candidates.features(state.groups()),
                               .weights = state.weights.cast<float>(),
                               .classes = parts.all.classes,
                               .shape = parts.all.shape});
  double wrong = 0, all = 0;
  for (std::size_t i = parts.training; i < parts.all.count(); ++i) {
    all += parts.all.weights[i];
    if (classifier.classify(parts.all.row(i)).label() != parts.all.labels[i]) wrong += parts.all.weights[i];
  }
  return all > 0 ? static_cast<std::size_t>(std::lround(wrong / all * static_cast<double>(parts.measured())))
                 : 0;
}

/// Errors on the held-out samples; all of them if nothing can be learned.
std::size_t errors_of(const FeatureTrial& trial, const Parted& parts, const std::stop_token& stop) try {
  ClassifierTrainingOptions options;
  options.candidates.kind = trial.kind;
  options.resolve_rounds(parts.learned);
  const auto candidates = make_candidates(parts.learned, parts.all, options.candidates, 1);
  const ShareBoostState state = share_boost(candidates->pool(), parts.labels(), options.boost, {}, {}, stop);
  return state.rounds.empty() ? parts.measured() : errors_of(state, *candidates, parts);
} catch (const Error& error) {
  if (error.kind() != Kind::training) throw;
  return parts.measured();
}

/// Adds the errors on one split of the samples, or on three splits of small sets.
void try_out(FeatureTrial& trial, const Samples& few, std::uint64_t seed, const std::stop_token& stop) {
  const std::uint64_t splits = few.count() < kManySamples ? 3 : 1;
  CandidateOptions candidates;
  candidates.kind = trial.kind;
  std::optional<Samples> gray;
  if (few.has_colors() && !candidates.use_colors()) gray = gray_levels(few);
  const Samples& evaluated = gray ? *gray : few;
  for (std::uint64_t split = 0; split < splits; ++split) {
    const Parted parts = parted(evaluated, trial.copies, hash(seed, {split}));
    trial.errors += errors_of(trial, parts, stop);
    trial.samples += parts.measured();
  }
}

constexpr std::string_view kAndColors = ",colors";
std::string without_colors(const std::string& kind) {
  return kind.substr(0, kind.size() - kAndColors.size());
}

/// The kinds that suit the samples.
std::vector<FeatureTrial> kinds_to_try(const Samples& samples) {
  if (samples.shape) {
    std::vector<FeatureTrial> trials = {{.kind = "orientations,channel-templates"}};
    if (samples.shape->pixels() <= kMaxTemplatePixels)
      trials.push_back({.kind = "templates,orientations,channel-templates"});
    trials.push_back({.kind = "orientations"});
    if (samples.has_colors()) {
      for (FeatureTrial& trial : trials) trial.kind += kAndColors;
    }
    return trials;
  }
  if (samples.width() < 2 || samples.width() > kMaxFactors) return {{.kind = "stumps"}, {.kind = "linear"}};
  return {{.kind = "products"}, {.kind = "stumps"}, {.kind = "linear"}};
}

}  // namespace

std::vector<FeatureTrial> choose_features(const Samples& samples, std::uint64_t seed,
                                          const std::stop_token& stop) {
  const CancellationScope scope(stop);
  if (samples.count() < kMinSampleCount) return {{.kind = samples.shape ? "templates" : "stumps"}};
  std::vector<FeatureTrial> trials = kinds_to_try(samples);
  const Samples few = drawn(samples, max_samples(samples), seed);
  for (FeatureTrial& trial : trials) try_out(trial, few, seed, stop);
  std::ranges::stable_sort(trials, {}, &FeatureTrial::errors);
  if (samples.has_colors()) {
    FeatureTrial gray{.kind = without_colors(trials.front().kind)};
    try_out(gray, few, seed, stop);
    trials.insert(trials.begin(), std::move(gray));
    std::ranges::stable_sort(trials, {}, &FeatureTrial::errors);
  }
  if (samples.shape && samples.count() < kMaxToDeform) {
    FeatureTrial deformed{.kind = trials.front().kind, .copies = kCopies};
    try_out(deformed, few, seed, stop);
    trials.insert(trials.begin(), std::move(deformed));
    std::ranges::stable_sort(trials, {}, &FeatureTrial::errors);
  }
  return trials;
}

std::vector<FeatureTrial> default_features(const Samples& samples, std::uint64_t seed,
                                           const std::stop_token& stop) {
  if (samples.shape) return {{.kind = "templates"}};
  return choose_features(samples, seed, stop);
}

void adopt(const FeatureTrial& trial, CandidateOptions& candidates, SamplePreparation& preparation) {
  candidates.kind = trial.kind;
  if (preparation.augmentation > 0 || trial.copies == 0) return;
  preparation.augmentation = trial.copies;
}

}  // namespace ocelli::internal
