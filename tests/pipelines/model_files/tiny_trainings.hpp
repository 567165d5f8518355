#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "detection/crosses.hpp"
#include "detection/verifier_crosses.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "ocelli/detection/training/verifier_trainer.hpp"
#include "ocelli/recognition/training/multi_layer_training.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/recognition/training/stump_training.hpp"
#include "ocelli/recognition/training/tree_training.hpp"
#include "pipelines/model_files/doctoring.hpp"
#include "recognition/image_classes.hpp"
#include "recognition/kinds.hpp"

/// A training of each kind that takes milliseconds, with a checkpoint in its midst and a way to go on from
/// another one.
namespace ocelli::internal::test {

using Below = std::function<std::size_t(std::size_t)>;

struct TinyTraining {
  std::vector<std::byte> checkpoint;
  /// Loads the bytes and trains to the end. Throws Error.
  std::function<void(const std::vector<std::byte>&)> resume;
  /// The bytes of the checkpoint after doctor(). Throws Error where it cannot be saved.
  std::function<std::vector<std::byte>(const Below&)> doctored;
};

/// `train(state, watch)` trains to the end from a state, calling watch(state) after each round; the
/// checkpoint is that after two.
template <class State, class Train>
TinyTraining tiny_training(Train train) {
  State midst;
  train(State(), [&](const State& state) {
    if (state.rounds.size() == 2) midst = state;
  });
  const ClassifierCheckpoint<State> checkpoint{1, midst};
  return {serialize(checkpoint),
          [train](const std::vector<std::byte>& bytes) {
            train(load_classifier_checkpoint<State>(bytes, "doctored").state, [](const State&) {});
          },
          [checkpoint](const Below& below) {
            ClassifierCheckpoint<State> changed = checkpoint;
            doctor(changed.state, below);
            return serialize(changed);
          }};
}

inline constexpr std::size_t kTinyRounds = 3;

inline std::shared_ptr<const Samples> tiny_samples() {
  return std::make_shared<const Samples>(bar_images(30));
}

inline TinyTraining tiny_share_boost(const std::string& kind) {
  ClassifierTrainingOptions options;
  options.candidates = small_candidates(kind);
  options.boost.rounds = kTinyRounds;
  return tiny_training<ShareBoostState>(
      [options, samples = tiny_samples()](ShareBoostState from, const auto& watch) {
        train_classifier(*samples, options, {.round = watch, .resume = std::move(from)});
      });
}

inline TinyTraining tiny_multi_layer() {
  MultiLayerTrainingOptions options;
  options.windows.points.count = 8;
  options.windows.side = 7;
  options.wavelet_pool = 50;
  options.boost = {.rounds = kTinyRounds, .features = 3, .votes = 6, .candidates = 20};
  return tiny_training<MultiLayerState>(
      [options, samples = tiny_samples()](MultiLayerState from, const auto& watch) {
        train_multi_layer(*samples, options, {.round = watch, .resume = std::move(from)});
      });
}

inline TinyTraining tiny_stumps(StumpBoosting boosting) {
  return tiny_training<StumpBoostState>(
      [boosting = std::move(boosting), samples = tiny_samples()](StumpBoostState from, const auto& watch) {
        train_stumps(*samples, boosting, {}, {.round = watch, .resume = std::move(from)});
      });
}

inline TinyTraining tiny_trees() {
  TreeTrainingOptions options;
  options.boost.rounds = kTinyRounds;
  options.boost.shape.leaves = 4;
  return tiny_training<TreeBoostState>(
      [options, samples = tiny_samples()](TreeBoostState from, const auto& watch) {
        train_trees(*samples, options, {.round = watch, .resume = std::move(from)});
      });
}

/// In the midst of the second stage, which is the last.
inline TinyTraining tiny_detector() {
  const auto data = std::make_shared<const TrainingData>(cross_training(6));
  CascadeTrainerOptions options = cross_options();
  options.stages = 2;
  options.max_weak_count = 4;
  options.features = 60;
  std::optional<TrainingState> midst;
  TrainingWatch watch;
  watch.checkpoint = [&](const TrainingState& state) {
    if (!midst && state.cascade.stages.size() == 1 && state.rounds == 2) midst = state;
  };
  train_cascade(options, *data, {}, watch, {});
  require(midst.has_value(), Kind::training, "the tiny detector has no second stage");
  return {serialize(*midst),
          [options, data](const std::vector<std::byte>& bytes) {
            train_cascade(options, *data, load_checkpoint(bytes, "doctored"), {}, {});
          },
          [state = *midst](const Below& below) {
            TrainingState changed = state;
            doctor(changed, below);
            return serialize(changed);
          }};
}

/// Behind a cascade of one stage, a verifier in the midst of its last trees, or in its network.
inline TinyTraining tiny_verifier(bool in_network) {
  struct Tiny {
    VerifierOptions options;
    Cascade cascade;
    VerifierData data;
  };
  VerifierOptions options;
  options.trees = 6;
  options.depth = 2;
  options.rounds = 2;
  options.negatives = 60;
  options.copies = 1;
  options.network_passes = 1;
  const auto tiny = std::make_shared<const Tiny>(Tiny{options, one_stage_for_crosses(), verifier_crosses()});
  const auto train = [tiny](const std::optional<VerifierState>& from, const VerifierWatch& watch) {
    train_verifier(tiny->options, tiny->cascade, tiny->data, {.samples_per_object = 1}, 1, from, watch, {});
  };
  TrainingState midst;
  midst.cascade = tiny->cascade.parts();
  VerifierWatch watch;
  watch.checkpoint = [&](const VerifierState& state) {
    const bool is_there =
        in_network ? state.network.has_value() : state.found.size() == 2 && state.trees.size() == 3;
    if (is_there && !midst.verifier) midst.verifier = state;
  };
  train({}, watch);
  require(midst.verifier.has_value(), Kind::training, "the tiny verifier does not get there");
  return {serialize(midst),
          [train](const std::vector<std::byte>& bytes) {
            train(load_checkpoint(bytes, "doctored").verifier, {});
          },
          [midst](const Below& below) {
            TrainingState changed = midst;
            doctor(*changed.verifier, below);
            return serialize(changed);
          }};
}

/// How each kind is made, which takes a moment.
struct TinyKind {
  const char* name;
  TinyTraining (*make)();
};

inline const std::vector<TinyKind>& tiny_kinds() {
  static constexpr std::size_t n = kTinyRounds;
  static const std::vector<TinyKind> kinds{{"ShareBoostOfStumps", [] { return tiny_share_boost("stumps"); }},
                                           {"ShareBoostOfBalls", [] { return tiny_share_boost("balls"); }},
                                           {"ShareBoostOfLinear", [] { return tiny_share_boost("linear"); }},
                                           {"MultiLayer", tiny_multi_layer},
                                           {"Trees", tiny_trees},
                                           {"MultiBoostCw",
                                            [] {
                                              return tiny_stumps(boosting(multi_boost_cw, {{n}, {}}, 1));
                                            }},
                                           {"Detector", tiny_detector},
                                           {"Verifier", [] { return tiny_verifier(false); }},
                                           {"VerifierNetwork", [] { return tiny_verifier(true); }}};
  return kinds;
}

/// The training of one of these kinds, made when it is asked for first.
inline const TinyTraining& tiny_training_of(const TinyKind& kind) {
  static std::map<std::string_view, TinyTraining> known;
  const auto found = known.find(kind.name);
  return found != known.end() ? found->second : known.emplace(kind.name, kind.make()).first->second;
}

}  // namespace ocelli::internal::test
