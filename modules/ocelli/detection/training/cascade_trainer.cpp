#include "ocelli/detection/training/cascade_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "ocelli/boosting/cascade/float_boost.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/detection/training/stage_trainer.hpp"

namespace ocelli {
namespace {

/// A stage needs this many training negatives to mean anything.
constexpr std::size_t kLeastNegatives = 100;
/// Rates below this are not told apart when a mining pass is planned.
constexpr double kLeastRate = 1e-12;
/// Where more of all windows than this have to be looked at, looking at all of them coarse to fine is faster. Few images
/// are soon looked at everywhere, and need every window that they have.
constexpr double kCoarseShare = 0.3;
constexpr std::uint32_t kManyImages = 2000;

std::string in_words(double rate) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", rate);
  return text;
}

void add(Fingerprint& print, const TrainingWindows& windows) {
  print.add(windows.size()).add(windows.area());
  for (std::size_t i = 0; i < windows.size(); ++i) print.add(windows[i]);
}

/// All options that the stages depend on.
void add(Fingerprint& print, const CascadeTrainerOptions& options) {
  CascadeTrainerOptions::describe(
      options, [&](const char*, const auto& member, const char*, const option::Spec& spec = {}) {
        if (!spec.changeable()) print.add(member);
      });
}

std::uint64_t fingerprint(const CascadeTrainerOptions& options, const TrainingData& data) {
  Fingerprint print;
  add(print, options);
  add(print, data.positives);
  add(print, data.validation);
  return print.add(data.negatives.count).add(data.negatives_fingerprint).value();
}

/// The windows that a cascade lets through, with their scores.
struct Passing {
  std::vector<std::uint32_t> places;
  std::vector<float> scores;
};

Passing passing(const Cascade& cascade, const TrainingWindows& windows) {
  std::vector<std::optional<float>> scores(windows.size());
  parallel_for(std::size_t{0}, windows.size(),
               [&](std::size_t i) { scores[i] = cascade.score(windows.image(i)); });
  Passing result;
  for (std::uint32_t i = 0; i < scores.size(); ++i) {
    if (!scores[i]) continue;
    result.places.push_back(i);
    result.scores.push_back(*scores[i]);
  }
  return result;
}

ScoredWindows scored(const Cascade& cascade, const TrainingWindows& windows) {
  Passing pass = passing(cascade, windows);
  return {windows.pick(pass.places), std::move(pass.scores)};
}

class Training {
 public:
  Training(const CascadeTrainerOptions& options, const TrainingData& data, const TrainingWatch& watch,
           std::stop_token stop)
      : options_(options), data_(data), watch_(watch), stop_(std::move(stop)) {
    state_.fingerprint = fingerprint(options, data);
    state_.cascade.width = data.positives.width();
    state_.cascade.height = data.positives.height();
    state_.cascade.bins = options.bins;
    state_.cascade.joint = options.joint;
    state_.cascade.min_deviation = static_cast<float>(options.min_deviation);
    state_.cascade.label = options.label;
  }

  void resume(const TrainingState& state) {
    require(state.fingerprint == state_.fingerprint, Kind::training,
            "the checkpoint belongs to a training with other options or data; give the same ones to resume, "
            "or start anew");
    const auto weak = static_cast<std::size_t>(options_.max_weak_count);
    require_fit(state, {.cascade = state_.cascade,
                        .images = data_.negatives.count,
                        .negatives = static_cast<std::size_t>(options_.mined),
                        .weak = weak,
                        .rounds = StageTrainer::kRoundsPerWeak * weak});
    state_ = state;
    cascade_.reset();
  }

  TrainingResult run() {
    while (static_cast<int>(state_.cascade.stages.size()) < options_.stages) {
      if (state_.negatives.empty()) mine();
      if (const std::string ending = reason_to_end(); !ending.empty()) return finish(ending);
      train_stage();
    }
    return finish("all " + std::to_string(options_.stages) + " stages are trained");
  }

 private:
  /// The stages so far, ready for use. Whoever changes them forgets it.
  const std::shared_ptr<const Cascade>& cascade() {
    if (!cascade_) cascade_ = std::make_shared<const Cascade>(state_.cascade);
    return cascade_;
  }

  cv::Size window() const { return {state_.cascade.width, state_.cascade.height}; }

  MiningOptions mining_options() const {
    return {.wanted = static_cast<std::size_t>(options_.mined),
            .seed = options_.seed,
            .scan = {.min_size = 0, .max_size = 0, .scale_step = options_.mining_step, .stride = 1}};
  }

  void mine() {
    const double stages_so_far = state_.mining.looked_at ? state_.mining.false_alarm_rate() : 1.0;
    const double expected =
        state_.cascade.stages.empty() ? 1.0 : stages_so_far * options_.max_false_alarm_rate;
    const double rate = std::max(expected, kLeastRate);
    MiningOptions options = mining_options();
    if (data_.negatives.count >= kManyImages &&
        share_to_mine(data_.negatives, window(), options, rate) > kCoarseShare) {
      options.scan.stride = 2;
    }
    MinedNegatives mined = mine_negatives(data_.negatives, cascade(), options, rate, watch_.progress, stop_);
    state_.negatives = std::move(mined.windows);
    state_.mining = mined.report;
    save();
  }

