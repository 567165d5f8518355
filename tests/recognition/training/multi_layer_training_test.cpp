#include "ocelli/recognition/training/multi_layer_training.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/recognition/training/wavelet_pool.hpp"
#include "recognition/image_classes.hpp"

namespace ocelli::internal::multi_layer_training_test {
namespace {

using testing::HasSubstr;

/// Both layers as they stood after the last round, and what came of them.
struct Training {
  MultiLayerState state;
  TrainedMultiLayer trained;

  const DisjunctionFeatures& features() const {
    return std::get<DisjunctionFeatures>(trained.classifier.features());
  }
};

MultiLayerTrainingOptions small_training(std::size_t rounds = 30) {
  MultiLayerTrainingOptions options;
  options.windows.points.count = 8;
  options.windows.side = 7;
  options.wavelet_pool = 300;
  options.boost = {.rounds = rounds, .features = 6, .votes = 6, .candidates = 100};
  return options;
}

Training train(const Samples& samples, const MultiLayerTrainingOptions& options, MultiLayerState from = {}) {
  MultiLayerState state;
  const auto watch = [&](const MultiLayerState& now) { state = now; };
  TrainedMultiLayer trained =
      train_multi_layer(samples, options, {.round = watch, .resume = std::move(from)});
  return {std::move(state), std::move(trained)};
}

std::size_t errors(const Classifier& classifier, const Samples& samples) {
  std::size_t wrong = 0;
  const auto read = classifier.classify(samples);
  for (std::size_t i = 0; i < samples.count(); ++i) wrong += read[i].label() != samples.labels[i] ? 1 : 0;
  return wrong;
}

/// Images with two points, one and none among the others.
Samples with_bare_images() {
  Samples samples = test::bar_images(60);
  for (Eigen::Index i = 0; i < 6; ++i) samples.values.row(i).setConstant(static_cast<float>(40 * i));
  for (Eigen::Index i = 2; i < 6; ++i) samples.values(i, 4 * test::kBarShape.width + 4) = 255;
  for (Eigen::Index i = 4; i < 6; ++i) samples.values(i, 9 * test::kBarShape.width + 10) = 0;
  return samples;
}

/// The learner's hidden layer once more: votes by the bins that the training chose, of the classifier's
/// wavelets.
HiddenLayer learners_layer(const Training& training, const Samples& samples) {
  const DisjunctionFeatures& features = training.features();
  const PointTable table = point_table(samples, features.windows());
  HiddenLayer hidden(table.places, features.local().size());
  for (std::size_t d = 0; d < features.local().size(); ++d) {
    std::vector<HaarFeature> wavelets;
    for (const WaveletVote& vote : features.local()[d]) wavelets.push_back(vote.wavelet);
    const LocalPool pool = wavelet_pool(table, features.windows().deviation, wavelets);
    for (std::size_t v = 0; v < wavelets.size(); ++v) {
      const LocalVote& vote = training.state.hidden[d][v];
      hidden.add(d, pool.responses.of(v), vote.bin, vote.weight);
    }
  }
  return hidden;
}

TEST(MultiLayerTraining, LearnsToTellTheClassesApart) {
  const Samples samples = test::bar_images(150), others = test::bar_images(90, 2);
  const TrainedMultiLayer trained = train_multi_layer(samples, small_training(60));
  EXPECT_EQ(trained.path.back().training_errors, 0u);
  EXPECT_EQ(errors(trained.classifier, samples), 0u);
  EXPECT_LE(errors(trained.classifier, others), 5u);
  EXPECT_EQ(trained.training, 150u);
  EXPECT_EQ(trained.validation, 0u);
  EXPECT_EQ(trained.classifier.classes(), samples.classes);
  EXPECT_EQ(trained.classifier.shape(), samples.shape);
}

TEST(MultiLayerTraining, MakesLocalFeaturesOfTheSumsThatItLearned) {
  for (const Samples& samples : {test::bar_images(60), with_bare_images()}) {
    const Training training = train(samples, small_training());
    const DisjunctionFeatures& features = training.features();
    const HiddenLayer hidden = learners_layer(training, samples);
    ASSERT_EQ(hidden.features(), training.state.hidden.size());
    PointWindows windows;
    for (std::size_t i = 0; i < samples.count(); ++i) {
      windows.assign(samples.row(i), *samples.shape, features.windows());
      const SampleValues psi = features.local_responses(windows);
      for (Eigen::Index d = 0; d < psi.rows(); ++d) {
        for (Eigen::Index k = 0; k < psi.cols(); ++k) {
          const std::size_t place = static_cast<std::size_t>(k) * hidden.stride() + i;
          ASSERT_EQ(psi(d, k), hidden.psi(static_cast<std::size_t>(d))[place]);
        }
      }
    }
  }
}

// A byte is off by at most half a step, 1 / 254.
TEST(MultiLayerTraining, MakesAClassifierThatScoresAsTheLearnerDoesButForItsBytes) {
  for (const Samples& samples : {test::bar_images(60), with_bare_images()}) {
    const Training training = train(samples, small_training());
    const ClassTable sums = output_scores(learners_layer(training, samples), training.state.output);
    const SampleValues scores = training.trained.classifier.scores(samples);
    for (Eigen::Index c = 0; c < 3; ++c) {
      const auto weights = training.trained.classifier.weights().row(c);
      const float bound = weights.cwiseAbs().sum() / 254 + 1e-4f;
      for (Eigen::Index i = 0; i < scores.rows(); ++i) {
        ASSERT_NEAR(scores(i, c), sums.of(static_cast<std::size_t>(c))[static_cast<std::size_t>(i)], bound);
      }
    }
  }
}

TEST(MultiLayerTraining, AsksForNoDisjunctionTwice) {
  MultiLayerTrainingOptions options = small_training(40);
  options.boost.candidates = 4;
  options.boost.features = 1;
  const Training training = train(test::bar_images(30), options);
  const auto& all = training.features().disjunctions();
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) ASSERT_NE(all[a], all[b]);
  }
  EXPECT_LT(all.size(), 40u * 3);
}

