#include "ocelli/recognition/training/template_tuning.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>

#include "boosting/plain_softmax.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "recognition/image_classes.hpp"

namespace ocelli {
namespace {

constexpr std::size_t kClasses = 3;

/// Few, ill-chosen templates (two share a patch) and small random weights.
TunedTemplates poor_start() {
  Random random(2);
  std::vector<ImagePatch> patches;
  for (const int side : {3, 5, 7}) {
    std::vector<float> weights(static_cast<std::size_t>(side * side));
    for (float& w : weights) w = static_cast<float>(random.normal());
    patches.push_back(normalised_patch(side, weights));
  }
  const PlaceMasks masks{.grid = 2};
  TemplateFeatures features(test::kBarShape, masks, std::move(patches), {{0, 0}, {1, 3}, {2, 1}, {1, 2}},
                            std::vector<Binning>(4, Binning::bytes(0, 2)));
  return {std::move(features), 0.3 * test::noise_weights(kClasses, 4, 3)};
}

EpochImage as_they_are(const Samples& samples) {
  return [&samples](std::size_t sample, std::size_t, std::span<float> image) {
    std::ranges::copy(samples.row(sample), image.begin());
  };
}

TunedTemplates tune(const TunedTemplates& start, const Samples& samples, const TuningOptions& options) {
  return tune_templates(start, samples, as_they_are(samples), options);
}

/// The mean loss of the responses themselves, before they become bytes.
double loss_of(const TunedTemplates& templates, const Samples& samples) {
  Eigen::MatrixXd numbers(samples.count(), templates.features.groups());
  std::vector<float> responses(templates.features.groups());
  for (std::size_t i = 0; i < samples.count(); ++i) {
    templates.features.respond(samples.row(i), responses);
    numbers.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXf>(responses.data(), 4).cast<double>();
  }
  return test::PlainObjective{numbers, samples.labels, {}}.loss(templates.weights);
}

std::vector<float> responses_of(const TemplateFeatures& features, std::span<const float> image) {
  std::vector<float> responses(features.groups());
  features.respond(image, responses);
  return responses;
}

TEST(TemplateTuning, LowersTheLossInOneEpoch) {
  const Samples samples = test::bar_images(300);
  const TunedTemplates start = poor_start();
  EXPECT_LT(loss_of(tune(start, samples, {.epochs = 1, .batch = 20}), samples), loss_of(start, samples));
}

TEST(TemplateTuning, LowersTheLossFurtherThanWeightsAloneCould) {
  const Samples samples = test::bar_images(300);
  const TunedTemplates start = poor_start();
  const TuningOptions options{.epochs = 10, .batch = 20, .template_rate = 0.02, .decay = 0};
  TuningOptions weights_only = options;
  weights_only.template_rate = 1e-9;
  EXPECT_LT(loss_of(tune(start, samples, options), samples),
            0.8 * loss_of(tune(start, samples, weights_only), samples));
}

// A first step of Adam is the rate times the gradient's signs.
TEST(TemplateTuning, StepsAgainstTheGradientByTheWeights) {
  const Samples samples = test::bar_images(60);
  const TunedTemplates start = poor_start();
  const TuningOptions options{
      .epochs = 1, .batch = 60, .template_rate = 1e-12, .weight_rate = 0.01, .decay = 0};
  const TunedTemplates end = tune(start, samples, options);
  const ClassWeights gradient = test::finite_differences(
      [&](const ClassWeights& weights) {
        return loss_of({start.features, weights}, samples);
      },
      start.weights);
  const ClassWeights change = end.weights - start.weights;
  for (Eigen::Index i = 0; i < change.size(); ++i) {
    const double slope = gradient.reshaped()[i];
    if (std::abs(slope) < 1e-3) continue;
    EXPECT_NEAR(change.reshaped()[i], std::copysign(0.01, -slope), 1e-4);
  }
}

TEST(TemplateTuning, StepsAgainstTheGradientByThePatches) {
  const Samples samples = test::bar_images(60);
  const TunedTemplates start = poor_start();
  const TuningOptions options{
      .epochs = 1, .batch = 60, .template_rate = 0.003, .weight_rate = 1e-12, .decay = 0};
  EXPECT_LT(loss_of(tune(start, samples, options), samples), loss_of(start, samples) - 1e-3);
}

TEST(TemplateTuning, KeepsZeroMeanAndUnitLength) {
  const Samples samples = test::bar_images(90);
  const TunedTemplates end = tune(poor_start(), samples, {.epochs = 2, .batch = 10, .template_rate = 0.05});
  for (const ImagePatch& patch : end.features.patches()) {
    double sum = 0, squares = 0;
    for (const double w : patch.weights) sum += w, squares += w * w;
    EXPECT_LE(std::abs(sum), 0.5 * patch.side * patch.side);
    EXPECT_NEAR(std::sqrt(squares) / kPatchScale, 1, 0.002);
  }
}

TEST(TemplateTuning, GivesEachTemplateAPatchOfItsOwn) {
  const Samples samples = test::bar_images(90);
  const TunedTemplates end = tune(poor_start(), samples, {.epochs = 2, .batch = 10});
  EXPECT_EQ(end.features.patches().size(), 4u);
  EXPECT_NE(end.features.patch(1), end.features.patch(3));
  EXPECT_EQ(end.features.templates()[3].mask, 2u);
  EXPECT_EQ(end.features.binning(3), poor_start().features.binning(3));
}

TEST(TemplateTuning, ChangesNothingInNoEpochs) {
  const Samples samples = test::bar_images(30);
  const TunedTemplates start = poor_start(), end = tune(start, samples, {.epochs = 0});
  EXPECT_EQ(end.weights, start.weights);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    EXPECT_EQ(responses_of(end.features, samples.row(i)), responses_of(start.features, samples.row(i)));
  }
}

TEST(TemplateTuning, IsTheSameBitForBitForAnyNumberOfThreads) {
  const Samples samples = test::bar_images(200);
  const auto act = [&] { return tune(poor_start(), samples, {.epochs = 2, .batch = 33}); };
  const TunedTemplates once = test::with_threads(1, act), again = test::with_threads(3, act);
  EXPECT_EQ(once.weights, again.weights);
  EXPECT_EQ(once.features.patches(), again.features.patches());
}

TEST(TemplateTuning, AsksForEachSampleOnceAnEpochAndTellsTheLoss) {
  const Samples samples = test::bar_images(50);
  std::vector<std::atomic<int>> asked(100);
  const EpochImage image = [&](std::size_t sample, std::size_t epoch, std::span<float> out) {
    ++asked[epoch * 50 + sample];
    std::ranges::copy(samples.row(sample), out.begin());
  };
  std::vector<Progress> told;
  tune_templates(poor_start(), samples, image, {.epochs = 2, .batch = 7},
                 [&](const Progress& progress) { told.push_back(progress); });
  EXPECT_TRUE(std::ranges::all_of(asked, [](const auto& times) { return times == 1; }));
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[1].done, 2u);
  EXPECT_EQ(told[1].total, 2u);
  EXPECT_THAT(told[1].note, testing::StartsWith("loss "));
}

TEST(TemplateTuning, StopsWhenAskedTo) {
  const Samples samples = test::bar_images(50);
  std::stop_source stop;
  const auto stop_at_once = [&](const Progress&) { stop.request_stop(); };
  const auto act = [&] {
    tune_templates(poor_start(), samples, as_they_are(samples), {.epochs = 9}, stop_at_once,
                   stop.get_token());
  };
  EXPECT_EQ(test::error_of(act).kind(), Kind::cancelled);
}

TEST(TemplateTuning, RefusesOptionsThatMakeNoSense) {
  EXPECT_EQ(test::error_of([] { TuningOptions{.batch = 0}.validate(); }).where(), "--tune-batch");
  EXPECT_EQ(test::error_of([] { TuningOptions{.template_rate = 0}.validate(); }).where(),
            "--tune-template-rate");
  EXPECT_EQ(test::error_of([] { TuningOptions{.weight_rate = -1}.validate(); }).where(),
            "--tune-weight-rate");
}

}  // namespace
}  // namespace ocelli
