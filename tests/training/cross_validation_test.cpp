#include "ocelli/training/cross_validation.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::cross_validation_test {
namespace {

/// The number of row i tells its class; the text in column `day` is the same for ten rows.
std::string days(int rows) {
  std::string text = "value,day,kind\n";
  for (int i = 0; i < rows; ++i)
    text += std::to_string(i * 37 % 101) + ",d" + std::to_string(i / 10) + "," +
            (i * 37 % 101 < 50 ? "low" : "high") + "\n";
  return text;
}

class CrossValidationOfTables : public testing::Test {
 protected:
  CrossValidation job(const std::string& text) const {
    CrossValidation job;
    job.training.samples = folder_.write("t.csv", text);
    job.training.algorithm = classifier_algorithm("trees");
    for (const Option& option : job.training.algorithm->option_table())
      if (option.name == "rounds") option.set("10");
    return job;
  }

  const test::TemporaryFolder folder_;
};

TEST_F(CrossValidationOfTables, ClassifiesEachSampleOnce) {
  std::vector<std::string> said;
  const CrossValidationResult result =
      cross_validate(job(days(100)), {.report = [&](const std::string& line) { said.push_back(line); }}, {});
  ASSERT_EQ(result.folds.size(), 5u);
  EXPECT_EQ(result.confusion.samples(), 100u);
  std::size_t errors = 0;
  for (const FoldErrors& fold : result.folds) {
    EXPECT_EQ(fold.samples, 20u);
    errors += fold.errors;
  }
  EXPECT_EQ(result.confusion.errors(), errors);
  EXPECT_LT(result.mean_error(), 0.1);
  EXPECT_THAT(said.back(), testing::MatchesRegex("Fold 5 of 5: [0-9]+ of 20 wrong: error [0-9.]+ %\\."));
}

TEST_F(CrossValidationOfTables, LearnsNothingOfTheFoldItself) {
  // The label is random, and nothing of a row says anything of others.
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += std::to_string(i * 7919 % 10007) + "," + ((i * i * 31 + i / 3) % 7 < 3 ? "a" : "b") + "\n";
  EXPECT_GT(cross_validate(job(text), {}, {}).mean_error(), 0.25);
}

TEST_F(CrossValidationOfTables, KeepsGroupsTogetherAndOutOfTheInputs) {
  // A day has one class, and the value is the day's number: only rows of the same day tell it.
  std::string text = "day,value,kind\n";
  for (int i = 0; i < 120; ++i)
    text +=
        "d" + std::to_string(i / 6) + "," + std::to_string(i / 6) + "," + (i / 6 % 2 == 0 ? "a" : "b") + "\n";
  CrossValidation together = job(text);
  together.groups = "day";
  EXPECT_GT(cross_validate(std::move(together), {}, {}).mean_error(), 0.5);
  CrossValidation apart = job(text);
  apart.training.table.ignore_columns = "day";
  EXPECT_EQ(cross_validate(std::move(apart), {}, {}).mean_error(), 0);
}

TEST_F(CrossValidationOfTables, IsTheSameForTheSameSeed) {
  const auto errors = [&] {
    CrossValidation again = job(days(60));
    again.folds = 3;
    std::vector<std::size_t> each;
    for (const FoldErrors& fold : cross_validate(std::move(again), {}, {}).folds) each.push_back(fold.errors);
    return each;
  };
  EXPECT_EQ(errors(), errors());
}

TEST_F(CrossValidationOfTables, CountsClassesThatCannotBeLearnedAsErrors) {
  const CrossValidationResult result = cross_validate(job(days(50) + "7,d9,odd\n"), {}, {});
  EXPECT_EQ(result.confusion.samples(), 51u);
  EXPECT_EQ(result.confusion.truths(2), 1u);
  EXPECT_EQ(result.confusion.recall(2), 0);
}

TEST_F(CrossValidationOfTables, SaysWhyThereAreNoFolds) {
  const auto error_of = [&](auto change) {
    CrossValidation changed = job(days(50));
    change(changed);
    return std::string(test::error_of([&] { cross_validate(std::move(changed), {}, {}); }).what());
  };
  using testing::HasSubstr;
  EXPECT_THAT(error_of([](CrossValidation& c) { c.folds = 1; }), HasSubstr("--folds: must be"));
  EXPECT_THAT(error_of([](CrossValidation& c) { c.folds = 60; }),
              HasSubstr("--folds: there are 50 samples for 60 folds"));
  EXPECT_THAT(error_of([](CrossValidation& c) { c.groups = "week"; }),
              HasSubstr("--ignore-columns, --groups: no column 'week'"));
  EXPECT_THAT(error_of([](CrossValidation& c) {
                c.groups = "2";
                c.folds = 6;
              }),
              HasSubstr("5 groups for 6 folds"));
}

TEST(CrossValidationResult, HasTheDeviationOfTheFolds) {
  const CrossValidationResult result{ConfusionMatrix({"a", "b"}), {{10, 1}, {10, 2}, {20, 6}}};
  EXPECT_DOUBLE_EQ(result.mean_error(), 0.2);
  EXPECT_NEAR(result.deviation(), 0.1, 1e-12);
}

TEST(CopyOfAnAlgorithm, HasItsOptions) {
  for (const auto& algorithm : classifier_algorithms()) {
    for (const Option& option : algorithm->option_table()) {
      if (option.name == "seed") option.set("77");
      if (option.name == "rounds") option.set("13");
      if (option.name == "time") option.set("2.5");
    }
    const auto copy = copy_of(*algorithm);
    EXPECT_EQ(copy->name(), algorithm->name());
    EXPECT_EQ(copy->options(), algorithm->options());
    EXPECT_EQ(copy->seed(), 77u);
  }
}

}  // namespace
}  // namespace ocelli::internal::cross_validation_test
