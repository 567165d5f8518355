#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/progress.hpp"
#include "ocelli/model_io/classifier_checkpoint.hpp"
#include "training_audience.hpp"
#include "training_log.hpp"

namespace ocelli::app {

/// Where the checkpoint and the log of a training go, and what its samples and options are known by.
struct TrainingFiles {
  std::filesystem::path checkpoint, log;
  std::uint64_t fingerprint = 0;
  bool resume = false;
};

/// What stands around the training of a classifier, whatever its algorithm: checkpoint, log, and who watches. A State
/// is one that ClassifierCheckpoint knows, with a list of its rounds.
class TrainingDesk {
 public:
  /// Keeps a reference to the audience. Throws Error(Kind::output) when the log cannot be written.
  TrainingDesk(TrainingFiles files, const TrainingAudience& audience)
      : files_(std::move(files)), audience_(audience), log_(files_.log, files_.resume) {}

  /// Where an earlier run stood, if it is to be resumed; otherwise nowhere. Throws Error(Kind::model) for a checkpoint
  /// that cannot be read, or is of other samples or options.
  template <class State>
  State state_to_resume() const {
    if (!files_.resume) return {};
    if (!std::filesystem::exists(files_.checkpoint)) {
      audience_.say("There is no checkpoint " + files_.checkpoint.string() + " yet: training starts anew.");
      return {};
    }
    auto [fingerprint, state] = load_classifier_checkpoint<State>(files_.checkpoint);
    require(fingerprint == files_.fingerprint, Kind::model,
            "comes from other samples or options: start anew without --resume", files_.checkpoint.string());
    return std::move(state);
  }

  /// Logs the figures of the last round, keeps a checkpoint, and shows how far it is.
  template <class State>
  void after_round(const State& state, const nlohmann::ordered_json& figures, const Progress& progress) {
    nlohmann::ordered_json line = {{"event", "round"}, {"round", state.rounds.size()}};
    line.update(figures);
    log_.write(std::move(line));
    save_classifier_checkpoint(files_.checkpoint, ClassifierCheckpoint<State>{files_.fingerprint, state});
    if (audience_.progress) audience_.progress(progress);
  }

  const ProgressSink& progress() const { return audience_.progress; }

 private:
  TrainingFiles files_;
  const TrainingAudience& audience_;
  TrainingLog log_;
};

}  // namespace ocelli::app
