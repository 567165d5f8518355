#include "ocelli/baselines/training/mixed_norm_training.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "recognition/image_classes.hpp"
#include "recognition/kinds.hpp"
#include "recognition/misread.hpp"

namespace ocelli::internal::baselines::mixed_norm_training_test {
namespace {

MixedNormTrainingOptions small_training(const std::string& kind) {
  MixedNormTrainingOptions options;
  options.candidates = test::small_candidates(kind);
  options.path.features = 30;
  options.path.ratio = 0.7;
  return options;
}

class EveryKindOfMixedNorm : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Training, EveryKindOfMixedNorm, testing::ValuesIn(test::kKinds),
                         [](const auto& tested) { return std::string(tested.param); });

TEST_P(EveryKindOfMixedNorm, BecomesAClassifierThatErrsAsItsPathSays) {
  const Samples samples = test::bar_images(90);
  const TrainedMixedNorm trained = train_mixed_norm(samples, small_training(GetParam()));
  EXPECT_EQ(trained.rounds, trained.path.size());
  EXPECT_EQ(groups(trained.classifier.features()), trained.path.back().features());
  EXPECT_EQ(test::misread(trained.classifier, samples), trained.path.back().training_errors);
  EXPECT_LT(trained.path.back().training_errors, 30u);
  EXPECT_EQ(trained.classifier.classes(), samples.classes);
  EXPECT_EQ(trained.classifier.shape(), samples.shape);
}

TEST(MixedNormTraining, KeepsThePointWithTheFewestErrorsOnThePartThatItKeepsBack) {
  const Samples samples = test::bar_images(90);
  MixedNormTrainingOptions options = small_training("linear");
  options.validation = 0.3;
  const TrainedMixedNorm trained = train_mixed_norm(samples, options);
  EXPECT_EQ(trained.training, 63u);
  EXPECT_EQ(trained.validation, 27u);
  const auto& kept = trained.path[trained.rounds - 1];
  for (const auto& point : trained.path) {
    EXPECT_TRUE(point.features() == 0 || point.validation_errors >= kept.validation_errors);
  }
  EXPECT_EQ(test::misread(trained.classifier, samples), kept.training_errors + kept.validation_errors);
}

TEST(MixedNormTraining, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::bar_images(60);
  const auto act = [&] { return train_mixed_norm(samples, small_training("products")).classifier.weights(); };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(MixedNormTraining, RefusesAPathWithoutFeatures) {
  MixedNormTrainingOptions options = small_training("linear");
  options.path.points = 1;
  const Error error = test::error_of([&] { train_mixed_norm(test::bar_images(30), options); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), testing::HasSubstr("--points"));
}

TEST(MixedNormTrainingOptions, AreRefusedWhereTheyMakeNoSense) {
  MixedNormTrainingOptions options;
  options.path.ratio = 2;
  EXPECT_EQ(test::error_of([&] { options.validate(); }).where(), "--ratio");
  options.candidates.kind = "none";
  EXPECT_EQ(test::error_of([&] { options.validate(); }).where(), "--features");
}

}  // namespace
}  // namespace ocelli::internal::baselines::mixed_norm_training_test
