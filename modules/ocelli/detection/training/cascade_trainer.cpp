#include "ocelli/detection/training/cascade_trainer.hpp"

#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "ocelli/boosting/cascade/float_boost.hpp"
#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/training/cascade_training.hpp"
#include "ocelli/detection/training/stage_trainer.hpp"

namespace ocelli::internal {
namespace {

void add(Fingerprint& print, const TrainingWindows& windows) {
  print.add(windows.size()).add(windows.area());
  for (std::size_t i = 0; i < windows.size(); ++i) print.add(windows[i]);
}

/// Adds all options that the stages depend on.
void add(Fingerprint& print, const CascadeTrainerOptions& options) {
  CascadeTrainerOptions::describe(
      options, [&](const char*, const auto& member, const char*, const option::Spec& spec = {}) {
        if (!spec.changeable()) print.add(member);
      });
}

/// Stages of FloatBoost. Each starts from the score of the previous ones.
class FloatBoostStages {
 public:
  using State = TrainingState;
  using Stage = StageTrainer;
  static constexpr bool kSearchesCoarsely = true;

  FloatBoostStages(const CascadeTrainerOptions& options, const TrainingData& data)
      : options_(options), data_(data) {}

  State start() const {
    State state;
    state.fingerprint = training_fingerprint(options_, data_).value();
    if (data_.first) {
      state.cascade = data_.first->parts();
      return state;
    }
    state.cascade.width = data_.positives.width();
    state.cascade.height = data_.positives.height();
    state.cascade.bins = options_.bins;
    state.cascade.joint = options_.joint;
    state.cascade.min_deviation = static_cast<float>(options_.min_deviation);
    state.cascade.label = options_.label;
    state.cascade.shapes = data_.shapes;
    return state;
  }

  void require_fit(const State& state) const {
    const auto weak = static_cast<std::size_t>(options_.max_weak_count.value());
    ocelli::internal::require_fit(state, {.cascade = start().cascade,
                                          .images = data_.negatives.count,
                                          .negatives = static_cast<std::size_t>(options_.mined.value()),
                                          .weak = weak,
                                          .rounds = StageTrainer::kRoundsPerWeak * weak});
  }

  WindowSearch search(const State& state, const ScanOptions& scan) const {
    return search_with(std::make_shared<const Cascade>(state.cascade), scan);
  }

  ScoredWindows passing(const State& state, const TrainingWindows& windows) const {
    const Cascade cascade(state.cascade);
    std::vector<std::optional<float>> scores(windows.size());
    parallel_for(std::size_t{0}, windows.size(),
                 [&](std::size_t i) { scores[i] = cascade.score(windows.image(i)); });
    std::vector<std::uint32_t> places;
    std::vector<float> passing_scores;
    for (std::uint32_t i = 0; i < scores.size(); ++i) {
      if (!scores[i]) continue;
      places.push_back(i);
      passing_scores.push_back(*scores[i]);
    }
    return {windows.pick(places), std::move(passing_scores)};
  }

  Stage open(const State& state, const StageData& data) const { return Stage(options_, state.cascade, data); }

  void restore(Stage& stage, const State& state) const {
    stage.restore(state.weak, state.min_error, state.rounds);
  }

  void keep(const Stage& stage, State& state) const {
    state.rounds = static_cast<std::uint32_t>(stage.rounds());
    state.weak.assign(stage.weak().begin(), stage.weak().end());
    state.min_error.assign(stage.min_error().begin(), stage.min_error().end());
  }

  double close(const Stage& stage, State& state) const {
    const double false_alarm = stage.append_to(state.cascade);
    state.rounds = 0;
    state.weak.clear();
    state.min_error.clear();
    return false_alarm;
  }

 private:
  const CascadeTrainerOptions& options_;
  const TrainingData& data_;
};

}  // namespace

void CascadeTrainerOptions::validate() const {
  check_options(*this);
  const auto require_set = [](bool holds, const char* option) {
    require(holds, Kind::usage, "must be set: only DetectorTraining derives it from the data", option);
  };
  require_set(min_hit_rate.has_value(), "--min-hit-rate");
  require_set(lossless_weak.has_value(), "--lossless-weak");
  require_set(max_weak_count.has_value(), "--max-weak-count");
  require_set(mined.has_value(), "--mined");
  require_set(features.has_value(), "--features");
  require(
      joint == 1 || bins * bins <= Cascade::kMaxBins, Kind::usage,
      [&] { return "must be at most 16 where two features are joined, got " + to_text(bins); }, "--bins");
}

void require_data(const TrainingData& data) {
  require(data.positives.size() > 0, Kind::training, "there are no positive windows to train on");
  require(data.validation.size() > 0, Kind::training, "there are no positive windows to validate on");
  require(data.negatives.count > 0, Kind::training, "there are no negative images");
}

Fingerprint training_fingerprint(const CascadeTrainerOptions& options, const TrainingData& data) {
  Fingerprint print;
  add(print, options);
  add(print, data.positives);
  add(print, data.validation);
  print.add(data.negatives.count).add(data.negatives_fingerprint);
  if (!data.shapes.empty()) print.add(std::span<const float>(data.shapes));
  if (data.first)
    print.add(std::span<const float>(data.first->parts().tables)).add(data.first->stages().size());
  return print;
}

TrainingResult train_cascade(const CascadeTrainerOptions& options, const TrainingData& data,
                             const std::optional<TrainingState>& from, const TrainingWatch& watch,
                             std::stop_token stop) {
  options.validate();
  require_data(data);
  const CancellationScope scope(stop);
  const FloatBoostStages stages(options, data);
  CascadeTraining<FloatBoostStages> training(stages, options, data, watch, std::move(stop));
  if (from) training.resume(*from);
  std::string ending = training.run();
  return {Cascade(training.state().cascade), std::move(ending), training.state()};
}

}  // namespace ocelli::internal
