#include "ocelli/boosting/pool_labels.hpp"

#include <algorithm>

#include "ocelli/core/error.hpp"

namespace ocelli {

void PoolLabels::require_fit(std::size_t samples) const {
  require(labels.size() == samples && training <= samples, Kind::training,
          "there must be one label for each sample");
  require(training > 0 && classes >= 2, Kind::training, "learning needs samples of at least two classes");
  require(std::ranges::all_of(labels, [&](std::uint16_t y) { return y < classes; }), Kind::training,
          "a label names no class");
}

std::size_t count_errors(const ClassTable& scores, std::span<const std::uint16_t> labels, std::size_t first,
                         std::size_t end) {
  std::size_t wrong = 0;
  for (std::size_t i = first; i < end; ++i) {
    std::size_t best = 0;
    for (std::size_t c = 1; c < scores.classes(); ++c) {
      if (scores.of(c)[i] > scores.of(best)[i]) best = c;
    }
    wrong += best != labels[i] ? 1 : 0;
  }
  return wrong;
}

}  // namespace ocelli