// Boosting leaves each disjunction to the class that chose it; fitted together, all use it, and the classes'
// loss falls.
TEST(MultiLayerTraining, FitsTheWeightsOfAllClassesTogetherWhenAskedTo) {
  const Samples samples = test::bar_images(120);
  MultiLayerTrainingOptions options = small_training(10);
  const Classifier boosted = train(samples, options).trained.classifier;
  options.refit = 1e-3;
  const Classifier refitted = train(samples, options).trained.classifier;
  EXPECT_EQ(std::get<DisjunctionFeatures>(refitted.features()),
            std::get<DisjunctionFeatures>(boosted.features()));
  const auto unused = [](const Classifier& c) { return (c.weights().array() == 0).count(); };
  EXPECT_GT(unused(boosted), 0);
  EXPECT_LT(unused(refitted), unused(boosted));

  const BinnedResponses responses = respond(boosted.features(), samples);
  const SoftmaxObjective objective(responses, responses.features(), samples.labels, samples.classes.size(),
                                   {.frobenius = 1e-3});
  ClassWeights gradient;
  EXPECT_LT(objective.evaluate(refitted.weights().cast<double>(), gradient),
            objective.evaluate(boosted.weights().cast<double>(), gradient));
}

TEST(MultiLayerTraining, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::bar_images(60);
  const auto act = [&] { return train(samples, small_training(8)); };
  const Training one = test::with_threads(1, act), many = test::with_threads(3, act);
  EXPECT_EQ(one.features(), many.features());
  EXPECT_EQ(one.trained.path, many.trained.path);
  EXPECT_EQ(one.trained.classifier.weights(), many.trained.classifier.weights());
}

TEST(MultiLayerTraining, GoesOnToTheSameClassifier) {
  const Samples samples = test::bar_images(90);
  MultiLayerTrainingOptions options = small_training(3);
  options.validation = 0.3;
  const MultiLayerState after_three = train(samples, options).state;
  options.boost.rounds = 8;
  const Training resumed = train(samples, options, after_three), whole = train(samples, options);
  EXPECT_EQ(resumed.features(), whole.features());
  EXPECT_EQ(resumed.trained.path, whole.trained.path);
  EXPECT_EQ(resumed.trained.classifier.weights(), whole.trained.classifier.weights());
}

