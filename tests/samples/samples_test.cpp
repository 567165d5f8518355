#include "ocelli/samples/samples.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "data/expect_error.hpp"

namespace ocelli::internal::samples_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Samples numbered(std::uint16_t count) {
  Samples samples{SampleValues(count, 2), ImageShape{2, 1}, {}, {"a", "b", "c"}};
  for (std::uint16_t i = 0; i < count; ++i) {
    samples.values.row(i) << static_cast<float>(i), static_cast<float>(10 * i);
    samples.labels.push_back(i % 3);
  }
  return samples;
}

TEST(Samples, AreTakenByRow) {
  const Samples taken = take(numbered(5), std::vector<std::uint32_t>{4, 0, 4});
  EXPECT_THAT(taken.row(0), ElementsAre(4, 40));
  EXPECT_THAT(taken.row(1), ElementsAre(0, 0));
  EXPECT_THAT(taken.labels, ElementsAre(1, 0, 1));
  EXPECT_THAT(taken.classes, ElementsAre("a", "b", "c"));
  EXPECT_EQ(taken.shape, (ImageShape{2, 1}));
}

TEST(Samples, AreJoinedOneAfterTheOther) {
  const Samples joined = join(numbered(2), numbered(1));
  EXPECT_EQ(joined.count(), 3u);
  EXPECT_THAT(joined.row(1), ElementsAre(1, 10));
  EXPECT_THAT(joined.row(2), ElementsAre(0, 0));
  EXPECT_THAT(joined.labels, ElementsAre(0, 1, 0));
}

TEST(Samples, KeepTheirWeightsWhenTakenByRow) {
  Samples samples = numbered(4);
  samples.weights = {1, 2, 3, 4};
  EXPECT_THAT(take(samples, std::vector<std::uint32_t>{3, 0, 3}).weights, ElementsAre(4, 1, 4));
  EXPECT_THAT(take(numbered(4), std::vector<std::uint32_t>{3, 0}).weights, ElementsAre());
}

TEST(Samples, WithoutWeightsWeighOneInAJoin) {
  Samples weighted = numbered(2);
  weighted.weights = {3, 4};
  EXPECT_THAT(join(weighted, numbered(1)).weights, ElementsAre(3, 4, 1));
  EXPECT_THAT(join(numbered(1), weighted).weights, ElementsAre(1, 3, 4));
  EXPECT_THAT(join(weighted, weighted).weights, ElementsAre(3, 4, 3, 4));
  EXPECT_THAT(join(numbered(1), numbered(2)).weights, ElementsAre());
}

TEST(SampleWeights, AreScaledToAMeanOfOne) {
  EXPECT_THAT(scaled_weights(std::vector<double>{1, 0, 2}, 3), ElementsAre(1, 0, 2));
  EXPECT_THAT(scaled_weights(std::vector<double>{1e308, 1e308, 0, 0}, 4), ElementsAre(2, 2, 0, 0));
  EXPECT_THAT(scaled_weights(std::vector<double>{1e-300, 3e-300}, 2), ElementsAre(0.5, 1.5));
}

TEST(SampleWeights, AreRefusedWhereTheyMakeNoSense) {
  const auto message_of = [](const std::vector<double>& weights) {
    const Error error = test::error_of([&] { scaled_weights(weights, 2); });
    EXPECT_EQ(error.kind(), Kind::usage);
    return std::string(error.message());
  };
  EXPECT_THAT(message_of({1}), HasSubstr("one weight for each"));
  EXPECT_THAT(message_of({1, -1}), HasSubstr("negative"));
  EXPECT_THAT(message_of({1, std::numeric_limits<double>::infinity()}), HasSubstr("finite"));
  EXPECT_THAT(message_of({0, 0}), HasSubstr("above 0"));
}

TEST(SampleWeights, AreRefusedByLearnersThatTakeNone) {
  Samples samples = numbered(2);
  EXPECT_NO_THROW(refuse_weights(samples, "learner"));
  samples.weights = {1, 2};
  EXPECT_EQ(test::error_of([&] { refuse_weights(samples, "learner"); }).kind(), Kind::usage);
}

TEST(Samples, OfOtherSizesOrClassesAreNotJoined) {
  Samples other = numbered(1);
  other.shape = ImageShape{1, 2};
  EXPECT_THROW(join(numbered(1), other), Error);
  other = numbered(1);
  other.classes.pop_back();
  EXPECT_THROW(join(numbered(1), other), Error);
}

TEST(Samples, NameTheClassThatHasNone) {
  EXPECT_NO_THROW(require_every_class(numbered(3), "set"));
  const Error error = test::error_of([] { require_every_class(numbered(2), "set"); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_STREQ(error.what(), "set: contains no sample of the class 'c'");
}

}  // namespace
}  // namespace ocelli::internal::samples_test