  /// Empty while there is reason to train another stage.
  std::string reason_to_end() const {
    require(state_.mining.looked_at > 0, Kind::training, "no negative image is as large as the window");
    const double rate = state_.mining.false_alarm_rate();
    if (rate <= options_.cascade_false_alarm_rate && !state_.cascade.stages.empty()) {
      return "the false-alarm rate goal is reached: " + in_words(rate) +
             " on the negative images. A lower --cascade-false-alarm-rate would go on";
    }
    if (state_.negatives.size() >= kLeastNegatives) return {};
    require(!state_.cascade.stages.empty(), Kind::training,
            "the negative images hold only " + std::to_string(state_.negatives.size()) +
                " windows; at least " + std::to_string(kLeastNegatives) +
                " are needed. Add images, or larger ones");
    return "the negative images hold no more false alarms to learn from (" +
           std::to_string(state_.negatives.size()) + " windows left, false-alarm rate " + in_words(rate) +
           "). A training with more negative images would continue";
  }

  StageData stage_data() {
    const TrainingWindows negatives =
        cut_windows(data_.negatives, window(), mining_options().scan, state_.negatives);
    std::vector<std::uint32_t> training, validation;
    for (std::uint32_t i = 0; i < negatives.size(); ++i) (i % 5 == 4 ? validation : training).push_back(i);
    const Cascade& so_far = *cascade();
    return {scored(so_far, data_.positives), scored(so_far, negatives.pick(training)),
            scored(so_far, data_.validation), scored(so_far, negatives.pick(validation))};
  }

  void train_stage() {
    const StageData data = stage_data();
    require(data.positives.windows.size() > 0 && data.validation_positives.windows.size() > 0, Kind::training,
            "no objects pass the stages so far; raise --min-hit-rate");
    StageTrainer trainer(options_, state_.cascade, data);
    trainer.restore(state_.weak, state_.least_error, state_.rounds);
    while (!trainer.done()) {
      if (stop_.stop_requested())
        throw Error(Kind::cancelled, "stopped; --resume goes on from the last checkpoint");
      const RoundReport report = trainer.round();
      if (watch_.round) watch_.round(report);
      state_.rounds = static_cast<std::uint32_t>(report.round);
      state_.weak.assign(trainer.weak().begin(), trainer.weak().end());
      state_.least_error.assign(trainer.least_error().begin(), trainer.least_error().end());
      save();
    }
    close_stage(trainer, data);
  }

  void close_stage(const StageTrainer& trainer, const StageData& data) {
    const double false_alarm = trainer.append_to(state_.cascade);
    cascade_.reset();
    StageReport report{.stage = state_.cascade.stages.size(),
                       .weak = trainer.weak().size(),
                       .positives = data.positives.windows.size(),
                       .negatives = data.negatives.windows.size(),
                       .detection = 0,
                       .false_alarm = false_alarm,
                       .cascade_false_alarm = state_.mining.false_alarm_rate() * false_alarm};
    report.detection = static_cast<double>(passing(*cascade(), data_.validation).places.size()) /
                       static_cast<double>(data_.validation.size());
    if (watch_.stage) watch_.stage(report);  // before the checkpoint: told twice rather than never
    state_.negatives.clear();
    state_.rounds = 0;
    state_.weak.clear();
    state_.least_error.clear();
    save();
  }

  void save() const {
    if (watch_.checkpoint) watch_.checkpoint(state_);
  }

  TrainingResult finish(std::string why) const {
    return {Cascade(state_.cascade), "Training is complete: " + std::move(why) + "."};
  }

  const CascadeTrainerOptions& options_;
  const TrainingData& data_;
  const TrainingWatch& watch_;
  std::stop_token stop_;
  TrainingState state_;
  std::shared_ptr<const Cascade> cascade_;
};

}  // namespace

void CascadeTrainerOptions::validate() const {
  check_options(*this);
  const auto settled = [](bool holds, const char* option) {
    require(holds, Kind::usage, "must be set: only DetectorTraining derives it from the data", option);
  };
  settled(min_hit_rate > 0, "--min-hit-rate");
  settled(lossless_weak >= 0, "--lossless-weak");
  settled(max_weak_count > 0, "--max-weak-count");
  settled(mined > 0, "--mined");
  settled(features > 0, "--features");
  require(joint == 1 || bins * bins <= Cascade::kMaxBins, Kind::usage,
          "must be at most 16 where two features are joined, not " + to_text(bins), "--bins");
}

TrainingResult train_cascade(const CascadeTrainerOptions& options, const TrainingData& data,
                             const std::optional<TrainingState>& from, const TrainingWatch& watch,
                             std::stop_token stop) {
  options.validate();
  require(data.positives.size() > 0, Kind::training, "there are no positive windows to train on");
  require(data.validation.size() > 0, Kind::training, "there are no positive windows to validate on");
  require(data.negatives.count > 0, Kind::training, "there are no negative images");
  const CancellationScope scope(stop);
  Training training(options, data, watch, std::move(stop));
  if (from) training.resume(*from);
  return training.run();
}

}  // namespace ocelli
