#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/training/training_log.hpp"
#include "ocelli/training/training_observer.hpp"
#include "ocelli/training/training_output.hpp"

namespace ocelli::internal {

/// Where a training writes: the model, and next to it the checkpoint (until the model is written) and the
/// log.
struct TrainingFiles {
  std::filesystem::path model;
  bool resume = false;

  std::filesystem::path checkpoint() const { return model.string() + ".checkpoint"; }
  std::filesystem::path log() const { return model.string() + ".log.jsonl"; }
  /// Whether there is a training to resume. Then its log continues; otherwise it starts over.
  bool goes_on() const { return resume && std::filesystem::exists(checkpoint()); }
};

/// The figures of one round of a training: for the log, and as a short note for observers.
struct RoundFigures {
  nlohmann::ordered_json figures;
  std::string note;
};

/// "objective 0.12345"
std::string note_of(const char* name, double value);

/// The numbers of a round with their names (classifier_checkpoint.hpp), and its first real number as text.
template <class Round>
RoundFigures figures_of(const Round& round) {
  RoundFigures all;
  const auto add = [&]<class Member>(const char* name, const Member& member) {
    if constexpr (std::is_arithmetic_v<Member>) {
      all.figures[name] = member;
      if constexpr (std::floating_point<Member>) {
        if (all.note.empty()) all.note = note_of(name, member);
      }
    }
  };
  if constexpr (requires { round.figures(add); }) {
    round.figures(add);
  } else {
    Round::describe(round, add);
  }
  return all;
}

/// Runs a task repeatedly, using at most a tenth of the time: a round may be shorter than writing its
/// checkpoint.
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

/// The environment of any training: the lock on its output, checkpoint, log and observer.
///
///     TrainingSession session(files, observer);  // locks the output, before anything is read
///     const std::optional<State> from =
///         session.resumed([](const auto& path) { return load_checkpoint(path); });
///     const Model model = session.run([&] { ... session.log({...}); ... });
///     session.finish();  // removes the checkpoint once the model is written
class TrainingSession {
 public:
  /// A training in memory, without files and with nothing to resume. Keeps a reference to the observer.
  explicit TrainingSession(const TrainingObserver& observer) : observer_(observer) {}

  /// Keeps a reference to the observer.
  /// Throws  Error(Kind::output) when the model cannot be written there or another training is writing it.
  TrainingSession(TrainingFiles files, const TrainingObserver& observer)
      : files_(std::move(files)),
        observer_(observer),
        output_(std::in_place, files_.model, files_.checkpoint()),
        log_(files_.log(), files_.goes_on()) {}

  const TrainingFiles& files() const { return files_; }
  const TrainingObserver& observer() const { return observer_; }
  const ProgressSink& progress() const { return observer_.progress; }
  void report(const std::string& sentence) const { observer_.report(sentence); }

  /// The state of an earlier run, if a checkpoint exists and is to be resumed.
  /// Throws  what `load` throws.
  template <class Load>
  auto resumed(Load&& load) const -> std::optional<std::invoke_result_t<Load, const std::filesystem::path&>> {
    if (files_.goes_on()) return load(files_.checkpoint());
    if (!files_.resume) return std::nullopt;
    report("There is no checkpoint " + files_.checkpoint().string() +
           " yet; training starts from the beginning.");
    return std::nullopt;
  }

  /// Appends a line to the log.
  /// Throws  Error(Kind::output) when it cannot be written.
  void log(nlohmann::ordered_json line) { observer_.log(log_.write(std::move(line))); }

  /// Does the work of the training. If it is stopped, the error names the checkpoint that remains, if any.
  template <class Work>
  auto run(Work&& work) const {
    try {
      return work();
    } catch (const Error& error) {
      if (error.kind() != Kind::canceled || !std::filesystem::exists(files_.checkpoint())) throw;
      throw Error(Kind::canceled, "stopped; --resume continues from the last checkpoint",
                  files_.checkpoint().string());
    }
  }

  /// Call after the model is written: removes the checkpoint.
  void finish() const { std::filesystem::remove(files_.checkpoint()); }

  // The functions below are for classifier checkpoints (ClassifierCheckpoint), for any algorithm. A State has
  // a list of its rounds.

  /// Identifies the samples and options. Set before a State is resumed or stored.
  void set_fingerprint(std::uint64_t fingerprint) { fingerprint_ = fingerprint; }

  /// The state of an earlier run, if any. The log records it, because the rounds after it are repeated.
  /// Throws  Error(Kind::model) for a checkpoint that cannot be read, or that belongs to other samples or
  /// options.
  template <class State>
  State state_to_resume() {
    auto checkpoint =
        resumed([](const std::filesystem::path& path) { return load_classifier_checkpoint<State>(path); });
    if (!checkpoint) return {};
    require(checkpoint->fingerprint == fingerprint_, Kind::model,
            "is from different samples or options; start over without --resume",
            files_.checkpoint().native());
    log({{"event", "resume"}, {"after_round", checkpoint->state.rounds.size()}});
    return std::move(checkpoint->state);
  }

  /// Call after each of `rounds` rounds. Logs the figures of the last one, writes a checkpoint unless the
  /// previous one is too recent, and reports progress. The session must outlive it.
  template <class State>
  std::function<void(const State&)> watcher(std::string activity, std::size_t rounds) {
    return [this, activity = std::move(activity), rounds](const State& state) {
      const std::size_t round = state.rounds.size();
      tell(figures_of(state.rounds.back()), {activity, round, rounds, {}});
      if (!output_) return;
      saving_.now_and_then([&] {
        save_classifier_checkpoint(files_.checkpoint(), ClassifierCheckpoint<State>{fingerprint_, state});
      });
    };
  }

 private:
  void tell(const RoundFigures& report, Progress progress);

  TrainingFiles files_;
  const TrainingObserver& observer_;
  std::optional<TrainingOutput> output_;
  TrainingLog log_;
  std::uint64_t fingerprint_ = 0;
  SpareTime saving_;
};

}  // namespace ocelli::internal
