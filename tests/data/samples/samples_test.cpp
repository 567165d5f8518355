#include "ocelli/data/samples/samples.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"

namespace ocelli {
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
  EXPECT_STREQ(error.what(), "set: holds no sample of the class 'c'");
}

}  // namespace
}  // namespace ocelli
