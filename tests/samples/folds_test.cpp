#include "ocelli/samples/split.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "data/expect_error.hpp"

namespace ocelli::internal::folds_test {
namespace {

using Labels16 = std::vector<std::uint16_t>;
using Numbers = std::vector<std::uint32_t>;

std::size_t count(const Numbers& folds, const Labels16& labels, std::uint32_t fold, std::uint16_t label) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < folds.size(); ++i) found += folds[i] == fold && labels[i] == label ? 1 : 0;
  return found;
}

TEST(StratifiedFolds, HaveEquallyManySamplesOfEachClass) {
  Labels16 labels(50, 0);
  labels.insert(labels.end(), 23, 1);
  labels.insert(labels.end(), 2, 2);
  const Numbers folds = stratified_folds(labels, {}, 5, 1);
  for (std::uint32_t fold = 0; fold < 5; ++fold) {
    EXPECT_EQ(count(folds, labels, fold, 0), 10u);
    EXPECT_THAT(count(folds, labels, fold, 1), testing::AnyOf(4u, 5u));
    EXPECT_LE(count(folds, labels, fold, 2), 1u);
    EXPECT_EQ(std::ranges::count(folds, fold), 15);
  }
}

TEST(StratifiedFolds, KeepGroupsTogether) {
  Labels16 labels;
  Numbers groups;
  for (std::uint32_t i = 0; i < 120; ++i) {
    labels.push_back(static_cast<std::uint16_t>(i % 2));
    groups.push_back(i / (i < 60 ? 3 : 7));
  }
  const Numbers folds = stratified_folds(labels, groups, 3, 1);
  for (std::size_t i = 1; i < 120; ++i) {
    const bool is_same = folds[i] == folds[i - 1];
    EXPECT_TRUE(is_same || groups[i] != groups[i - 1]) << i;
  }
  for (std::uint32_t fold = 0; fold < 3; ++fold) {
    EXPECT_NEAR(static_cast<double>(count(folds, labels, fold, 0)), 20, 3);
    EXPECT_NEAR(static_cast<double>(count(folds, labels, fold, 1)), 20, 3);
  }
}

TEST(StratifiedFolds, AreDrawnByTheSeed) {
  const Labels16 labels(40, 0);
  EXPECT_EQ(stratified_folds(labels, {}, 4, 7), stratified_folds(labels, {}, 4, 7));
  EXPECT_NE(stratified_folds(labels, {}, 4, 7), stratified_folds(labels, {}, 4, 8));
}

TEST(StratifiedFolds, AreNeverEmpty) {
  // One large group with both classes, and as many small ones as there are other folds.
  const Numbers groups{5, 5, 5, 5, 9, 2}, folds = stratified_folds(Labels16{0, 1, 0, 1, 0, 0}, groups, 3, 1);
  EXPECT_EQ(std::set<std::uint32_t>(folds.begin(), folds.end()).size(), 3u);
}

TEST(StratifiedFolds, AreNotMoreThanGroups) {
  const Labels16 labels(6, 0);
  test::expect_error([&] { stratified_folds(labels, {}, 1, 1); }, Kind::usage, "at least 2 folds");
  test::expect_error([&] { stratified_folds(labels, {}, 7, 1); }, Kind::usage, "6 samples for 7 folds");
  test::expect_error(
      [&] {
        stratified_folds(labels, Numbers{0, 0, 0, 1, 1, 1}, 3, 1);
      },
      Kind::usage, "2 groups for 3 folds");
}

}  // namespace
}  // namespace ocelli::internal::folds_test
