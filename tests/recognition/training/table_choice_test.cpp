#include "ocelli/recognition/training/table_choice.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "features/random_samples.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::table_choice_test {
namespace {

/// A table of normal values whose classes a rule tells.
template <class Rule>
Samples table_by(std::size_t count, std::size_t width, Rule&& rule) {
  Samples samples = test::random_samples(count, width, 2, 3);
  for (std::size_t i = 0; i < samples.count(); ++i) samples.labels[i] = rule(samples.row(i)) ? 1 : 0;
  return samples;
}

TEST(TableChoice, TakesWhatSuitsTheTable) {
  const auto chosen = [](const Samples& samples) { return choose_for_table(samples, {}).front().name; };
  EXPECT_EQ(chosen(table_by(
                150, 6, [](auto row) { return row[0] + row[1] - row[2] - row[3] + row[4] + row[5] > 0; })),
            "linear");
  const std::string boxes = chosen(table_by(
      300, 3, [](auto row) { return (row[0] > 0 && row[1] > 0.5F) || (row[0] < 0 && row[2] > 0.5F); }));
  EXPECT_TRUE(boxes.starts_with("trees")) << boxes;
  const std::string sphere = chosen(table_by(
      500, 8, [](auto row) { return std::inner_product(row.begin(), row.end(), row.begin(), 0.0F) > 7.5F; }));
  EXPECT_TRUE(sphere.starts_with("gaussians")) << sphere;
}

TEST(TableChoice, KeepsTheRoundsThatErredLeast) {
  const Samples samples = table_by(60, 2, [](auto row) { return row[0] > 0; });
  for (const TableTrial& trial : choose_for_table(samples, {})) {
    if (const auto* const trees = std::get_if<TreeTrainingOptions>(&trial.options)) {
      EXPECT_GE(trees->boost.rounds, 1u);
    } else if (const auto* const share_boost = std::get_if<ClassifierTrainingOptions>(&trial.options)) {
      EXPECT_GE(share_boost->boost.rounds, 1u);
    }
  }
}

TEST(TableChoice, TriesOnlyTheBestOnEverySplit) {
  constexpr std::size_t kSplit = 15;
  const Samples samples = table_by(60, 2, [](auto row) { return row[0] > 0; });
  std::map<std::size_t, std::size_t> trials_of;  // by the number of splits
  for (const TableTrial& trial : choose_for_table(samples, {})) {
    if (!std::holds_alternative<TableBlend>(trial.options)) ++trials_of[trial.samples / kSplit];
  }
  EXPECT_EQ(trials_of.rbegin()->first, 5u);
  EXPECT_LE(trials_of.rbegin()->second, 4u);
  EXPECT_GE(trials_of[1], 10u);
}

// A slope that trees climb by stairs, and a corner that no line cuts off.
TEST(TableChoice, BlendsLearnersThatErrDifferently) {
  const Samples samples = table_by(600, 6, [](auto row) {
    const float slope = row[0] + row[1] - row[2] + row[3];
    return row[4] > 0.3F && row[5] > 0.3F ? slope < 0.5F : slope > 0;
  });
  const std::vector<TableTrial> trials = choose_for_table(samples, {});
  const auto* const blend = std::get_if<TableBlend>(&trials.front().options);
  ASSERT_NE(blend, nullptr) << trials.front().name;
  EXPECT_EQ(blend->members.size(), 2u);
  EXPECT_LT(trials.front().errors * trials[1].samples, trials[1].errors * trials.front().samples);
}

TEST(TableChoice, PartsManySamplesAgainWhileErrorsAreFew) {
  const Samples easy = table_by(2000, 2, [](auto row) { return row[0] > 0; });
  const auto tried = [&](double seconds) {
    return choose_for_table(easy, {.seconds = seconds}).front().samples;
  };
  EXPECT_EQ(tried(0.6), 500u);
  EXPECT_EQ(tried(1.2), 1000u);
}

TEST(TableChoice, TakesTreesOfVeryFewSamplesWithoutATrial) {
  const std::vector<TableTrial> trials = choose_for_table(test::random_samples(5, 3, 2, 1), {});
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_EQ(trials.front().samples, 0u);
}

TEST(TableChoice, TakesAnyTable) {
  Samples constant = test::random_samples(20, 3, 2, 1);
  constant.values.setOnes();
  EXPECT_FALSE(choose_for_table(constant, {}).empty());
  EXPECT_FALSE(choose_for_table(test::random_samples(20, 1, 2, 1), {}).empty());
}

TEST(TableChoice, GivesLargeTablesFewerRoundsOnASmallBudget) {
  const Samples samples = table_by(2000, 40, [](auto row) { return row[0] * row[1] > row[2] * row[3]; });
  const auto rounds = [&](double seconds) {
    for (const TableTrial& trial : choose_for_table(samples, {.seconds = seconds})) {
      if (trial.name == "trees of 32 leaves")
        return std::get<TreeTrainingOptions>(trial.options).boost.rounds;
    }
    return std::size_t{0};
  };
  EXPECT_LE(rounds(0.05), 25u);
}

TEST(TableChoice, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::random_samples(80, 3, 3, 1);
  const auto errors = [&] {
    std::vector<std::size_t> found;
    for (const TableTrial& trial : choose_for_table(samples, {})) found.push_back(trial.errors);
    return found;
  };
  EXPECT_EQ(test::with_threads(1, errors), test::with_threads(3, errors));
}

}  // namespace
}  // namespace ocelli::internal::table_choice_test
