#include "ocelli/boosting/pools/column_pool.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::column_pool_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<Candidate> kSome{{3, 0.5}, {9, 2}, {1, 0.5}, {4, 1}};

TEST(BestCandidates, ComeByGainAndThenByNumber) {
  EXPECT_THAT(best_candidates(kSome, 3, {}),
              ElementsAre(Candidate{9, 2}, Candidate{4, 1}, Candidate{1, 0.5}));
}

TEST(BestCandidates, LeaveOutTheTaken) {
  const std::vector<std::uint64_t> taken{1, 4, 9};
  EXPECT_THAT(best_candidates(kSome, 2, taken), ElementsAre(Candidate{3, 0.5}));
}

TEST(BestCandidates, AreNoMoreThanThereAre) {
  EXPECT_EQ(best_candidates(kSome, 100, {}).size(), 4u);
  EXPECT_THAT(best_candidates(kSome, 0, {}), IsEmpty());
  EXPECT_THAT(best_candidates({}, 3, {}), IsEmpty());
}

}  // namespace
}  // namespace ocelli::internal::column_pool_test
