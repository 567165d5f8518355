#include "ocelli/baselines/mixture_pool.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "boosting/two_layers.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::baselines::mixture_pool_test {
namespace {

/// 40 samples with up to three points each. The windows of missing points are far from all others.
struct Windows {
  PointPlaces places{.width = 8, .height = 8, .points = 3, .samples = 40, .x = {}, .y = {}};
  SampleValues rows;

  Windows() : rows(120, 4) {
    Random random(1);
    for (Eigen::Index p = 0; p < rows.rows(); ++p) {
      const bool missing = random.below(5) == 0;
      places.x.push_back(missing ? -1.0f : static_cast<float>(random.below(8)));
      places.y.push_back(missing ? -1.0f : static_cast<float>(random.below(8)));
      for (Eigen::Index j = 0; j < 4; ++j) rows(p, j) = missing ? 1e4f : static_cast<float>(random.normal());
    }
  }
};

TEST(MixturePool, CallsHalfOfTheWindowsLearnedFromNear) {
  const Windows windows;
  constexpr std::size_t kTraining = 25;
  const auto [mixture, pool] = mixture_pool(windows.places, windows.rows, kTraining, {.components = 3});
  ASSERT_EQ(pool.candidates(), 3u);
  for (std::size_t d = 0; d < 3; ++d) {
    std::size_t near = 0, there = 0;
    for (std::size_t p = 0; p < windows.places.x.size(); ++p) {
      if (windows.places.x[p] < 0 || p % windows.places.samples >= kTraining) continue;
      ++there;
      near += pool.responses.of(d)[p] == 255 ? 1 : 0;
    }
    EXPECT_EQ(near, there / 2) << "component " << d;
  }
}

TEST(MixturePool, CallsNearWhatIsNearerToTheMean) {
  const Windows windows;
  const auto [mixture, pool] = mixture_pool(windows.places, windows.rows, 40, {.components = 2});
  for (Eigen::Index d = 0; d < 2; ++d) {
    const Eigen::VectorXf distances = (windows.rows.rowwise() - mixture.means.row(d)).rowwise().squaredNorm();
    float farthest_near = 0, nearest_far = 1e30f;
    for (Eigen::Index p = 0; p < distances.size(); ++p) {
      const bool near = pool.responses.of(static_cast<std::size_t>(d))[static_cast<std::size_t>(p)] == 255;
      if (near) farthest_near = std::max(farthest_near, distances[p]);
      if (!near) nearest_far = std::min(nearest_far, distances[p]);
    }
    EXPECT_LT(farthest_near, nearest_far);
  }
}

TEST(UnsupervisedLayer, IsLeftAsItIsByTheTrainingOfTheOutput) {
  const Windows windows;
  const LocalPool pool = mixture_pool(windows.places, windows.rows, 40, {.components = 3}).pool;
  std::vector<std::uint16_t> labels(40);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::uint16_t>(i % 2);
  const MultiLayerState start = unsupervised_layer(pool, 2, 2.5f);
  const MultiLayerState trained = multi_layer_boost(
      pool, {labels, 40, 2}, {.rounds = 5, .features = 3, .votes = 1, .candidates = 20}, start);
  EXPECT_EQ(trained.hidden, start.hidden);
  EXPECT_EQ(trained.rounds.size(), 5u);
  EXPECT_EQ(trained.hidden[1], (std::vector<LocalVote>{{1, 255, 2.5f}}));
}

}  // namespace
}  // namespace ocelli::internal::baselines::mixture_pool_test
