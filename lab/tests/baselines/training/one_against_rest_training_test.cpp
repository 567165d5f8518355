#include "ocelli/baselines/training/one_against_rest_training.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "recognition/image_classes.hpp"
#include "recognition/kinds.hpp"
#include "recognition/misread.hpp"

namespace ocelli::internal::baselines::one_against_rest_training_test {
namespace {

GreedyTrainingOptions small_training(const std::string& kind, std::size_t rounds) {
  GreedyTrainingOptions options;
  options.candidates = test::small_candidates(kind);
  options.boost.rounds = rounds;
  return options;
}

class EveryKindAgainstRest : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Training, EveryKindAgainstRest, testing::ValuesIn(test::kKinds),
                         [](const auto& tested) { return std::string(tested.param); });

TEST_P(EveryKindAgainstRest, BecomesAClassifierThatErrsAsItsPathSays) {
  const Samples samples = test::bar_images(90);
  const TrainedOneAgainstRest trained = train_one_against_rest(samples, small_training(GetParam(), 12));
  EXPECT_EQ(groups(trained.classifier.features()), trained.path.back().distinct);
  EXPECT_EQ(test::misread(trained.classifier, samples), trained.path.back().training_errors);
  EXPECT_LT(trained.path.back().training_errors, 10u);
  EXPECT_EQ(trained.classifier.classes(), samples.classes);
  EXPECT_EQ(trained.classifier.shape(), samples.shape);
}

TEST(OneAgainstRestTraining, KeepsTheRoundWithTheFewestErrorsOnThePartThatItKeepsBack) {
  const Samples samples = test::bar_images(90);
  GreedyTrainingOptions options = small_training("linear", 10);
  options.validation = 0.3;
  const TrainedOneAgainstRest trained = train_one_against_rest(samples, options);
  const auto fewest = std::ranges::min_element(trained.path, {}, &OneAgainstRestRound::validation_errors);
  EXPECT_EQ(trained.rounds, static_cast<std::size_t>(fewest - trained.path.begin()) + 1);
  EXPECT_EQ(test::misread(trained.classifier, samples), fewest->training_errors + fewest->validation_errors);
  EXPECT_EQ(trained.training, 63u);
  EXPECT_EQ(trained.validation, 27u);
}

TEST(OneAgainstRestTraining, FollowsTheRule) {
  const Samples samples = test::bar_images(60);
  GreedyTrainingOptions options = small_training("linear", 8);
  const auto greedy = train_one_against_rest(samples, options);
  options.boost.rule = GreedyRule::free_column;
  EXPECT_NE(train_one_against_rest(samples, options).classifier.scores(samples),
            greedy.classifier.scores(samples));
}

TEST(OneAgainstRestTraining, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::bar_images(60);
  const auto act = [&] {
    return train_one_against_rest(samples, small_training("stumps", 4)).classifier.weights();
  };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(OneAgainstRestTraining, NeedsFeaturesThatTellClassesApart) {
  Samples samples = test::bar_images(30);
  samples.values.setConstant(7);
  EXPECT_EQ(test::error_of([&] { train_one_against_rest(samples, small_training("stumps", 3)); }).kind(),
            Kind::training);
}

TEST(GreedyTrainingOptions, AreRefusedWhereTheyMakeNoSense) {
  GreedyTrainingOptions options;
  options.boost.patience = 3;
  EXPECT_EQ(test::error_of([&] { options.validate(); }).where(), "--patience");
}

}  // namespace
}  // namespace ocelli::internal::baselines::one_against_rest_training_test
