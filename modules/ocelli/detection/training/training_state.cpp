#include "ocelli/detection/training/training_state.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

void require_of_state(bool holds, const char* what) {
  if (!holds) throw Error(Kind::training, std::string("cannot resume from this state, start over: ") + what);
}

/// The limit is far above any vote, and far below values at which sums of votes overflow.
bool is_moderate(const LookupTable& classifier) {
  constexpr float kMax = 1e4f;
  return std::ranges::all_of(classifier.table, [](float vote) { return std::abs(vote) <= kMax; });
}

}  // namespace

void require_windows_fit(std::span<const WindowReference> negatives, std::uint32_t images, std::size_t max) {
  require_of_state(negatives.size() <= max, "it has more negative windows than are mined");
  require_of_state(
      std::ranges::all_of(negatives, [&](const WindowReference& window) { return window.image < images; }),
      "a negative window refers to a missing image");
}

void require_fit(const TrainingState& state, const TrainingBounds& bounds) {
  const CascadeParts &own = state.cascade, &expected = bounds.cascade;
  require_of_state(own.width == expected.width && own.height == expected.height &&
                       own.bins == expected.bins && own.joint == expected.joint &&
                       own.min_deviation == expected.min_deviation && own.label == expected.label,
                   "its stages have another window size or other features");
  require_windows_fit(state.negatives, bounds.images, bounds.negatives);
  require_of_state(state.weak.size() <= bounds.weak && state.rounds <= bounds.rounds &&
                       state.weak.size() <= state.rounds && state.weak.empty() == (state.rounds == 0) &&
                       state.min_error.size() <= state.rounds,
                   "its weak classifiers and rounds do not match");
  require_of_state(std::ranges::all_of(state.weak, is_moderate), "a vote is too large");
}

}  // namespace ocelli::internal
