#include "ocelli/boosting/stumps/stump_outputs.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <initializer_list>

#include "boosting/bits.hpp"
#include "features/random_samples.hpp"

namespace ocelli::internal::stump_outputs_test {
namespace {

using testing::ElementsAre;

TEST(Answers, AreThoseOfTheSignAtAndAboveTheThreshold) {
  Samples samples;
  samples.values.resize(4, 2);
  samples.values.col(0).setConstant(9);
  samples.values.col(1) << 0.5f, 1, 1.5f, std::nextafter(1.0f, 0.0f);
  EXPECT_THAT(answers(samples, {1, 1}, 1), ElementsAre(0b0110u));
  EXPECT_THAT(answers(samples, {1, 1}, -1), ElementsAre(0b1001u));
}

TEST(Answers, AreThoseOfPlainLoopsForAnyNumberOfSamples) {
  for (const std::size_t count : {1, 63, 64, 65, 200}) {
    const Samples samples = test::random_samples(count, 3, 2, count);
    for (const int sign : {1, -1}) {
      const SampleBits bits = answers(samples, {2, 0.25f}, sign);
      ASSERT_EQ(bits.size(), (count + 63) / 64);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(test::answer(bits, i), samples.row(i)[2] >= 0.25f ? sign : -sign);
      }
      for (std::size_t i = count; i < 64 * bits.size(); ++i) EXPECT_FALSE(test::bit(bits, i)) << "padding";
    }
  }
}

TEST(BinaryOutputs, KeepTheAnswersOfEachColumn) {
  const Samples samples = test::random_samples(130, 2, 2, 1);
  BinaryOutputs outputs;
  outputs.add(answers(samples, {0, 0.5f}, 1));
  outputs.add(answers(samples, {1, -0.5f}, -1));
  ASSERT_EQ(outputs.columns(), 2u);
  EXPECT_THAT(outputs.of(0, 130), testing::ElementsAreArray(answers(samples, {0, 0.5f}, 1)));
  EXPECT_THAT(outputs.of(1, 130), testing::ElementsAreArray(answers(samples, {1, -0.5f}, -1)));
}

TEST(BinaryOutputs, GiveTheWordsOfTheFirstSamples) {
  const Samples samples = test::random_samples(130, 1, 2, 1);
  BinaryOutputs outputs;
  outputs.add(answers(samples, {0, 0}, 1));
  EXPECT_EQ(outputs.of(0, 1).size(), 1u);
  EXPECT_EQ(outputs.of(0, 64).size(), 1u);
  EXPECT_EQ(outputs.of(0, 65).size(), 2u);
  EXPECT_EQ(outputs.of(0, 130).size(), 3u);
}

}  // namespace
}  // namespace ocelli::internal::stump_outputs_test
