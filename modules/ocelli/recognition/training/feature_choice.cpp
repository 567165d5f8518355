#include "ocelli/recognition/training/feature_choice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/samples/augmentation.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/recognition/training/candidate_features.hpp"
#include "ocelli/recognition/training/classifier_training.hpp"
#include "ocelli/recognition/training/trial_samples.hpp"

namespace ocelli {
namespace {

constexpr std::size_t kMostRows = 2000, kManySamples = 1000, kFewestSamples = 8, kMostFactors = 64;
/// More images than these are varied enough.
constexpr std::size_t kMostToDeform = 20'000;
constexpr int kCopies = 3;
/// Of more images than these, the usual strength is as good as any.
constexpr std::size_t kMostToRegularise = 10'000;
constexpr double kStrongerRegularisation[] = {1e-4, 1e-3};
/// Of 2,000 images orientations are told to be best where templates are, of all: these gain more from further images.
constexpr std::size_t kMostImages = 8000, kFewestImages = 200;
/// Of all images of a trial together, which bounds its time.
constexpr std::size_t kMostPixels = kMostImages * 32 * 32;
/// Enough templates to tell whether they suit the images, in a fraction of the time of a training's.
constexpr const char* kFewTemplates = "7:200";

std::size_t most_samples(const Samples& samples) {
  if (!samples.shape) return kMostRows;
  return std::clamp(kMostPixels / samples.shape->pixels(), kFewestImages, kMostImages);
}

/// What copies are made by: elastic ones suit handwriting.
DeformationOptions of_things() {
  DeformationOptions options;
  options.elastic_alpha = 0;
  return options;
}

/// Samples to learn from first, with their copies, then those to measure on.
struct Parted {
  Samples learnt, all;
  std::size_t training = 0;

  PoolLabels labels() const { return {all.labels, training, all.classes.size(), all.weights}; }
  std::size_t measured() const { return all.count() - training; }
};

Parted parted(const Samples& samples, int copies, std::uint64_t seed) {
  auto [learnt, all] = trial_samples(samples, seed);
  const std::size_t count = learnt.count();
  if (copies == 0) return {std::move(learnt), std::move(all), count};
  std::vector<std::uint32_t> measured(all.count() - count);
  std::iota(measured.begin(), measured.end(), static_cast<std::uint32_t>(count));
  Samples deformed = expand(learnt, copies, of_things(), seed);
  const std::size_t deformed_count = deformed.count();
  return {std::move(learnt), join(std::move(deformed), take(all, measured)), deformed_count};
}

/// Errors on the samples that are measured on. Of weighted samples they count by their weights, to the nearest whole number.
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

/// Errors on the samples that are measured on; all of them where nothing can be learnt.
std::size_t errors_of(const FeatureTrial& trial, const Parted& parts, const std::stop_token& stop) try {
  ClassifierTrainingOptions options;
  options.candidates.kind = trial.kind;
  if (trial.strength > 0) options.boost.regulariser.frobenius = trial.strength;
  options.candidates.templates = kFewTemplates;
  options.settle_rounds(parts.learnt);
  const auto candidates = make_candidates(parts.learnt, parts.all, options.candidates, 1);
  const ShareBoostState state =
      share_boost(candidates->pool(), parts.labels(), options.boosting(), {}, {}, stop);
  return state.rounds.empty() ? parts.measured() : errors_of(state, *candidates, parts);
} catch (const Error& error) {
  if (error.kind() != Kind::training) throw;
  return parts.measured();
}

/// Adds the errors on one parting of the samples, or on three where there are few.
void try_out(FeatureTrial& trial, const Samples& few, std::uint64_t seed, const std::stop_token& stop) {
  const std::uint64_t splits = few.count() < kManySamples ? 3 : 1;
  for (std::uint64_t split = 0; split < splits; ++split) {
    const Parted parts = parted(few, trial.copies, hash(seed, {split}));
    trial.errors += errors_of(trial, parts, stop);
    trial.samples += parts.measured();
  }
}

/// What may do better still than the best kind.
std::vector<FeatureTrial> refinements(const FeatureTrial& best, std::size_t samples) {
  std::vector<FeatureTrial> trials;
  if (best.kind == OrientationFeatures::kKind && samples < kMostToDeform)
    trials.push_back({.kind = best.kind, .copies = kCopies});
  if (best.kind == TemplateFeatures::kKind && samples < kMostToRegularise) {
    for (const double strength : kStrongerRegularisation)
      trials.push_back({.kind = best.kind, .strength = strength});
  }
  return trials;
}

/// The kinds that suit the samples; the first is taken where there are too few samples to try them.
std::vector<FeatureTrial> kinds_to_try(const Samples& samples) {
  if (samples.shape) return {{.kind = "templates"}, {.kind = "orientations"}};
  if (samples.count() < kFewestSamples || samples.width() < 2 || samples.width() > kMostFactors)
    return {{.kind = "stumps"}, {.kind = "linear"}};
  return {{.kind = "products"}, {.kind = "stumps"}, {.kind = "linear"}};
}

}  // namespace

std::vector<FeatureTrial> choose_features(const Samples& samples, std::uint64_t seed,
                                          const std::stop_token& stop) {
  const CancellationScope scope(stop);
  std::vector<FeatureTrial> trials = kinds_to_try(samples);
  if (samples.count() < kFewestSamples) return {trials.front()};
  const Samples few = drawn(samples, most_samples(samples), seed);
  for (FeatureTrial& trial : trials) try_out(trial, few, seed, stop);
  std::ranges::stable_sort(trials, {}, &FeatureTrial::errors);
  for (FeatureTrial& trial : refinements(trials.front(), samples.count())) {
    try_out(trial, few, seed, stop);
    trials.push_back(std::move(trial));
  }
  std::ranges::stable_sort(trials, {}, &FeatureTrial::errors);
  return trials;
}

std::vector<FeatureTrial> usual_features(const Samples& samples, std::uint64_t seed,
                                         const std::stop_token& stop) {
  if (samples.shape) return {{.kind = "templates"}};
  return choose_features(samples, seed, stop);
}

void adopt(const FeatureTrial& trial, CandidateOptions& candidates, SamplePreparation& preparation) {
  candidates.kind = trial.kind;
  if (preparation.augmentation > 0 || trial.copies == 0) return;
  preparation.augmentation = trial.copies;
  preparation.deformation = of_things();
}

}  // namespace ocelli
