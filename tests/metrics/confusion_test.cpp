#include "ocelli/metrics/confusion.hpp"

#include <gtest/gtest.h>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::confusion_test {
namespace {

/// Ten samples; worked by hand.
ConfusionMatrix ten_pets() {
  ConfusionMatrix matrix({"cat", "dog", "emu"});
  for (int i = 0; i < 3; ++i) matrix.add(0, 0);
  matrix.add(0, 1);
  for (int i = 0; i < 4; ++i) matrix.add(1, 1);
  for (int i = 0; i < 2; ++i) matrix.add(1, 0);
  return matrix;
}

TEST(ConfusionMatrix, CountsSamplesByTruthAndLabel) {
  const ConfusionMatrix matrix = ten_pets();
  EXPECT_EQ(matrix.count(0, 0), 3u);
  EXPECT_EQ(matrix.count(0, 1), 1u);
  EXPECT_EQ(matrix.count(1, 0), 2u);
  EXPECT_EQ(matrix.count(2, 2), 0u);
  EXPECT_EQ(matrix.samples(), 10u);
}

TEST(ConfusionMatrix, TellsErrorRecallAndPrecision) {
  const ConfusionMatrix matrix = ten_pets();
  EXPECT_EQ(matrix.errors(), 3u);
  EXPECT_DOUBLE_EQ(matrix.error_rate(), 0.3);
  EXPECT_DOUBLE_EQ(matrix.recall(0), 0.75);
  EXPECT_DOUBLE_EQ(matrix.recall(1), 4.0 / 6);
  EXPECT_DOUBLE_EQ(matrix.precision(0), 0.6);
  EXPECT_DOUBLE_EQ(matrix.precision(1), 0.8);
  EXPECT_DOUBLE_EQ(matrix.f1(0), 6.0 / 9);
  EXPECT_EQ(matrix.f1(2), 0);
}

TEST(ConfusionMatrix, HasNoRatesOfNothing) {
  EXPECT_EQ(ten_pets().recall(2), 0);
  EXPECT_EQ(ten_pets().precision(2), 0);
  EXPECT_EQ(ConfusionMatrix({"a"}).error_rate(), 0);
}

TEST(ConfusionMatrix, RefusesClassesThatThereAreNot) {
  ConfusionMatrix matrix({"a", "b"});
  EXPECT_THROW(matrix.add(0, 2), Error);
  EXPECT_THROW(matrix.add(2, 0), Error);
}

TEST(ErrorText, TellsCountsAndShare) { EXPECT_EQ(error_text(47, 10'000), "47 of 10000 wrong: error 0.47 %"); }

TEST(ConfusionMatrix, IsATableForAPersonToRead) {
  EXPECT_EQ(to_text(ten_pets()),
            "true \\ given     cat     dog    emu  recall\n"
            "         cat       3       1      .  75.0 %\n"
            "         dog       2       4      .  66.7 %\n"
            "         emu       .       .      .   0.0 %\n"
            "   precision  60.0 %  80.0 %  0.0 %\n");
}

}  // namespace
}  // namespace ocelli::internal::confusion_test
