#include "ocelli/core/require.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "data/expect_error.hpp"

namespace ocelli::internal::error_test {
namespace {

TEST(Error, SaysThePlaceBeforeTheMessage) {
  const Error error(Kind::input, "expected a number", "boxes.csv:12");
  EXPECT_STREQ(error.what(), "boxes.csv:12: expected a number");
  EXPECT_EQ(error.kind(), Kind::input);
  EXPECT_EQ(error.message(), "expected a number");
  EXPECT_EQ(error.where(), "boxes.csv:12");
}

TEST(Error, WithoutAPlaceIsTheMessageAlone) {
  EXPECT_STREQ(Error(Kind::training, "too few positives").what(), "too few positives");
}

TEST(Error, IsARuntimeErrorToThoseWhoDoNotKnowIt) {
  EXPECT_THROW(throw Error(Kind::model, "damaged"), std::runtime_error);
}

TEST(Require, ThrowsOnlyWhenTheConditionFails) {
  EXPECT_NO_THROW(require(true, Kind::usage, "never said"));
  try {
    require(false, Kind::usage, "must be above 1", "--scale-step");
    FAIL() << "require(false) returned";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Kind::usage);
    EXPECT_STREQ(error.what(), "--scale-step: must be above 1");
  }
}

TEST(Require, BuildsAMessageOnlyForTheError) {
  int built = 0;
  const auto message = [&] { return "message " + std::to_string(++built); };
  EXPECT_NO_THROW(require(true, Kind::usage, message));
  EXPECT_EQ(built, 0);
  const Error error = test::error_of([&] { require(false, Kind::input, message, "list.txt"); });
  EXPECT_STREQ(error.what(), "list.txt: message 1");
}

TEST(Kind, NamesAreDistinct) {
  const auto kinds = {Kind::usage,    Kind::input,  Kind::image,   Kind::model,
                      Kind::training, Kind::output, Kind::canceled};
  std::set<std::string> names;
  for (const Kind kind : kinds) names.emplace(name(kind));
  EXPECT_EQ(names.size(), kinds.size());
  EXPECT_THAT(names, testing::Not(testing::Contains("unknown")));
}

}  // namespace
}  // namespace ocelli::internal::error_test
