#include "ocelli/recognition/feature_classifier.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "features/gray_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/features/haar/haar_pool.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/samples/image_fit.hpp"
#include "ocelli/samples/size_normalization.hpp"
#include "recognition/classifiers.hpp"

namespace ocelli::internal::classifier_test {
namespace {

using test::error_of;
using test::numbered_classes;
using test::random_classifier;
using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::Pointwise;

constexpr std::size_t kInputs = 6;
constexpr ImageShape kShape{9, 8};

const Samples& table() {
  static const Samples samples = test::random_samples(100, kInputs, 3, 1);
  return samples;
}

const Samples& images() {
  static const Samples samples = [] {
    Samples gray{SampleValues(40, kShape.pixels()), kShape, {}, {}};
    Random random(5);
    for (float& level : gray.values.reshaped<Eigen::RowMajor>())
      level = static_cast<float>(random.below(256));
    return gray;
  }();
  return samples;
}

TemplateFeatures some_patches() {
  std::vector<ImagePatch> patches;
  for (const int side : {3, 5}) {
    const SampleValues weights = test::normal_values(1, static_cast<std::size_t>(side * side), 8);
    patches.push_back(normalized_patch(side, {weights.data(), static_cast<std::size_t>(side * side)}));
  }
  return all_templates(images(), {.grid = 2, .sigma = 3}, patches);
}

/// A local feature of three wavelets, asked for in four areas.
DisjunctionFeatures some_disjunctions() {
  LocalFeature local;
  for (const HaarFeature& wavelet : sample_haar({.width = 5, .height = 5, .min_side = 1}, 3, 2)) {
    local.push_back({wavelet, 0.5f, 1});
  }
  return {kShape,
          {.side = 5},
          {local},
          {{0, {0, 0, 9, 8}}, {0, {0, 0, 4, 8}}, {0, {4, 0, 5, 8}}, {0, {2, 2, 5, 3}}}};
}

std::vector<Classifier> every_kind() {
  std::vector<Classifier> kinds;
  kinds.push_back(random_classifier(LinearFeatures::all(table()), 3));
  kinds.push_back(random_classifier(ProductFeatures::all(table()), 2));
  kinds.push_back(random_classifier(StumpFeatures(kInputs, {{0, 0.5f}, {5, -1}}), 10));
  kinds.push_back(
      random_classifier(ball_candidates(table(), {.components = 4, .centers = 5, .radii = 3}), 4));
  kinds.push_back(random_classifier(some_patches(), 10, kShape));
  kinds.push_back(random_classifier(some_disjunctions(), 3, kShape));
  const TreeBranches tree{{0, 3, 1, -0.5F, 0.25F, 1, ~0}, {5, 5, 1, 0, -0.5F, ~1, ~2}};
  kinds.push_back(random_classifier(TreeFeatures(kInputs, 3, {tree, {{2, 2, 1, 0, 0, ~2, ~0}}}), 5));
  kinds.push_back(random_classifier(gaussian_candidates(table(), {.anchors = 6}), 6));
  return kinds;
}

/// W (x, 1) in plain arithmetic.
std::vector<double> plain_scores(const Classifier& classifier, std::span<const float> sample) {
  const FeatureSet& features = classifier.features();
  std::vector<std::uint8_t> codes(columns(features));
  encode(features, sample, codes);
  std::vector<double> scores;
  for (Eigen::Index k = 0; k < classifier.weights().rows(); ++k) {
    double score = static_cast<double>(classifier.weights()(k, classifier.weights().cols() - 1));
    for (std::size_t c = 0; c < codes.size(); ++c) {
      score += static_cast<double>(classifier.weights()(k, static_cast<Eigen::Index>(c))) *
               static_cast<double>(binning(features, c).value(codes[c]));
    }
    scores.push_back(score);
  }
  return scores;
}

class EveryClassifier : public testing::TestWithParam<std::size_t> {
 protected:
  const Classifier classifier = every_kind()[GetParam()];
  const Samples& samples = classifier.shape() ? images() : table();
};

TEST_P(EveryClassifier, ScoresAsPlainArithmeticDoes) {
  std::vector<float> scores(classifier.classes().size());
  for (std::size_t i = 0; i < samples.count(); ++i) {
    classifier.scores(samples.row(i), scores);
    const std::vector<double> plain = plain_scores(classifier, samples.row(i));
    for (std::size_t k = 0; k < plain.size(); ++k)
      ASSERT_NEAR(scores[k], plain[k], 1e-4 * (1 + std::abs(plain[k])));
  }
}

TEST_P(EveryClassifier, ScoresManySamplesAsEachAloneForAnyNumberOfThreads) {
  const auto score = [&] { return classifier.scores(samples); };
  const SampleValues one = test::with_threads(1, score);
  EXPECT_EQ(test::with_threads(4, score), one);
  const auto classified = test::with_threads(4, [&] { return classifier.classify(samples); });
  for (std::size_t i = 0; i < samples.count(); ++i) {
    const auto row = one.row(static_cast<Eigen::Index>(i));
    EXPECT_EQ(classified[i], ranked({row.data(), classifier.classes().size()}));
    EXPECT_EQ(classified[i], classifier.classify(samples.row(i)));
  }
}

TEST_P(EveryClassifier, RefusesSamplesThatDoNotFit) {
  std::vector<float> sample(samples.row(0).begin(), samples.row(0).end());
  sample[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(error_of([&] { classifier.classify(sample); }).kind(), Kind::input);
  sample.pop_back();
  EXPECT_THAT(error_of([&] { classifier.classify(sample); }).message(),
              HasSubstr("values, but the model expects"));
}

TEST_P(EveryClassifier, CountsItsMultiplyAdds) {
  // Of a tree's leaves a sample ends in one.
  const bool trees = std::holds_alternative<TreeFeatures>(classifier.features());
  const std::size_t added = trees ? groups(classifier.features()) : columns(classifier.features());
  EXPECT_GE(classifier.multiply_adds(), added * classifier.classes().size());
}

INSTANTIATE_TEST_SUITE_P(OfAnyFeatures, EveryClassifier, testing::Range<std::size_t>(0, 7));

TEST(Ranking, PutsTheSurestFirstAndTheLowerOfEqualLabels) {
  const Classification ranking = ranked(std::vector<float>{1, 3, -2, 3});
  EXPECT_THAT(ranking.ranking,
              ElementsAre(ScoredLabel{1, 3}, ScoredLabel{3, 3}, ScoredLabel{0, 1}, ScoredLabel{2, -2}));
  EXPECT_EQ(ranking.label(), 1);
  EXPECT_EQ(ranking.score(), 3);
  EXPECT_EQ(ranking.margin(), 0);
  EXPECT_EQ(ranked(std::vector<float>{-1, 1.5f}).margin(), 2.5f);
}

TEST(Classifier, TellsImagesApart) {
  const Classifier classifier = test::brighter_half();
  cv::Mat image(3, 4, CV_8UC1, cv::Scalar(10));
  image.colRange(2, 4).setTo(250);
  const Classification right = classifier.classify(classifier.sample_of(image));
  EXPECT_EQ(classifier.classes()[right.label()], "right");
  EXPECT_EQ(right.score(), 6);
  EXPECT_EQ(right.margin(), 6);
}

TEST(Classifier, BringsImagesToItsShape) {
  const Classifier classifier = test::brighter_half();
  cv::Mat large(30, 40, CV_8UC1, cv::Scalar(0));
  large.colRange(0, 20).setTo(255);
  EXPECT_THAT(classifier.sample_of(large), ElementsAre(255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0));
}

Classifier tilted(const Classifier& classifier, double tilt, double normalized_side = 0) {
  ClassifierParts parts = classifier.parts();
  parts.normalized_side = normalized_side;
  parts.tilt = tilt;
  return Classifier(std::move(parts));
}

/// The mean of the scores that three looks at a sample get.
std::vector<float> mean_of_looks(const Classifier& classifier, std::span<const float> sample, double tilt) {
  std::vector<float> turned(sample.size()), mean(classifier.classes().size()), scores(mean.size());
  for (const double turn : {-tilt, 0.0, tilt}) {
    rotate(sample, *classifier.shape(), turn, turned);
    classifier.scores(turned, scores);
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += scores[k] / 3;
  }
  return mean;
}

std::vector<float> scores_of(const Classifier& classifier, std::span<const float> sample) {
  std::vector<float> scores(classifier.classes().size());
  classifier.scores(sample, scores);
  return scores;
}

TEST(TiltedClassifier, ScoresByTheMeanOfThreeRotations) {
  for (const FeatureSet& features : {FeatureSet(some_patches()), FeatureSet(some_disjunctions())}) {
    const Classifier upright = random_classifier(features, 4, kShape), both = tilted(upright, 0.4);
    EXPECT_NE(both.scores(images()), upright.scores(images()));
    for (std::size_t i = 0; i < images().count(); ++i) {
      EXPECT_THAT(scores_of(both, images().row(i)),
                  Pointwise(FloatNear(1e-4f), mean_of_looks(upright, images().row(i), 0.4)));
    }
    EXPECT_EQ(both.multiply_adds(), 3 * upright.multiply_adds());
  }
}

TEST(TiltedClassifier, FramesTheInkOnceAndTurnsIt) {
  const Classifier upright = random_classifier(some_patches(), 4, kShape), both = tilted(upright, 0.3, 6);
  std::vector<float> framed(kShape.pixels());
  for (std::size_t i = 0; i < images().count(); ++i) {
    frame_ink(images().row(i), kShape, 6, framed);
    EXPECT_THAT(scores_of(both, images().row(i)),
                Pointwise(FloatNear(1e-4f), mean_of_looks(upright, framed, 0.3)));
  }
}

TEST(TiltedClassifier, RefusesTablesAndAnglesBeyondAQuarterTurn) {
  const Classifier upright = random_classifier(some_patches(), 2, kShape);
  for (const double tilt : {-0.1, 1.6, std::nan("")}) {
    const Error error = error_of([&] { tilted(upright, tilt); });
    EXPECT_EQ(error.kind(), Kind::model);
    EXPECT_THAT(error.message(), HasSubstr("at most 90 degrees"));
  }
  const Classifier of_tables = random_classifier(LinearFeatures::all(table()), 2);
  EXPECT_THAT(error_of([&] { tilted(of_tables, 0.1); }).message(), HasSubstr("only images can be rotated"));
  EXPECT_EQ(tilted(upright, 1.5).tilt(), 1.5);
}

TEST(Classifier, OfTablesTakesNoImages) {
  const Classifier classifier = random_classifier(LinearFeatures::all(table()), 2);
  const cv::Mat image(2, 3, CV_8UC1, cv::Scalar(0));
  EXPECT_EQ(error_of([&] { classifier.sample_of(image); }).kind(), Kind::image);
}

TEST(Classifier, OfImagesRefusesWhatIsNoGrayLevel) {
  for (const float level : {-1.0f, 256.0f, 1e30f}) {
    const std::vector<float> sample(12, level);
    EXPECT_THAT(error_of([&] { test::brighter_half().classify(sample); }).message(),
                HasSubstr("not a gray level"));
  }
}

Error refusal(FeatureSet features, ScoreWeights weights, std::vector<std::string> classes,
              std::optional<ImageShape> shape = {}) {
  return error_of([&] { Classifier({features, weights, classes, shape}); });
}

TEST(Classifier, RefusesPartsThatDoNotGoTogether) {
  const FeatureSet stumps = StumpFeatures(kInputs, {{0, 0.5f}, {5, -1}});
  const ScoreWeights weights = ScoreWeights::Zero(2, 3);
  const auto expect_refused = [](const Error& error, const std::string& part) {
    EXPECT_EQ(error.kind(), Kind::model);
    EXPECT_THAT(error.message(), HasSubstr(part));
  };
  expect_refused(refusal(stumps, ScoreWeights::Zero(1, 3), {"a"}), "classes");
  expect_refused(refusal(stumps, weights, {"a", ""}), "no name");
  expect_refused(refusal(stumps, weights, {"a", "a"}), "same name");
  expect_refused(refusal(stumps, weights, {"a", "b", "c"}), "weights");
  expect_refused(refusal(stumps, ScoreWeights::Zero(2, 2), {"a", "b"}), "weights");
  expect_refused(refusal(stumps, weights, {"a", "b"}, ImageShape{2, 2}), "pixels");
  expect_refused(refusal(stumps, weights, {"a", "b"}, ImageShape{-2, -3}), "pixels");
  expect_refused(refusal(some_patches(), ScoreWeights::Zero(2, 9), {"a", "b"}, ImageShape{8, 9}), "shape");
  expect_refused(refusal(some_patches(), ScoreWeights::Zero(2, 9), {"a", "b"}), "shape");
}

TEST(Classifier, RefusesNumbersThatMakeNoScores) {
  const FeatureSet stumps = StumpFeatures(kInputs, {{0, 0.5f}, {5, -1}});
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity(), 1e35f}) {
    for (const Eigen::Index column : {0, 2}) {
      ScoreWeights weights = ScoreWeights::Zero(2, 3);
      weights(1, column) = bad;
      EXPECT_THAT(refusal(stumps, weights, {"a", "b"}).message(), HasSubstr("not finite or too large"));
    }
  }
  const TemplateFeatures patches = some_patches();
  for (const float scale : {0.0f, -1.0f, std::nanf("")}) {
    const TemplateFeatures unscaled(kShape, patches.masks(), patches.patches(), {{0, 0}}, {{0, scale}});
    EXPECT_THAT(refusal(unscaled, ScoreWeights::Zero(2, 2), {"a", "b"}, kShape).message(),
                HasSubstr("column 0"));
  }
}

TEST(Classifier, WithoutFeaturesScoresByItsConstants) {
  ScoreWeights constants(3, 1);
  constants << 1, 5, 2;
  const Classifier classifier({StumpFeatures(1, {}), constants, numbered_classes(3)});
  EXPECT_EQ(classifier.classify(std::vector<float>{7}).label(), 1);
}

TEST(Classifier, TakesImagesOfAnyKindAsGray) {
  const Classifier classifier = test::brighter_half();
  cv::Mat gray(12, 16, CV_8UC1, cv::Scalar(10));
  gray.colRange(8, 16) = 240;
  const Classification expected = classifier.classify(classifier.sample_of(gray));
  EXPECT_EQ(classifier.classes()[expected.label()], "right");
  cv::Mat color, deep;
  cv::merge(std::vector<cv::Mat>(3, gray), color);
  gray.convertTo(deep, CV_16U, 257);
  for (const cv::Mat& image : {gray, color, deep}) EXPECT_EQ(classifier.classify(image), expected);
}

TEST(Classifier, RefusesImagesThatItCannotLookAt) {
  const cv::Mat gray(12, 16, CV_8UC1, cv::Scalar(10));
  EXPECT_EQ(error_of([] { test::brighter_half().classify(cv::Mat()); }).kind(), Kind::image);
  EXPECT_EQ(error_of([] { test::brighter_half().classify(cv::Mat(4, 4, CV_32FC1)); }).kind(), Kind::image);
  EXPECT_EQ(error_of([&] { every_kind()[0].classify(gray); }).kind(), Kind::image);
}

TEST(Classifier, ComesOutOfAModelFile) {
  const test::TemporaryFolder folder;
  const Classifier saved = test::brighter_half();
  save_model(folder.path() / "a.ocelli", {.classifier = saved, .card = {}});
  const Classifier loaded = Classifier::load(folder.path() / "a.ocelli");
  EXPECT_EQ(loaded.classes(), saved.classes());
  EXPECT_EQ(loaded.weights(), saved.weights());
  EXPECT_EQ(error_of([&] { Classifier::load(folder.path() / "absent.ocelli"); }).kind(), Kind::model);
}

Classifier color_classifier() {
  ScoreWeights weights = ScoreWeights::Zero(2, 3);
  weights(0, 0) = 1;  // blue
  weights(1, 1) = 1;  // red
  return Classifier({.features = ColorFeatures({4, 4}, {3}, {0, 1}),
                     .weights = weights,
                     .classes = {"blue", "red"},
                     .shape = ImageShape{4, 4}});
}

TEST(Classifier, OfColorsTakesColoredImagesOfAnySizeAndGrayOnesToo) {
  const Classifier classifier = color_classifier();
  EXPECT_TRUE(classifier.uses_colors());
  const auto name = [&](const cv::Mat& image) {
    return classifier.classes()[classifier.classify(image).label()];
  };
  EXPECT_EQ(name(cv::Mat(9, 7, CV_8UC3, cv::Scalar(250, 60, 40))), "blue");
  EXPECT_EQ(name(cv::Mat(4, 4, CV_16UC4, cv::Scalar(9000, 9000, 60000, 65535))), "red");
  EXPECT_EQ(classifier.classify(cv::Mat(4, 4, CV_8UC1, cv::Scalar(9))).score(), 0);
}

TEST(Classifier, OfGrayImagesTakesTheGrayLevelsOfColoredSamples) {
  const Classifier classifier = test::brighter_half();
  EXPECT_FALSE(classifier.uses_colors());
  const Samples gray = test::noise_images(5, {4, 3}, 2);
  EXPECT_EQ(classifier.scores(with_colors(gray)), classifier.scores(gray));
}

TEST(Classifier, OfColorsIsNeitherTiltedNorFramed) {
  ClassifierParts parts = color_classifier().parts();
  parts.tilt = 0.1;
  test::expect_error([&] { Classifier{parts}; }, Kind::model, "color images");
}

}  // namespace
}  // namespace ocelli::internal::classifier_test
