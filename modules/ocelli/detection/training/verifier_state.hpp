#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ocelli/boosting/cascade/regression_tree.hpp"
#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// A false alarm of the cascade that a verifier is trained on. Stores its position, not its pixels.
struct VerifierNegative {
  std::uint64_t rank = 0;  ///< random
  std::uint32_t image = 0;
  float score = 0;  ///< of the cascade
  Box box;

  friend bool operator==(const VerifierNegative&, const VerifierNegative&) = default;
};

/// The state of a network's training after a number of steps.
struct NetworkState {
  std::uint64_t steps = 0;
  double loss = 0;                       ///< mean of the last steps, for observers
  std::vector<float> parameters;         ///< in the layout of NetworkLayers
  std::vector<float> mean, square;       ///< moving averages of the gradient and its square
  std::vector<float> moments, greatest;  ///< of the layers' outputs in the previous steps

  friend bool operator==(const NetworkState&, const NetworkState&) = default;
};

/// The complete state of a verifier's training, from which it resumes exactly. Objects are collected again,
/// and negatives are cropped again.
struct VerifierState {
  std::uint64_t fingerprint = 0;  ///< of options, cascade and data; resuming with a different one is rejected
  std::vector<std::vector<VerifierNegative>> found;  ///< in each mining round so far
  std::uint32_t searched = 0;         ///< number of images searched in the last of these rounds
  std::vector<RegressionTree> trees;  ///< of the last fully searched round, so far
  std::optional<NetworkState> network;

  friend bool operator==(const VerifierState&, const VerifierState&) = default;
};

/// Bounds on the state of a verifier's training.
struct VerifierBounds {
  std::uint32_t images = 0;        ///< negative images
  std::size_t negatives = 0;       ///< kept per round
  std::vector<std::size_t> trees;  ///< of each round
  int depth = 0;                   ///< of each tree
  std::size_t features = 0;        ///< available to the trees
  float max_vote = 1;              ///< of a tree

  /// The last fully searched round; -1: none.
  int last_mined(const VerifierState& state) const;
};

/// Throws Error(Kind::model) with the fault `what` unless the condition holds.
void require_of_verifier(bool holds, const char* what);

/// Throws Error(Kind::model) unless a training within these bounds could have reached the state, which may
/// come from a malicious file. Boxes are checked where their images are known, and the network where its
/// layers are known.
void require_fit(const VerifierState& state, const VerifierBounds& bounds);

}  // namespace ocelli::internal
