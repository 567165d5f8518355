#include "ocelli/detection/training/mirror_images.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <utility>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/training/stage_trainer.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxObjects = 1000;  ///< per part
constexpr std::size_t kMaxWindows = 2000;  ///< for training
constexpr int kRounds = 20;
constexpr double kShareToDiffer = 0.75;
constexpr double kDeviationsToDiffer = 2.5;  ///< from chance

/// At most `max` of the windows 0, step, 2 step ..., evenly spaced.
TrainingWindows thinned(const TrainingWindows& windows, std::size_t step, std::size_t max) {
  const std::size_t count = (windows.size() + step - 1) / step, kept = std::min(count, max);
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < kept; ++i)
    places.push_back(static_cast<std::uint32_t>(i * count / kept * step));
  return windows.pick(places);
}

TrainingWindows mirrored(const TrainingWindows& windows) {
  TrainingWindows flipped(windows.width(), windows.height());
  cv::Mat mirror;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    cv::flip(windows.image(i), mirror, 1);
    flipped.add(mirror);
  }
  return flipped;
}

ScoredWindows unscored(TrainingWindows windows) {
  std::vector<float> zeros(windows.size());
  return {std::move(windows), std::move(zeros)};
}

/// One stage of a few simple weak classifiers that rejects nothing.
Cascade learn_to_tell(const TrainingWindows& windows, std::uint64_t seed) {
  CascadeTrainerOptions options;
  options.features = 2000;
  options.joint = 1;
  options.backtrack.reset();
  options.seed = seed;
  CascadeParts parts;
  parts.width = windows.width();
  parts.height = windows.height();
  parts.bins = options.bins;
  parts.min_deviation = static_cast<float>(options.min_deviation);
  const TrainingWindows any = windows.pick(std::vector<std::uint32_t>{0});  // thresholds are irrelevant
  const StageData data{unscored(windows), unscored(mirrored(windows)), unscored(any), unscored(any)};
  StageTrainer stage(options, parts, data);
  for (int round = 0; round < kRounds; ++round) stage.round();
  stage.append_to(parts);
  parts.stages.back().threshold = -Cascade::kMaxScore;
  return Cascade(std::move(parts));
}

void add_recognized(const TrainingWindows& learned_from, const TrainingWindows& objects, std::uint64_t seed,
                    MirrorTest& test) {
  const Cascade judge = learn_to_tell(learned_from, seed);
  const TrainingWindows mirror_images = mirrored(objects);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    ++test.objects;
    test.recognized += *judge.score(objects.image(i)) > *judge.score(mirror_images.image(i));
  }
}

}  // namespace

double MirrorTest::share() const {
  return objects ? static_cast<double>(recognized) / static_cast<double>(objects) : 0.0;
}

bool MirrorTest::differ() const {
  const auto count = static_cast<double>(objects);
  const double above_chance = 2 * static_cast<double>(recognized) - count;
  return share() >= kShareToDiffer && above_chance >= kDeviationsToDiffer * std::sqrt(count);
}

MirrorTest test_mirror_images(const TrainingWindows& one, const TrainingWindows& other, std::size_t copies,
                              std::uint64_t seed) {
  MirrorTest test;
  if (one.size() == 0 || other.size() == 0) return test;
  add_recognized(thinned(one, 1, kMaxWindows), thinned(other, copies, kMaxObjects), seed, test);
  add_recognized(thinned(other, 1, kMaxWindows), thinned(one, copies, kMaxObjects), seed, test);
  return test;
}

}  // namespace ocelli::internal
