#include "ocelli/boosting/stumps/sorted_inputs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"
#include "features/random_samples.hpp"

namespace ocelli::internal::sorted_inputs_test {
namespace {

using testing::ElementsAre;

/// One input with these values.
Samples column(std::initializer_list<float> values) {
  Samples samples;
  samples.values.resize(static_cast<Eigen::Index>(values.size()), 1);
  std::ranges::copy(values, samples.values.data());
  return samples;
}

TEST(SortedInputs, OrderSamplesByValueAndEqualOnesByNumber) {
  const Samples samples = column({2, 1, 2, 0, 1});
  const SortedInputs inputs(samples, 5);
  std::vector<std::uint32_t> order;
  std::vector<bool> ends;
  for (const SortedInputs::Ranked ranked : inputs.order(0)) {
    order.push_back(ranked.sample);
    ends.push_back(ranked.ends_value != 0);
  }
  EXPECT_THAT(order, ElementsAre(3, 1, 4, 0, 2));
  EXPECT_THAT(ends, ElementsAre(true, false, true, false, false));
}

TEST(SortedInputs, LookAtTheFirstSamplesOnly) {
  const Samples samples = column({2, 0, 1, -5, 9});
  const SortedInputs inputs(samples, 2);
  EXPECT_EQ(inputs.samples(), 2u);
  EXPECT_EQ(inputs.order(0).size(), 2u);
  EXPECT_EQ(inputs.stump(1).threshold, 1);
}

TEST(SortedInputs, NameAStumpByItsInputAndTheSamplesBelow) {
  const std::uint64_t name = SortedInputs::name(70'000, 3'000'000'000);
  EXPECT_EQ(SortedInputs::input_of(name), 70'000u);
  EXPECT_EQ(SortedInputs::below_of(name), 3'000'000'000u);
}

TEST(SortedInputs, PartSamplesByEveryThresholdThatFits) {
  const Samples samples = test::clouds(150, 3, 4, 1);
  const SortedInputs inputs(samples, 120);
  for (std::size_t input = 0; input < 4; ++input) {
    for (std::size_t t = 0; t < 120; ++t) {
      if (!inputs.order(input)[t].ends_value) continue;
      const ThresholdStump stump = inputs.stump(SortedInputs::name(input, t + 1));
      const auto values = samples.values.col(stump.input).head(120).array();
      EXPECT_EQ(stump.input, input);
      EXPECT_EQ((values < stump.threshold).count(), t + 1);
    }
  }
}

TEST(SortedInputs, PutThresholdsHalfWayBetweenValues) {
  const Samples samples = column({4, 1});
  EXPECT_EQ(SortedInputs(samples, 2).stump(1).threshold, 2.5f);
}

TEST(SortedInputs, PartNeighboringFloats) {
  for (const float lower : {-3.0f, 0.0f, 1.0f, std::nextafter(1.0f, 2.0f), 1e30f}) {
    const float upper = std::nextafter(lower, std::numeric_limits<float>::infinity());
    const Samples samples = column({upper, lower});
    EXPECT_EQ(SortedInputs(samples, 2).stump(1).threshold, upper) << lower;
  }
}

TEST(SortedInputs, PartTheLargestFloats) {
  constexpr float kMax = std::numeric_limits<float>::max();
  const Samples samples = column({kMax, -kMax});
  EXPECT_EQ(SortedInputs(samples, 2).stump(1).threshold, 0);
}

TEST(SortedInputs, MakeFeaturesOfStumps) {
  const Samples samples = test::random_samples(20, 3, 2, 1);
  const SortedInputs inputs(samples, 20);
  const std::vector<std::uint64_t> names{SortedInputs::name(2, 5), SortedInputs::name(0, 19)};
  const StumpFeatures features = inputs.features(names);
  EXPECT_EQ(features.inputs(), 3u);
  EXPECT_THAT(features.stumps(), ElementsAre(inputs.stump(names[0]), inputs.stump(names[1])));
}

TEST(SortedInputs, RefuseMoreSamplesThanAnOrderCanName) {
  const Samples samples = column({1, 2});
  EXPECT_EQ(test::error_of([&] { SortedInputs(samples, std::size_t{1} << 31); }).kind(), Kind::training);
}

}  // namespace
}  // namespace ocelli::internal::sorted_inputs_test
