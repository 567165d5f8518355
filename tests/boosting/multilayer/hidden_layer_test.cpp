#include "ocelli/boosting/multilayer/hidden_layer.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "boosting/two_layers.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::hidden_layer_test {
namespace {

using testing::Each;
using testing::ElementsAreArray;

TEST(HiddenLayer, StartsWithoutAVote) {
  const LocalPool pool = test::random_pool(21, 3, 1, 1);
  const HiddenLayer hidden(pool.places, 2);
  EXPECT_EQ(hidden.features(), 2u);
  EXPECT_EQ(hidden.points(), 3u);
  EXPECT_EQ(hidden.samples(), 21u);
  EXPECT_EQ(hidden.stride(), 32u);
  EXPECT_THAT(hidden.psi(1), Each(0));
  EXPECT_THAT(hidden.exponentials(1), Each(1));
}

TEST(HiddenLayer, HasEachPointAtItsPlaceAndNoneInThePadding) {
  const LocalPool pool = test::random_pool(21, 3, 1, 2);
  const HiddenLayer hidden(pool.places, 1);
  const disjunction_kernel::Points all = hidden.block(0, 32), later = hidden.block(16, 16);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < 32; ++i) {
      const std::size_t at = k * all.stride + i;
      EXPECT_EQ(all.x[at], i < 21 ? pool.places.x[k * 21 + i] : -1);
      EXPECT_EQ(all.y[at], i < 21 ? pool.places.y[k * 21 + i] : -1);
      if (i >= 16) {
        EXPECT_EQ(later.x[k * later.stride + i - 16], all.x[at]);
      }
    }
  }
}

TEST(HiddenLayer, SumsUpVotesAndKeepsTheirExponentials) {
  const LocalPool pool = test::random_pool(40, 4, 10, 3);
  const MultiLayerState state = test::random_layers(pool, 3, 2, 1, 4);
  const HiddenLayer hidden = test::hidden_layer(pool, state);
  const test::PlainLayers plain(pool, state, {});
  for (std::size_t d = 0; d < 3; ++d) {
    for (std::size_t p = 0; p < 4 * 40; ++p) {
      const std::size_t at = p / 40 * hidden.stride() + p % 40;
      ASSERT_NEAR(hidden.psi(d)[at], plain.psi[d][p], 1e-5);
      ASSERT_FLOAT_EQ(hidden.exponentials(d)[at], std::exp(hidden.psi(d)[at]));
    }
  }
}

TEST(HiddenLayer, VotesUpFromTheBinOnAndDownBelow) {
  const LocalPool pool = test::random_pool(3, 1, 1, 5);
  HiddenLayer hidden(pool.places, 1);
  const std::vector<std::uint8_t> bytes{99, 100, 101};
  hidden.add(0, bytes, 100, 0.5f);
  EXPECT_THAT(hidden.psi(0).first(3), testing::ElementsAre(-0.5f, 0.5f, 0.5f));
}

TEST(HiddenLayer, KeepsExponentialsOfLargeSumsFinite) {
  const LocalPool pool = test::random_pool(16, 1, 1, 6);
  HiddenLayer hidden(pool.places, 1);
  hidden.add(0, pool.responses.of(0), 0, 1e6f);
  EXPECT_THAT(hidden.psi(0), Each(1e6f));
  EXPECT_THAT(hidden.exponentials(0), Each(std::exp(kLargestPsi)));
}

TEST(HiddenLayer, IsTheSameForAnyNumberOfThreads) {
  const LocalPool pool = test::random_pool(300, 7, 20, 7);
  const MultiLayerState state = test::random_layers(pool, 2, 2, 1, 8);
  const auto act = [&] { return test::hidden_layer(pool, state); };
  const HiddenLayer one = test::with_threads(1, act), many = test::with_threads(3, act);
  for (std::size_t d = 0; d < 2; ++d) {
    EXPECT_THAT(one.psi(d), ElementsAreArray(many.psi(d)));
    EXPECT_THAT(one.exponentials(d), ElementsAreArray(many.exponentials(d)));
  }
}

}  // namespace
}  // namespace ocelli::internal::hidden_layer_test
