#include "ocelli/detection/opencv/stored_number.hpp"

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <limits>

namespace ocelli::internal::stored_number_test {
namespace {

int whole(const char* word) { return stored_number(word).value().whole(); }
double real(const char* word) { return stored_number(word).value().real(); }

TEST(StoredNumber, IsWrittenAsInC) {
  EXPECT_EQ(whole("24"), 24);
  EXPECT_EQ(whole("0x18"), 24);
  EXPECT_EQ(whole("-0X18"), -24);
  EXPECT_EQ(whole("030"), 24);
  EXPECT_EQ(whole("+7"), 7);
  EXPECT_EQ(whole("0"), 0);
  EXPECT_EQ(whole("0xffffffff"), -1);
  EXPECT_EQ(whole("4294967295"), -1);
  EXPECT_EQ(whole("-2147483648"), INT_MIN);
  EXPECT_EQ(real("0x18"), 24);
}

TEST(StoredNumber, IsRoundedToTheNearestEvenOne) {
  EXPECT_EQ(whole("24."), 24);
  EXPECT_EQ(whole("24.5"), 24);
  EXPECT_EQ(whole("25.5"), 26);
  EXPECT_EQ(whole("-2.6"), -3);
  EXPECT_EQ(whole("4294967295."), INT_MIN);
  EXPECT_EQ(whole(".Nan"), INT_MIN);
}

TEST(StoredNumber, MayBeInfiniteOrNone) {
  EXPECT_TRUE(std::isnan(real(".Nan")));
  EXPECT_EQ(real(".Inf"), INFINITY);
  EXPECT_EQ(real("-.inf"), -INFINITY);
  EXPECT_EQ(real("1e999"), INFINITY);
  EXPECT_EQ(real("1e-999"), 0);
  for (const char* const word : {"inf", "-inf", "nan", "-Infinity"})
    EXPECT_EQ(real(word), std::numeric_limits<float>::max()) << word;
}

TEST(StoredNumber, IsNoOtherWord) {
  for (const char* const word : {"", "-", "+", "1.5x", "0x", "--1", "1 ", "true", "e5", "+-1"})
    EXPECT_FALSE(stored_number(word)) << word;
  EXPECT_EQ(real("08"), 8);
  EXPECT_EQ(real("1E2"), 100);
}

}  // namespace
}  // namespace ocelli::internal::stored_number_test
