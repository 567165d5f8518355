#include "ocelli/detection/training/network_trainer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::network_trainer_test {
namespace {

constexpr int kSide = 12;

/// Bars in noise: along the diagonal in objects, across it in the others.
std::vector<std::uint8_t> bar(bool is_object, Random& random) {
  std::vector<std::uint8_t> planes(2 * kSide * kSide);
  for (std::uint8_t& level : planes) level = static_cast<std::uint8_t>(random.below(128));
  const int shift = static_cast<int>(random.below(5)) - 2;
  for (int y = 0; y < kSide; ++y) {
    const int x = (is_object ? y : kSide - 1 - y) + shift;
    if (x >= 0 && x < kSide) planes[static_cast<std::size_t>(y * kSide + x)] = 255;
  }
  return planes;
}

class Bars {
 public:
  Bars(std::size_t objects, std::size_t others, std::uint64_t seed) {
    Random random(seed);
    for (std::size_t i = 0; i < objects + others; ++i) bars_.push_back(bar(i < objects, random));
    samples_ = {.width = kSide, .height = kSide, .planes = {}, .objects = objects};
    for (const auto& planes : bars_) samples_.planes.push_back(planes.data());
  }

  const NetworkSamples& samples() const { return samples_; }

  /// The share that a network tells apart.
  double share_right(const TrainedNetwork& trained) const {
    ConvolutionalNetwork::Scratch scratch;
    std::size_t right = 0;
    for (std::size_t i = 0; i < bars_.size(); ++i)
      right += (trained.network.score(bars_[i], scratch) > 0) == (i < samples_.objects) ? 1 : 0;
    return static_cast<double>(right) / static_cast<double>(bars_.size());
  }

 private:
  std::vector<std::vector<std::uint8_t>> bars_;
  NetworkSamples samples_;
};

TEST(NetworkTrainer, LearnsWhatNoSinglePixelTells) {
  const Bars bars(600, 900, 1), others(300, 300, 2);
  std::vector<std::string> notes;
  const TrainedNetwork trained =
      train_network(bars.samples(), {.passes = 8, .symmetric = false, .seed = 3}, {},
                    {.progress = [&](const Progress& p) { notes.push_back(p.note); }, .checkpoint = {}});
  EXPECT_GT(others.share_right(trained), 0.97);
  ASSERT_GE(notes.size(), 2U);
  EXPECT_LT(std::stod(notes.back().substr(5)), std::stod(notes.front().substr(5)));
}

TEST(NetworkTrainer, CannotTellMirrorImagesApartThatItIsShown) {
  const Bars bars(600, 600, 1), others(300, 300, 2);
  const TrainedNetwork trained =
      train_network(bars.samples(), {.passes = 8, .symmetric = true, .seed = 3}, {}, {});
  EXPECT_LT(others.share_right(trained), 0.7) << "an object's mirror image looks like any other's";
}

TEST(NetworkTrainer, GoesOnFromAnyStepToTheSameNetwork) {
  const Bars bars(300, 300, 4);
  const NetworkOptions options{.passes = 2, .symmetric = true, .seed = 5};
  std::vector<NetworkState> states;
  const TrainedNetwork whole = train_network(
      bars.samples(), options, {},
      {.progress = {}, .checkpoint = [&](const NetworkState& state) { states.push_back(state); }});
  ASSERT_EQ(states.size(), 4u);
  for (const NetworkState& state : states) {
    const TrainedNetwork other = train_network(bars.samples(), options, state, {});
    EXPECT_EQ(other.network.parts(), whole.network.parts()) << "after step " << state.steps;
    EXPECT_EQ(other.weight, whole.weight);
  }
}

TEST(NetworkTrainer, GivesTheSameNetworkForAnyNumberOfThreads) {
  const Bars bars(300, 300, 4);
  const NetworkOptions options{.passes = 2, .symmetric = true, .seed = 5};
  const auto train = [&] { return train_network(bars.samples(), options, {}, {}); };
  const TrainedNetwork many = test::with_threads(3, train), alone = test::with_threads(1, train);
  EXPECT_EQ(many.network.parts(), alone.network.parts());
  EXPECT_EQ(many.weight, alone.weight);
}

}  // namespace
}  // namespace ocelli::internal::network_trainer_test
