#include "ocelli/core/chunks.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace ocelli::internal::chunks_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Runs of consecutive numbers.
std::vector<std::vector<int>> runs_of(std::vector<int> values) {
  std::vector<std::vector<int>> runs;
  for_each_chunk(
      std::span(values), [](int one, int next) { return next == one + 1; },
      [&](std::span<int> run) { runs.emplace_back(run.begin(), run.end()); });
  return runs;
}

TEST(Chunks, AreRunsOfNeighborsThatBelongTogether) {
  EXPECT_THAT(runs_of({1, 2, 3, 7, 9, 10}),
              ElementsAre(ElementsAre(1, 2, 3), ElementsAre(7), ElementsAre(9, 10)));
}

TEST(Chunks, OfNothingAreNone) { EXPECT_THAT(runs_of({}), IsEmpty()); }

}  // namespace
}  // namespace ocelli::internal::chunks_test