TEST(MultiLayerTraining, MeasuresOnThePartThatItKeepsBack) {
  const Samples samples = test::bar_images(90);
  MultiLayerTrainingOptions options = small_training();
  options.validation = 0.2;
  const TrainedMultiLayer trained = train_multi_layer(samples, options);
  EXPECT_EQ(trained.training, 72u);
  EXPECT_EQ(trained.validation, 18u);
  EXPECT_EQ(trained.path.size(), 30u);
  const MultiLayerRound& last = trained.path.back();
  EXPECT_NEAR(static_cast<double>(errors(trained.classifier, samples)),
              static_cast<double>(last.training_errors + last.validation_errors), 1);
}

TEST(MultiLayerTraining, LearnsFromDeformedCopiesToo) {
  MultiLayerTrainingOptions options = small_training(3);
  options.augmentation = 2;
  options.validation = 0.5;
  const TrainedMultiLayer trained = train_multi_layer(test::bar_images(60), options);
  EXPECT_EQ(trained.training, 30u * 3);
  EXPECT_EQ(trained.validation, 30u);
}

TEST(MultiLayerTraining, TakesImagesWithFewPointsOrNone) {
  const Samples samples = with_bare_images();
  const TrainedMultiLayer trained = train_multi_layer(samples, small_training(40));
  for (std::size_t i = 6; i < samples.count(); ++i) {
    EXPECT_EQ(trained.classifier.classify(samples.row(i)).label(), samples.labels[i]) << i;
  }
  Samples blank = test::bar_images(12);
  blank.values.setConstant(7);
  EXPECT_EQ(train_multi_layer(blank, small_training(3)).path.size(), 3u);
}

TEST(MultiLayerTraining, TakesImagesOnly) {
  const Samples table = test::random_samples(50, 4, 2, 1);
  EXPECT_EQ(test::error_of([&] { train_multi_layer(table, small_training()); }).kind(), Kind::training);
}

TEST(MultiLayerTraining, TakesNoWeights) {
  Samples samples = test::bar_images(30);
  samples.weights.assign(30, 1.0f);
  EXPECT_EQ(test::error_of([&] { train_multi_layer(samples, small_training()); }).kind(), Kind::usage);
}

TEST(MultiLayerTraining, NeedsLabelsAndASampleOfEachClass) {
  const auto message_of = [](const Samples& samples) {
    const Error error = test::error_of([&] { train_multi_layer(samples, small_training()); });
    EXPECT_EQ(error.kind(), Kind::training);
    return std::string(error.message());
  };
  Samples unlabeled = test::bar_images(30), more_classes = test::bar_images(30);
  unlabeled.labels.clear();
  more_classes.classes.push_back("rising");
  EXPECT_THAT(message_of(unlabeled), HasSubstr("labels"));
  EXPECT_THAT(message_of(more_classes), HasSubstr("rising"));
}

TEST(MultiLayerTraining, StopsWhenAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  const auto act = [&] { train_multi_layer(test::bar_images(30), small_training(), {}, stop.get_token()); };
  EXPECT_EQ(test::error_of(act).kind(), Kind::canceled);
}

TEST(MultiLayerTrainingOptions, AreRefusedWhereTheyMakeNoSense) {
  const auto place_with = [](const auto& change) {
    MultiLayerTrainingOptions options;
    change(options);
    return test::error_of([&] { options.validate(); }).where();
  };
  using Options = MultiLayerTrainingOptions;
  EXPECT_EQ(place_with([](Options& o) { o.windows.side = 2; }), "--window-side");
  EXPECT_EQ(place_with([](Options& o) { o.wavelet_pool = 0; }), "--wavelet-pool");
  EXPECT_EQ(place_with([](Options& o) { o.boost.rounds = 0; }), "--rounds");
  EXPECT_EQ(place_with([](Options& o) { o.validation = 1; }), "--validation");
  EXPECT_EQ(place_with([](Options& o) { o.augmentation = -1; }), "--augmentation");
}

}  // namespace
}  // namespace ocelli::internal::multi_layer_training_test
