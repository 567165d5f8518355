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

/// Where a training writes: the model, and beside it the checkpoint (until the model is written) and the log.
struct TrainingFiles {
  std::filesystem::path model;
  bool resume = false;

  std::filesystem::path checkpoint() const { return model.string() + ".checkpoint"; }
  std::filesystem::path log() const { return model.string() + ".log.jsonl"; }
  /// Whether there is a training to resume: then its log continues, otherwise it starts over.
  bool goes_on() const { return resume && std::filesystem::exists(checkpoint()); }
};

/// The figures of one round of a training: for the log, and in a few words for observers.
struct RoundFigures {
  nlohmann::ordered_json figures;
  std::string note;
};

/// "objective 0.12345"
std::string note_of(const char* name, double value);

/// The numbers of a round under their names (classifier_checkpoint.hpp), and its first real number in words.
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

/// Does a work again and again that is worth a tenth of the time at most: a round may be over before its
/// checkpoint is on the disk.
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

/// What stands around a training of any kind: the lock on its output, checkpoint, log, and who watches.
///
///   TrainingSession session(files, observer);          // locks the output, before anything is read
///   const std::optional<State> from = session.resumed([](const auto& path) { return load_checkpoint(path);
///   }); const Model model = session.run([&] { ... session.log({...}); ... }); session.finish(); // the
///   checkpoint goes when the model is written
class TrainingSession {
 public:
  /// Of a training in memory: without files, so that there is nothing to resume. Keeps a reference to the
  /// observer.
  explicit TrainingSession(const TrainingObserver& observer) : observer_(observer) {}

  /// Keeps a reference to the observer.
  /// Throws Error(Kind::output) when the model cannot be written there or another training does so.
  TrainingSession(TrainingFiles files, const TrainingObserver& observer)
      : files_(std::move(files)),
        observer_(observer),
        output_(std::in_place, files_.model, files_.checkpoint()),
        log_(files_.log(), files_.goes_on()) {}

  const TrainingFiles& files() const { return files_; }
  const TrainingObserver& observer() const { return observer_; }
  const ProgressSink& progress() const { return observer_.progress; }
  void report(const std::string& sentence) const { observer_.report(sentence); }

  /// Where an earlier run stood, if it is to be resumed and left a checkpoint. Throws what `load` throws.
  template <class Load>
  auto resumed(Load&& load) const -> std::optional<std::invoke_result_t<Load, const std::filesystem::path&>> {
    if (files_.goes_on()) return load(files_.checkpoint());
    if (!files_.resume) return std::nullopt;
    report("There is no checkpoint " + files_.checkpoint().string() +
           " yet; training starts from the beginning.");
    return std::nullopt;
  }

  /// Appends a line to the log. Throws Error(Kind::output) when it cannot be written.
  void log(nlohmann::ordered_json line) { observer_.log(log_.write(std::move(line))); }

  /// Does the work of the training. When it is stopped, the error says what is left of it: its checkpoint, if
  /// there is one.
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

  /// The model is written: the checkpoint is not needed any more.
  void finish() const { std::filesystem::remove(files_.checkpoint()); }

  // What follows is for the checkpoints of classifiers (ClassifierCheckpoint), whatever the algorithm. A
  // State has a list of its rounds.

  /// What samples and options are known by; set before a State is resumed or kept.
  void set_fingerprint(std::uint64_t fingerprint) { fingerprint_ = fingerprint; }

  /// Where an earlier run stood, which the log then says: rounds after it come once more; otherwise nowhere.
  /// Throws Error(Kind::model) for a checkpoint that cannot be read, or is of other samples or options.
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

  /// To be called after each of `rounds` rounds: logs the figures of the last one, keeps a checkpoint unless
  /// the last one is too fresh, and shows progress. The session must outlive it.
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
