#include "ocelli/baselines/algorithms/baseline_algorithms.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "training/two_classes.hpp"

namespace ocelli::internal::baselines::baseline_algorithms_test {
namespace {

[[maybe_unused]] const bool kAdded = (add_baselines(), true);  // before main(), as it is once in a program

const std::vector<std::string> kNames = {"adaboost-ecc-trees", "adaboost-mo-trees", "mixed-norm",
                                         "one-vs-rest",        "multiboost",        "adaboost-mh",
                                         "adaboost-ecc",       "adaboost-mo",       "jointboost"};

TEST(BaselineAlgorithms, StandBehindThoseOfTheLibrary) {
  std::vector<std::string> names;
  for (const auto& algorithm : classifier_algorithms()) names.push_back(algorithm->name());
  ASSERT_GT(names.size(), kNames.size());
  EXPECT_EQ(names.front(), kDefaultAlgorithm);
  EXPECT_EQ(std::vector<std::string>(names.end() - static_cast<std::ptrdiff_t>(kNames.size()), names.end()),
            kNames);
}

TEST(BaselineAlgorithms, FollowTheSamplesThatWeighMore) {
  for (const std::string& name : kNames) {
    const auto learner = classifier_algorithm(name);
    EXPECT_TRUE(learner->takes_sample_weights());
    EXPECT_LE(test::errors_on_heavy_samples(*learner), 2u) << name;
  }
}

TEST(BaselineAlgorithms, HaveCopiesWithTheirOptions) {
  for (const std::string& name : kNames) {
    const auto algorithm = classifier_algorithm(name);
    for (const Option& option : algorithm->option_table()) {
      if (option.name == "seed") option.set("77");
      if (option.name == "rounds") option.set("13");
    }
    const auto copy = copy_of(*algorithm);
    EXPECT_EQ(copy->name(), name);
    EXPECT_EQ(copy->options(), algorithm->options());
    EXPECT_EQ(copy->seed(), 77u);
  }
}

}  // namespace
}  // namespace ocelli::internal::baselines::baseline_algorithms_test
