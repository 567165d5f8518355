#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ocelli/boosting/cascade/regression_tree.hpp"
#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// A false alarm of the cascade that a verifier is trained on: its position, not its pixels.
struct VerifierNegative {
  std::uint64_t rank = 0;  ///< random
  std::uint32_t image = 0;
  float score = 0;  ///< by the cascade
  Box box;

  friend bool operator==(const VerifierNegative&, const VerifierNegative&) = default;
};

/// A network's training after so many steps.
struct NetworkState {
  std::uint64_t steps = 0;
  double loss = 0;                       ///< mean of the last steps, for who watches
  std::vector<float> parameters;         ///< as NetworkLayers has them
  std::vector<float> mean, square;       ///< moving averages of the gradient and of its square
  std::vector<float> moments, greatest;  ///< of the layers' outputs in the previous steps

  friend bool operator==(const NetworkState&, const NetworkState&) = default;
};

/// The complete state of a verifier's training, from which it resumes exactly. Objects are collected again,
/// and the negatives cropped again.
struct VerifierState {
  std::uint64_t fingerprint = 0;  ///< of options, cascade and data; resuming with another one is rejected
  std::vector<std::vector<VerifierNegative>> found;  ///< in each round of mining so far
  std::uint32_t searched = 0;                        ///< images of the last of these rounds
  std::vector<RegressionTree> trees;  ///< of the last round whose images are all searched, so far
  std::optional<NetworkState> network;

  friend bool operator==(const VerifierState&, const VerifierState&) = default;
};

/// Bounds on the state of a verifier's training.
struct VerifierBounds {
  std::uint32_t images = 0;        ///< negative ones
  std::size_t negatives = 0;       ///< kept of a round
  std::vector<std::size_t> trees;  ///< of each round
  int depth = 0;                   ///< of each tree
  std::size_t features = 0;        ///< that trees choose from
  float max_vote = 1;              ///< of a tree

  /// The last round whose images are all searched; -1: none.
  int last_mined(const VerifierState& state) const;
};

/// Throws Error(Kind::model) unless it holds, saying what is wrong with the state.
void require_of_verifier(bool holds, const char* what);

/// Throws Error(Kind::model) unless a training within these bounds could have reached the state, which may
/// come from a malicious file. Boxes are checked where their images are known, the network where its layers
/// are.
void require_fit(const VerifierState& state, const VerifierBounds& bounds);

}  // namespace ocelli::internal
