#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "ocelli/training/classifier_training.hpp"

namespace ocelli::internal::classifier_algorithms_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(DefaultAlgorithm, IsTheSameForEveryCaller) {
  EXPECT_EQ(classifier_algorithms().front()->name(), kDefaultAlgorithm);
  EXPECT_EQ(classifier_algorithm()->name(), kDefaultAlgorithm);
  EXPECT_EQ(ClassifierTraining().algorithm->name(), kDefaultAlgorithm);
}

TEST(ClassifierAlgorithm, IsNotChangedByAnOptionOfOthersButNamesThem) {
  const std::vector<std::string> options = {"rounds"};
  const Error error = test::error_of([&] { classifier_algorithm("auto", options); });
  EXPECT_EQ(error.kind(), Kind::usage);
  EXPECT_EQ(error.where(), "--rounds");
  EXPECT_THAT(error.message(), AllOf(HasSubstr("shareboost, trees, "), HasSubstr("not of auto")));
  EXPECT_THAT(error.message(), Not(HasSubstr("blend")));

  const std::vector<std::string> of_templates = {"templates"};
  test::expect_error([&] { classifier_algorithm("multilayer", of_templates); }, Kind::usage,
                     "--templates: is an option of --algorithm shareboost");
}

TEST(ClassifierAlgorithm, TakesItsOwnOptionsAndLeavesUnknownOnesToOthers) {
  const std::vector<std::string> options = {"seed", "label-column", "no-such-option"};
  EXPECT_EQ(classifier_algorithm("auto", options)->name(), "auto");
  const std::vector<std::string> in_python = {"rounds", "seed"};
  EXPECT_EQ(classifier_algorithm("trees", in_python)->name(), "trees");
  const std::vector<std::string> with_underscore = {"tune_epochs"};
  test::expect_error([&] { classifier_algorithm("auto", with_underscore); }, Kind::usage, "--tune-epochs");
}

TEST(ClassifierAlgorithm, ThatIsMistypedGetsTheNearestName) {
  const Error error = test::error_of([] { classifier_algorithm("tree"); });
  EXPECT_THAT(error.message(), AllOf(HasSubstr("auto, shareboost, "), HasSubstr("did you mean 'trees'?")));
}

}  // namespace
}  // namespace ocelli::internal::classifier_algorithms_test
