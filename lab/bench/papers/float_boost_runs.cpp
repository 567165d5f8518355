#include "float_boost_runs.hpp"

#include <algorithm>
#include <cstdio>
#include <span>
#include <utility>

#include "../program_run.hpp"
#include "ocelli/boosting/cascade/float_boost.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/features/haar/haar_pool.hpp"
#include "ocelli/features/haar/window_integrals.hpp"
#include "ocelli/metrics/roc.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr int kMinSide = 2;
constexpr float kMinDeviation = 4;
/// FloatBoost is stopped when it needs more rounds per weak classifier than this; the paper's took 5 times as
/// long.
constexpr std::size_t kMaxRounds = 5;

BinnedResponses respond_as(const BinnedResponses& model, std::span<const HaarFeature> features,
                           const WindowIntegrals& windows) {
  BinnedResponses responses(features.size(), windows.size(), model.bins());
  std::vector<float> z(windows.size());
  for (std::size_t f = 0; f < features.size(); ++f) {
    responses.binning(f) = model.binning(f);
    windows.respond(features[f], z);
    std::ranges::transform(z, responses.of(f).begin(),
                           [&](float value) { return model.binning(f).bin(value, model.bins()); });
  }
  return responses;
}

/// Stores the rates of a size when training lowered its minimum error.
void note(Run& run, const Ensemble& test, std::span<const double> min_error) {
  CurvePoint& point = run.curve[test.size() - 1];
  const double training = min_error[test.size() - 1];
  if (training >= point.training) return;
  point = {training, false_alarm_at(kDetectionRate, test.positive_scores(), test.negative_scores())};
}

}  // namespace

std::size_t Run::removals() const {
  std::size_t sum = 0;
  for (const Round& round : rounds) sum += round.removed;
  return sum;
}

double Run::rounds_while_removing() const {
  const auto last = std::ranges::find_if(rounds.rbegin(), rounds.rend(),
                                         [](const Round& round) { return round.removed > 0; });
  if (last == rounds.rend()) return 1;
  return static_cast<double>(rounds.rend() - last) / static_cast<double>(last->size);
}

std::vector<double> Method::rates(std::size_t size, double CurvePoint::*what) const {
  std::vector<double> rates;
  for (const Run& run : runs) rates.push_back(run.curve[size - 1].*what);
  return rates;
}

std::vector<double> Method::of_all(const std::function<double(const Run&)>& figure) const {
  std::vector<double> figures;
  for (const Run& run : runs) figures.push_back(figure(run));
  return figures;
}

Draw make_draw(const FaceWindows& windows, const FloatBoostSettings& settings, std::uint64_t seed) {
  const PartSizes sizes{settings.training, settings.test};
  WindowParts parts = windows.faces(sizes, seed);
  const WindowParts others = windows.others(sizes, seed);
  parts.training.append(others.training);
  parts.test.append(others.test);
  const std::vector<HaarFeature> features =
      sample_haar({.width = windows.width(),
                   .height = windows.height(),
                   .min_side = kMinSide,
                   .max_distance = std::max(windows.width(), windows.height())},
                  settings.features, hash(seed, {settings.features}));
  BinnedResponses training = bin_responses(features, parts.training, kBins, kMinDeviation);
  BinnedResponses test = respond_as(training, features, WindowIntegrals(parts.test, kMinDeviation));
  return {std::move(training), std::move(test)};
}

Run run_method(const Draw& draw, std::size_t max_removals, const FloatBoostSettings& settings,
               std::uint64_t seed) {
  FloatBoost boost(Ensemble({draw.training, settings.training}),
                   {.boost = {.smoothing = kSmoothing, .weight_trimming = kWeightShare},
                    .error = false_alarms_at_detection(kDetectionRate),
                    .max_removals = max_removals});
  Ensemble test({draw.test, settings.test});
  Run run{.seed = seed, .curve = std::vector<CurvePoint>(settings.weak), .rounds = {}};
  while (test.size() < settings.weak && run.rounds.size() < kMaxRounds * settings.weak) {
    const ProcessorStopwatch watch;
    const FloatBoostRound round = boost.step();
    run.seconds += watch.seconds();
    test.add(round.added);
    note(run, test, boost.min_error());
    for (const std::size_t place : round.removed) {
      test.remove(place);
      note(run, test, boost.min_error());
    }
    run.rounds.push_back({test.size(), round.removed.size()});
    if (run.rounds.size() % 100 == 0) {
      std::fprintf(
          stderr, "  round %zu: %zu weak classifiers, false alarms %.4f, on the test part %.4f, %.0f s\n",
          run.rounds.size(), test.size(), round.error,
          false_alarm_at(kDetectionRate, test.positive_scores(), test.negative_scores()), run.seconds);
    }
  }
  return run;
}

}  // namespace ocelli::internal::bench
