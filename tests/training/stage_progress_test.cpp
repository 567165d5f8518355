#include "ocelli/training/stage_progress.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace ocelli::internal::stage_progress_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::size_t kMax = 50;

std::optional<std::string> words(const std::vector<StageFigures>& stages) {
  return no_progress_warning(stages, kMax, "mine.ocelli.samples.png");
}

TEST(WordsOnNoProgress, NameCausesRemediesAndWhatToExpectAfterThreeHardStages) {
  const auto said = words({{20, 0.39, 0.39}, {31, 0.4, 0.16}, {50, 0.55, 0.086}});
  ASSERT_TRUE(said.has_value());
  EXPECT_THAT(*said, AllOf(HasSubstr("Warning"), HasSubstr("more than a quarter"), HasSubstr("Common causes"),
                           HasSubstr("Remedies"), HasSubstr("What to expect"),
                           HasSubstr("mine.ocelli.samples.png"), HasSubstr("--resume")));
}

TEST(WordsOnNoProgress, AreSaidOnce) {
  EXPECT_FALSE(words({{20, 0.39, 0.39}, {31, 0.4, 0.16}, {50, 0.55, 0.086}, {50, 0.6, 0.05}}).has_value());
}

TEST(WordsOnNoProgress, LackWhereAFewWeakClassifiersDo) {
  EXPECT_FALSE(words({{1, 0.37, 0.37}, {1, 0.37, 0.14}, {2, 0.39, 0.053}}).has_value());
}

TEST(WordsOnNoProgress, LackWhereStagesPassLittle) {
  EXPECT_FALSE(words({{20, 0.2, 0.2}, {30, 0.2, 0.04}, {30, 0.2, 0.008}}).has_value());
}

TEST(WordsOnNoProgress, LackForTheLastStagesWhichAlwaysHaveItHard) {
  EXPECT_FALSE(
      words({{1, 0.37, 0.37}, {3, 0.3, 0.0008}, {40, 0.39, 3e-4}, {50, 0.5, 1.5e-4}, {50, 0.6, 9e-5}})
          .has_value());
}

TEST(WordsOnNoProgress, NeedThreeInARow) {
  EXPECT_FALSE(words({{20, 0.39, 0.39}, {31, 0.4, 0.16}, {2, 0.3, 0.05}, {50, 0.6, 0.03}}).has_value());
}

}  // namespace
}  // namespace ocelli::internal::stage_progress_test
