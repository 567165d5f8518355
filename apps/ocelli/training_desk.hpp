#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/progress.hpp"
#include "training_audience.hpp"
#include "training_log.hpp"

namespace ocelli::app {

/// Where the checkpoint and the log of a training go, and what its samples and options are known by.
struct TrainingFiles {
  std::filesystem::path checkpoint, log;
  std::uint64_t fingerprint = 0;
  bool resume = false;
};

/// What one round of a training came to: for the log, and in a few words for who watches.
struct RoundReport {
  nlohmann::ordered_json figures;
  std::string note;
};

/// "objective 0.12345"
std::string note_of(const char* name, double value);

/// Does a work again and again that is worth a tenth of the time at most: a round may be over before its checkpoint is on
/// the disk.
class SpareTime {
 public:
  template <class Work>
  void now_and_then(Work&& work) {
    const Clock::time_point start = Clock::now();
    if (start < due_) return;
    work();
    const Clock::time_point end = Clock::now();
    due_ = end + 9 * (end - start);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point due_ = {};
};

/// What stands around the training of a classifier, whatever its algorithm: checkpoint, log, and who watches. A State
/// is one that ClassifierCheckpoint knows, with a list of its rounds.
class TrainingDesk {
 public:
  /// Keeps a reference to the audience. Throws Error(Kind::output) when the log cannot be written.
  TrainingDesk(TrainingFiles files, const TrainingAudience& audience)
      : files_(std::move(files)), audience_(audience), log_(files_.log, files_.resume) {}

  /// Where an earlier run stood, if it is to be resumed, which the log then says: rounds after it come once more;
  /// otherwise nowhere. Throws Error(Kind::model) for a checkpoint
  /// that cannot be read, or is of other samples or options.
  template <class State>
  State state_to_resume() {
    if (!files_.resume) return {};
    if (!std::filesystem::exists(files_.checkpoint)) {
      audience_.say("There is no checkpoint " + files_.checkpoint.string() + " yet: training starts anew.");
      return {};
    }
    auto [fingerprint, state] = load_classifier_checkpoint<State>(files_.checkpoint);
    require(fingerprint == files_.fingerprint, Kind::model,
            "comes from other samples or options: start anew without --resume", files_.checkpoint.string());
    log_.write({{"event", "resume"}, {"after_round", state.rounds.size()}});
    return std::move(state);
  }

  /// To be called after each of `rounds` rounds: logs what `report` makes of the last one, keeps a checkpoint unless the
  /// last one is too fresh, and shows how far training is. The desk must outlive it.
  template <class State, class Round>
  std::function<void(const State&)> watcher(std::string activity, std::size_t rounds,
                                            RoundReport (*report)(const Round&)) {
    return [this, activity = std::move(activity), rounds, report](const State& state) {
      const std::size_t round = state.rounds.size();
      tell(report(state.rounds.back()), {activity, round, rounds, {}});
      saving_.now_and_then([&] {
        save_classifier_checkpoint(files_.checkpoint, ClassifierCheckpoint<State>{files_.fingerprint, state});
      });
    };
  }

  const ProgressSink& progress() const { return audience_.progress; }

 private:
  void tell(const RoundReport& report, Progress progress);

  TrainingFiles files_;
  const TrainingAudience& audience_;
  TrainingLog log_;
  SpareTime saving_;
};

}  // namespace ocelli::app
