#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/boosting/multilayer/hidden_layer.hpp"
#include "ocelli/boosting/multilayer/output_layer.hpp"
#include "ocelli/boosting/pools/local_pool.hpp"
#include "ocelli/boosting/pools/pool_labels.hpp"
#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

struct MultiLayerOptions {
  std::size_t rounds = 1000;                         ///< T: weak learners per class in the output layer
  std::size_t features = 32;                         ///< D: local features in the hidden layer
  std::size_t votes = 50;                            ///< wavelets per local feature
  std::size_t votes_every = 1;                       ///< rounds between wavelets
  std::size_t candidates = 1000;                     ///< weak learners sampled for each choice
  DisjunctionRule rule = DisjunctionRule::decrease;  ///< how a class chooses a disjunction
  double shrinkage = 1;  ///< share of the optimal weight that an output learner gets
  std::uint64_t seed = 1;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("local-features", self.features, "local features in the hidden layer", option::from(1).to(1024));
    visit("wavelets", self.votes, "wavelets per local feature", option::from(1).to(10'000));
    visit("wavelets-every", self.votes_every, "rounds between two wavelets of a local feature",
          option::from(1).fixed());
    visit("candidates", self.candidates, "weak learners sampled for each choice",
          option::from(1).to(1'000'000));
    visit("disjunctions-by", self.rule,
          "criterion for choosing disjunctions: derivative of the loss (as in the paper), or decrease of the "
          "loss",
          option::any().fixed());
    visit("shrinkage", self.shrinkage, "learning rate of the output layer", option::above(0).to(1));
  }
};

/// The result of one round.
struct MultiLayerRound {
  double loss = 0;  ///< mean of exp(-y g) over training samples and classes
  std::size_t training_errors = 0, validation_errors = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("loss", self.loss);
    visit("training_errors", self.training_errors);
    visit("validation_errors", self.validation_errors);
  }

  friend bool operator==(const MultiLayerRound&, const MultiLayerRound&) = default;
};

/// The state of a training: both layers.
struct MultiLayerState {
  static constexpr std::string_view kLearner = "multi-layer boosting";

  std::vector<std::vector<LocalVote>> hidden;        ///< psi_1 .. psi_D
  std::vector<std::vector<DisjunctionVote>> output;  ///< g_1 .. g_C
  std::vector<MultiLayerRound> rounds;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("hidden", self.hidden);
    visit("output", self.output);
    visit("rounds", self.rounds);
  }
  /// Throws  Error(Kind::model) for a state that no training could have.
  void check() const;
};

/// Called after each round.
using MultiLayerWatcher = std::function<void(const MultiLayerState&)>;

/// Generalized AdaBoost that trains two layers jointly. Local features psi_d are sums of thresholded
/// candidates from the pool. The score g_c of each class is a sum of smooth disjunctions of them.
///
/// Each round first adds a vote to each local feature. It picks the candidate and threshold that agree most
/// with the derivative of the loss, back-propagated through the output layer, and the weight that lowers the
/// loss most (bracketing, then Brent's method). Then each class gets the best disjunction by the rule, out of
/// `candidates` random draws, with its optimal weight. The loss sum_i,c exp(-y_ic g_c(x_i)) never rises.
///
/// Local features start with one random vote. Resumes from `state`, which may come from an earlier run with
/// the same pool, labels and options, with a bit-identical result for any number of threads.
/// Throws  Error(Kind::training) for labels or a state that do not fit the pool, Error(Kind::canceled) on
/// `stop`.
/// Cost    per round, samples x candidates x (7 points + classes) operations. While votes are added, also
/// candidates x points x samples x features additions where the loss has a derivative, and about 15
/// evaluations of the output layer so far.
/// Memory  12 bytes per sample, point and local feature, plus the pool.
/// Source  multi-layer boosting sections 2.2 and 3.2.
MultiLayerState multi_layer_boost(const LocalPool& pool, const PoolLabels& labels,
                                  const MultiLayerOptions& options, MultiLayerState state = {},
                                  const MultiLayerWatcher& watch = {}, std::stop_token stop = {});

/// The scores of all samples of the pool, including validation samples: one column per sample, then padding.
ClassTable multi_layer_scores(const LocalPool& pool, const MultiLayerState& state);

}  // namespace ocelli::internal
