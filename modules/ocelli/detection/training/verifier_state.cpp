#include "ocelli/detection/training/verifier_state.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

bool are_of_images(std::span<const VerifierNegative> negatives, std::uint32_t images) {
  return std::ranges::all_of(negatives,
                             [=](const VerifierNegative& negative) { return negative.image < images; });
}

void require_mining_fits(const VerifierState& state, const VerifierBounds& bounds) {
  require_of_verifier(!state.found.empty() && state.found.size() <= bounds.trees.size(),
                      "it has a different number of rounds");
  require_of_verifier(state.searched <= bounds.images, "it has more images without objects");
  const bool is_mined = state.searched == bounds.images;
  for (std::size_t round = 0; round < state.found.size(); ++round) {
    const bool is_whole = is_mined || round + 1 < state.found.size();
    require_of_verifier(state.found[round].size() <= (is_whole ? 1 : 2) * bounds.negatives,
                        "it has more negatives than a round keeps");
    require_of_verifier(are_of_images(state.found[round], bounds.images),
                        "a negative refers to a missing image");
  }
}

bool is_within(const RegressionTree& tree, const VerifierBounds& bounds) {
  return is_sound(tree, bounds.features) && depth_of(tree) <= bounds.depth &&
         std::ranges::all_of(tree.leaves, [&](float vote) { return std::abs(vote) <= bounds.max_vote; });
}

}  // namespace

int VerifierBounds::last_mined(const VerifierState& state) const {
  const int rounds = static_cast<int>(state.found.size());
  return state.searched == images ? rounds - 1 : rounds - 2;
}

void require_of_verifier(bool holds, const char* what) {
  require(holds, Kind::model, [&] {
    return std::string("the checkpoint does not match this verifier: ") + what +
           "; start over without --resume";
  });
}

void require_fit(const VerifierState& state, const VerifierBounds& bounds) {
  require_mining_fits(state, bounds);
  const int last = bounds.last_mined(state);
  const std::size_t max = last < 0 ? 0 : bounds.trees[static_cast<std::size_t>(last)];
  const bool is_grown = state.searched != bounds.images;  // since the next round is being mined
  require_of_verifier(state.trees.size() <= max && (!is_grown || state.trees.size() == max),
                      "its trees and rounds do not match");
  require_of_verifier(
      std::ranges::all_of(state.trees, [&](const RegressionTree& tree) { return is_within(tree, bounds); }),
      "a tree has a feature, node, leaf or depth out of range");
  require_of_verifier(!state.network || (last + 1 == static_cast<int>(bounds.trees.size()) && !is_grown &&
                                         state.trees.size() == max),
                      "its network comes before the last tree");
}

}  // namespace ocelli::internal
