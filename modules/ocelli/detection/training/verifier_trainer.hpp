#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/training/negative_mining.hpp"
#include "ocelli/detection/training/positives.hpp"
#include "ocelli/detection/training/verifier_state.hpp"
#include "ocelli/detection/verifier.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// Options of a verifier's training.
struct VerifierOptions {
  /// Boosted trees. 0: no verifier; empty: DetectorTraining derives it from the data.
  std::optional<int> trees = 0;
  int depth = 4;                   ///< of each tree
  int rounds = 5;                  ///< of negative mining
  int negatives = 25'000;          ///< maximum added in each round
  std::optional<int> copies = {};  ///< of each object in each of three sizes; empty: from the data
  double degraded = 0;             ///< share of all pictures that are degraded first (degrade())
  double truncation = 0;           ///< share of object pictures that truncate the object (truncate())
  double occlusion = 0;            ///< share of the other object pictures with an occluded side (occlude())
  int candidates = 200;            ///< maximum groups of windows per megapixel that the cascade may pass on
  double feature_share = 0.05;     ///< of all channel values, from which each tree chooses
  double shrinkage = 1;            ///< of each tree's votes (GentleBoost)
  std::optional<int> network_passes = {};  ///< epochs of the network's training; empty: no network
  double weight_trimming = 0.95;  ///< trees are grown on the heaviest samples with this share of weight

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("verifier-trees", self.trees,
          "number of trees of the verifier, which rescores detections (auto: none for fewer than 100 images "
          "with objects)",
          option::from(1).to(static_cast<int>(Verifier::kMaxTrees)).or_auto().zero_is_none().basic());
    visit("verifier-depth", self.depth, "depth of the trees of the verifier",
          option::from(1).to(Verifier::kMaxDepth).fixed());
    visit("verifier-rounds", self.rounds, "rounds of negative mining for the verifier",
          option::from(1).to(20));
    visit("verifier-negatives", self.negatives,
          "maximum number of false alarms of the cascade that each round adds",
          option::from(100).to(1'000'000).fixed());
    visit("verifier-copies", self.copies,
          "samples of each object at each of three scales (auto: from the data)",
          option::from(1).to(100).or_auto(0).fixed());
    visit("verifier-degraded", self.degraded,
          "share of the training images of the verifier that are degraded as by newspaper print, scanners or "
          "dim light",
          option::from(0).to(1));
    visit("verifier-truncation", self.truncation,
          "share of the object images of the verifier in which the image border truncates the object, by up "
          "to a third",
          option::from(0).to(1));
    visit("verifier-occlusion", self.occlusion,
          "share of the other object images of the verifier in which one side of the object is occluded, by "
          "up to a third",
          option::from(0).to(1));
    visit("verifier-candidates", self.candidates,
          "maximum number of groups of windows per megapixel that the cascade passes to the verifier, which "
          "may leave out its last stages",
          option::from(1).to(100'000).fixed());
    visit("verifier-feature-share", self.feature_share,
          "share of the channel features that each tree chooses from", option::above(0).to(1).fixed());
    visit("verifier-shrinkage", self.shrinkage,
          "learning rate of the trees of the verifier (a lower rate generalizes better, but needs more trees "
          "and time)",
          option::above(0).to(1));
    visit("verifier-network-passes", self.network_passes,
          "training epochs of the convolutional network of the verifier, which rescores the detections that "
          "the trees accept (none: no network)",
          option::from(1).to(100).or_none(0));
    visit("verifier-weight-trimming", self.weight_trimming,
          "trees are grown on the samples with the largest weights, which together have this share of the "
          "total weight",
          option::above(0).to(1).fixed());
  }
};

/// Images to train a verifier on, and held-out ones to set its exits and weights. Object images include the
/// surroundings of the objects.
struct VerifierData {
  PositiveImages objects, held_out_objects;
  NegativeImages negatives, held_out_negatives;
  std::uint64_t negatives_fingerprint = 0;  ///< changes when the list of images changes
};

/// The result of a round, for the log.
struct VerifierReport {
  std::size_t round = 0, rounds = 0;  ///< from 1; total
  std::size_t objects = 0, negatives = 0, trees = 0;
  double loss = 0;
};

/// Observers. Empty functions are ignored.
struct VerifierWatch {
  ProgressSink progress;
  std::function<void(const VerifierReport&)> round;
  /// Called after each block of searched images, each tree and each step of the network. This is more often
  /// than a file should be written.
  std::function<void(const VerifierState&)> checkpoint;
};

/// The shortest prefix of a cascade's stages that passes at most `candidates` groups of windows per megapixel
/// of these images. The threshold of its last stage is slightly lower, since the verifier decides.
/// Requires  at least one image.
Cascade loosened(const Cascade& cascade, const NegativeImages& images, int candidates);

/// Trains a verifier for a cascade: boosted regression trees on the channels of the cascade's detections.
///
/// In each round:
///   1. Augment the images: objects as in `poses`, and all images by degrading, truncation and occlusion.
///   2. Collect positives: the groups of windows that the cascade finds on objects.
///   3. Mine negatives: the other groups that the verifier of the previous round accepts; earlier negatives
///      stay.
///   4. Grow trees (gentle AdaBoost).
/// Then:
///   5. If there is a network, train_network() fits it to all samples of the last round, mines the negatives
///      that it takes for objects, and fits it anew.
///   6. Set the exits: each loses at most 0.1 % of the held-out objects.
///   7. Fit the log-odds by logistic regression on held-out objects and false alarms: of the trees' votes and
///      the cascade's score, and of the network's score and the cascade's score.
///
/// Reproducible: the result depends only on options, cascade and data, not on the number of threads. If
/// `from` is the state of a checkpoint, it does not depend on interruptions either.
/// Throws  Error(Kind::training) if the cascade finds too few objects or false alarms to train on;
/// Error(Kind::model) for a state of other options or data, or one that this training cannot reach;
/// Error(Kind::canceled) on `stop`.
/// Cost    memory: the channels of all objects and negatives, see verifier_mebibytes().
/// Source  Friedman, Hastie and Tibshirani 2000 (gentle AdaBoost); docs/algorithms.md, "Detector".
Verifier train_verifier(const VerifierOptions& options, const Cascade& cascade, const VerifierData& data,
                        const PoseOptions& poses, std::uint64_t seed,
                        const std::optional<VerifierState>& from, const VerifierWatch& watch,
                        std::stop_token stop);

/// The maximum memory of train_verifier() in MiB.
double verifier_mebibytes(const VerifierOptions& options, std::size_t images, std::size_t objects,
                          cv::Size window);

}  // namespace ocelli::internal
