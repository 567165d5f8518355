#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/core/enum_words.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "recognition/image_classes.hpp"
#include "recognition/kinds.hpp"
#include "recognition/misread.hpp"

namespace ocelli::internal::classifier_training_test {
namespace {

using testing::HasSubstr;

ClassifierTrainingOptions small_training(const std::string& kind, std::size_t rounds = 12) {
  ClassifierTrainingOptions options;
  options.candidates = test::small_candidates(kind);
  options.boost.rounds = rounds;
  return options;
}

void expect_same(const TrainedClassifier& a, const TrainedClassifier& b, const Samples& samples) {
  EXPECT_EQ(a.path, b.path);
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_EQ(a.classifier.weights(), b.classifier.weights());
  EXPECT_EQ(a.classifier.scores(samples), b.classifier.scores(samples));
}

class EveryKindOfTraining : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Training, EveryKindOfTraining, testing::ValuesIn(test::kKinds),
                         [](const auto& tested) { return std::string(tested.param); });

TEST_P(EveryKindOfTraining, LearnsToTellTheClassesApart) {
  const Samples samples = test::bar_images(90);
  const TrainedClassifier trained = train_classifier(samples, small_training(GetParam(), 40), {});
  EXPECT_EQ(test::misread(trained.classifier, samples), 0u);
  EXPECT_EQ(trained.path.back().training_errors, 0u);
  EXPECT_EQ(trained.training, 90u);
  EXPECT_EQ(trained.validation, 0u);
  EXPECT_EQ(trained.classifier.classes(), samples.classes);
  EXPECT_EQ(trained.classifier.shape(), samples.shape);
}

TEST_P(EveryKindOfTraining, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::bar_images(60);
  const auto act = [&] { return train_classifier(samples, small_training(GetParam(), 4), {}); };
  expect_same(test::with_threads(1, act), test::with_threads(3, act), samples);
}

TEST_P(EveryKindOfTraining, GoesOnToTheSameClassifier) {
  const Samples samples = test::bar_images(90);
  ClassifierTrainingOptions options = small_training(GetParam(), 6);
  options.validation = 0.3;
  ShareBoostState after_three;
  const TrainedClassifier whole =
      train_classifier(samples, options, {.round = [&](const ShareBoostState& state) {
                         if (state.rounds.size() == 3) after_three = state;
                       }});
  expect_same(train_classifier(samples, options, {.resume = after_three}), whole, samples);
}

TEST(ClassifierTraining, MeasuresOnThePartThatItKeepsBack) {
  const Samples samples = test::bar_images(90);
  ClassifierTrainingOptions options = small_training("linear");
  options.validation = 0.2;
  const TrainedClassifier trained = train_classifier(samples, options, {});
  EXPECT_EQ(trained.training, 72u);
  EXPECT_EQ(trained.validation, 18u);
  const auto min = std::ranges::min_element(trained.path, {}, &ShareBoostRound::validation_errors);
  EXPECT_EQ(trained.rounds, static_cast<std::size_t>(min - trained.path.begin()) + 1);
  EXPECT_EQ(groups(trained.classifier.features()), trained.rounds);
  EXPECT_EQ(test::misread(trained.classifier, samples), min->training_errors + min->validation_errors);
}

TEST(ClassifierTraining, LearnsFromDeformedCopiesToo) {
  const Samples samples = test::bar_images(60);
  ClassifierTrainingOptions options = small_training("templates");
  options.augmentation = 2;
  options.validation = 0.5;
  const TrainedClassifier trained = train_classifier(samples, options, {});
  EXPECT_EQ(trained.training, 30u * 3);
  EXPECT_EQ(trained.validation, 30u);
}

TEST(ClassifierTraining, TunesPatchesToFewerErrors) {
  const Samples samples = test::bar_images(150);
  ClassifierTrainingOptions options = small_training("templates", 2);
  options.candidates.templates = "3:2";
  options.candidates.masks.grid = 1;
  const std::size_t before = test::misread(train_classifier(samples, options, {}).classifier, samples);
  options.tuning = {.epochs = 10, .batch = 10, .template_rate = 0.02};
  const TrainedClassifier tuned = train_classifier(samples, options, {});
  EXPECT_GT(before, 0u);
  EXPECT_LT(test::misread(tuned.classifier, samples), before);
  EXPECT_EQ(groups(tuned.classifier.features()), 2u);

  options.augmentation = 1;
  expect_same(test::with_threads(1, [&] { return train_classifier(samples, options, {}); }),
              test::with_threads(3, [&] { return train_classifier(samples, options, {}); }), samples);
}

TEST(ClassifierTraining, FollowsEachGreedyRule) {
  const Samples samples = test::bar_images(60);
  for (const GreedyRule rule : {GreedyRule::gradient, GreedyRule::line_search, GreedyRule::free_column}) {
    ClassifierTrainingOptions options = small_training("linear", 30);
    options.boost.rule = rule;
    options.boost.shortlist = 5;
    EXPECT_EQ(test::misread(train_classifier(samples, options, {}).classifier, samples), 0u)
        << to_string(rule);
  }
}

TEST(ClassifierTraining, NeedsLabels) {
  Samples samples = test::bar_images(30);
  samples.labels.clear();
  const Error error = test::error_of([&] { train_classifier(samples, small_training("linear"), {}); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), HasSubstr("labels"));
}

TEST(ClassifierTraining, NamesAClassWithoutSamples) {
  Samples samples = test::bar_images(30);
  samples.classes.push_back("rising");
  const Error error = test::error_of([&] { train_classifier(samples, small_training("linear"), {}); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), HasSubstr("rising"));
}

TEST(ClassifierTraining, NeedsFeaturesThatTellClassesApart) {
  Samples samples = test::bar_images(30);
  samples.values.setConstant(7);
  EXPECT_EQ(test::error_of([&] { train_classifier(samples, small_training("stumps"), {}); }).kind(),
            Kind::training);
}

TEST(ClassifierTraining, TakesPatchesFromImagesOnly) {
  const Samples table = test::random_samples(50, 4, 2, 1);
  const Error error = test::error_of([&] { train_classifier(table, small_training("templates"), {}); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_EQ(error.where(), "--features");
}

TEST(ClassifierTraining, StopsWhenAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  const auto act = [&] {
    train_classifier(test::bar_images(30), small_training("linear"), {}, stop.get_token());
  };
  EXPECT_EQ(test::error_of(act).kind(), Kind::canceled);
}

TEST(ClassifierTrainingOptions, AreRefusedWhereTheyMakeNoSense) {
  const auto place_with = [](const auto& change) {
    ClassifierTrainingOptions options;
    change(options);
    return test::error_of([&] { options.validate(); }).where();
  };
  using Options = ClassifierTrainingOptions;
  EXPECT_EQ(place_with([](Options& o) { o.validation = 1; }), "--validation");
  EXPECT_EQ(place_with([](Options& o) { o.boost.patience = 3; }), "--patience");
  EXPECT_EQ(place_with([](Options& o) { o.augmentation = -1; }), "--augmentation");
  EXPECT_EQ(place_with([](Options& o) { o.candidates.kind = "none"; }), "--features");
  EXPECT_EQ(place_with([](Options& o) {
              o.candidates.kind = "linear";
              o.tuning.epochs = 1;
            }),
            "--tune-epochs");
  EXPECT_EQ(place_with([](Options& o) {
              o.candidates.kind = "orientations,colors";
              o.normalized_side = 20;
            }),
            "--normalized-side");
}

}  // namespace
}  // namespace ocelli::internal::classifier_training_test
