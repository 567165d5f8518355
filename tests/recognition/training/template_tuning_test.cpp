#include "ocelli/recognition/training/template_tuning.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>

#include "boosting/plain_softmax.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "recognition/image_classes.hpp"

namespace ocelli::internal::template_tuning_test {
namespace {

constexpr std::size_t kClasses = 3;

/// Few, ill-chosen templates (two share a patch) and small random weights.
TunedFeatures poor_start() {
  Random random(2);
  std::vector<ImagePatch> patches;
  for (const int side : {3, 5, 7}) {
    std::vector<float> weights(static_cast<std::size_t>(side * side));
    for (float& w : weights) w = static_cast<float>(random.normal());
    patches.push_back(normalized_patch(side, weights));
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

TunedFeatures tune(const TunedFeatures& start, const Samples& samples, const TuningOptions& options) {
  return tune_templates(start, samples, as_they_are(samples), options);
}

/// Real responses where the features have them, the values of the bytes elsewhere.
std::vector<float> responses_of(const FeatureSet& features, std::span<const float> image) {
  std::vector<float> responses(columns(features));
  if (const auto* templates = std::get_if<TemplateFeatures>(&features)) {
    templates->respond(image, responses);
  } else if (const auto* channels = std::get_if<ChannelTemplates>(&features)) {
    channels->respond(image, responses);
  } else {
    std::vector<std::uint8_t> codes(responses.size());
    encode(features, image, codes);
    for (std::size_t c = 0; c < codes.size(); ++c) responses[c] = binning(features, c).value(codes[c]);
  }
  return responses;
}

const std::vector<ImagePatch>& patches_of(const TunedFeatures& tuned) {
  return std::get<TemplateFeatures>(tuned.features).patches();
}

/// The mean loss of the responses themselves, before they become bytes.
double loss_of(const TunedFeatures& templates, const Samples& samples) {
  const std::size_t columns = ocelli::internal::columns(templates.features);
  Eigen::MatrixXd numbers(samples.count(), columns);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    const std::vector<float> responses = responses_of(templates.features, samples.row(i));
    numbers.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXf>(responses.data(), static_cast<Eigen::Index>(columns))
            .cast<double>();
  }
  return test::PlainObjective{numbers, samples.labels, {}}.loss(templates.weights);
}

TEST(TemplateTuning, LowersTheLossInOneEpoch) {
  const Samples samples = test::bar_images(300);
  const TunedFeatures start = poor_start();
  EXPECT_LT(loss_of(tune(start, samples, {.epochs = 1, .batch = 20}), samples), loss_of(start, samples));
}

void expect_more_than_weights_alone(const TunedFeatures& start) {
  const Samples samples = test::bar_images(300);
  const TuningOptions options{.epochs = 10, .batch = 20, .template_rate = 0.02, .decay = 0};
  TuningOptions weights_only = options;
  weights_only.template_rate = 1e-9;
  EXPECT_LT(loss_of(tune(start, samples, options), samples),
            0.8 * loss_of(tune(start, samples, weights_only), samples));
}

TEST(TemplateTuning, LowersTheLossFurtherThanWeightsAloneCould) {
  expect_more_than_weights_alone(poor_start());
}

// A first step of Adam is the rate times the gradient's signs.
TEST(TemplateTuning, StepsAgainstTheGradientByTheWeights) {
  const Samples samples = test::bar_images(60);
  const TunedFeatures start = poor_start();
  const TuningOptions options{
      .epochs = 1, .batch = 60, .template_rate = 1e-12, .weight_rate = 0.01, .decay = 0};
  const TunedFeatures end = tune(start, samples, options);
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
  const TunedFeatures start = poor_start();
  const TuningOptions options{
      .epochs = 1, .batch = 60, .template_rate = 0.003, .weight_rate = 1e-12, .decay = 0};
  EXPECT_LT(loss_of(tune(start, samples, options), samples), loss_of(start, samples) - 1e-3);
}

TEST(TemplateTuning, KeepsZeroMeanAndUnitLength) {
  const Samples samples = test::bar_images(90);
  const TunedFeatures end = tune(poor_start(), samples, {.epochs = 2, .batch = 10, .template_rate = 0.05});
  for (const ImagePatch& patch : patches_of(end)) {
    double sum = 0, squares = 0;
    for (const double w : patch.weights) sum += w, squares += w * w;
    EXPECT_LE(std::abs(sum), 0.5 * patch.side * patch.side);
    EXPECT_NEAR(std::sqrt(squares) / kPatchScale, 1, 0.002);
  }
}

TEST(TemplateTuning, KeepsSharedPatchesShared) {
  const Samples samples = test::bar_images(90);
  const TunedFeatures start = poor_start(), end = tune(start, samples, {.epochs = 2, .batch = 10});
  const auto& tuned = std::get<TemplateFeatures>(end.features);
  EXPECT_EQ(tuned.patches().size(), 3u);
  EXPECT_NE(tuned.patches(), std::get<TemplateFeatures>(start.features).patches());
  EXPECT_EQ(tuned.templates(), std::get<TemplateFeatures>(start.features).templates());
  EXPECT_EQ(binning(end.features, 3), binning(start.features, 3));
}

TEST(TemplateTuning, ChangesNothingInNoEpochs) {
  const Samples samples = test::bar_images(30);
  const TunedFeatures start = poor_start(), end = tune(start, samples, {.epochs = std::nullopt});
  EXPECT_EQ(end.weights, start.weights);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    EXPECT_EQ(responses_of(end.features, samples.row(i)), responses_of(start.features, samples.row(i)));
  }
}

TEST(TemplateTuning, IsTheSameBitForBitForAnyNumberOfThreads) {
  const Samples samples = test::bar_images(200);
  const auto act = [&] { return tune(poor_start(), samples, {.epochs = 2, .batch = 33}); };
  const TunedFeatures once = test::with_threads(1, act), again = test::with_threads(3, act);
  EXPECT_EQ(once.weights, again.weights);
  EXPECT_EQ(patches_of(once), patches_of(again));
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
  EXPECT_EQ(test::error_of(act).kind(), Kind::canceled);
}

TEST(TemplateTuning, RefusesOptionsThatMakeNoSense) {
  EXPECT_EQ(test::error_of([] { TuningOptions{.batch = 0}.validate(); }).where(), "--tune-batch");
  EXPECT_EQ(test::error_of([] { TuningOptions{.template_rate = -1}.validate(); }).where(),
            "--tune-template-rate");
  EXPECT_EQ(test::error_of([] { TuningOptions{.weight_rate = -1}.validate(); }).where(),
            "--tune-weight-rate");
}

// ---- Channel templates

/// Few patches of random weights, some of them shared, with offsets, and small random weights of their
/// responses.
TunedFeatures poor_channels(const std::vector<ChannelKind>& kinds = {ChannelKind::orientations}) {
  Random random(4);
  CellChannels channels(test::kBarShape, 7, kinds);
  const auto taps = static_cast<double>(ChannelMap::taps(channels));
  std::vector<ChannelPatch> patches(2);
  for (ChannelPatch& patch : patches) {
    for (std::size_t i = 0; i < ChannelMap::taps(channels); ++i)
      patch.weights.push_back(static_cast<std::int16_t>(
          std::lround(ChannelTemplates::kScale / std::sqrt(taps) * random.normal())));
    patch.offset = 5000;
  }
  const std::vector<PatchTemplate> templates = {{0, 0}, {1, 3}, {0, 3}, {1, 1}};
  ChannelTemplates features(std::move(channels), {.grid = 2, .sigma = 2}, std::move(patches), templates,
                            std::vector<Binning>(4, Binning::bytes(0, 2)));
  return {std::move(features), 0.3 * test::noise_weights(kClasses, 4, 3)};
}

/// The same behind all orientations of a grid.
TunedFeatures poor_combination() {
  std::vector<std::uint32_t> some = {3, 40, 77};
  const CombinedFeatures features(
      {{OrientationFeatures(test::kBarShape, {3}, some)}, {poor_channels().features}}, {1, 0, 1, 0, 0, 1, 1});
  return {features, 0.3 * test::noise_weights(kClasses, 7, 3)};
}

const ChannelTemplates& channels_of(const FeatureSet& features) {
  if (const auto* alone = std::get_if<ChannelTemplates>(&features)) return *alone;
  return std::get<ChannelTemplates>(std::get<CombinedFeatures>(features).parts()[1].features);
}

TEST(ChannelTemplateTuning, LowersTheLossFurtherThanWeightsAloneCould) {
  expect_more_than_weights_alone(poor_channels());
  expect_more_than_weights_alone(poor_channels({ChannelKind::binary_patterns, ChannelKind::orientations}));
}

// A first step of Adam is the rate times the gradient's signs; the steps of offsets are seen before the
// patches' length is 1 again.
TEST(ChannelTemplateTuning, StepsAgainstTheGradientByPatchesAndOffsets) {
  const Samples samples = test::bar_images(60);
  const TunedFeatures start = poor_channels();
  const TuningOptions options{
      .epochs = 1, .batch = 60, .template_rate = 0.004, .weight_rate = 1e-12, .decay = 0};
  const TunedFeatures end = tune(start, samples, options);
  const auto with_offset = [&](std::size_t patch, int change) {
    std::vector<ChannelPatch> patches = channels_of(start.features).patches();
    patches[patch].offset += change;
    return loss_of({channels_of(start.features).with_patches(std::move(patches)), start.weights}, samples);
  };
  for (std::size_t p = 0; p < 2; ++p) {
    const double slope = with_offset(p, 200) - with_offset(p, -200);
    const int before = channels_of(start.features).patches()[p].offset;
    const int after = channels_of(end.features).patches()[p].offset;
    ASSERT_GT(std::abs(slope), 1e-6);
    EXPECT_EQ(after > before, slope < 0) << p;
  }
  EXPECT_LT(loss_of(end, samples), loss_of(start, samples) - 1e-3);
}

TEST(ChannelTemplateTuning, KeepsPatchesSharedAndOfUnitLength) {
  const TunedFeatures end =
      tune(poor_channels(), test::bar_images(90), {.epochs = 2, .batch = 10, .template_rate = 0.05});
  const ChannelTemplates& tuned = channels_of(end.features);
  ASSERT_EQ(tuned.patches().size(), 2u);
  EXPECT_EQ(tuned.templates(), channels_of(poor_channels().features).templates());
  for (const ChannelPatch& patch : tuned.patches()) {
    double squares = 0;
    for (const double w : patch.weights) squares += w * w;
    EXPECT_NEAR(std::sqrt(squares) / ChannelTemplates::kScale, 1, 0.01);
  }
}

TEST(ChannelTemplateTuning, TunesThemBesideFeaturesWithoutPatches) {
  const Samples samples = test::bar_images(200);
  const TunedFeatures start = poor_combination();
  const TunedFeatures end = tune(
      start, samples, {.epochs = 5, .batch = 20, .template_rate = 0.02, .weight_rate = 0.02, .decay = 0});
  EXPECT_LT(loss_of(end, samples), loss_of(start, samples));
  EXPECT_NE(channels_of(end.features).patches(), channels_of(start.features).patches());
  const auto& combined = std::get<CombinedFeatures>(end.features);
  EXPECT_EQ(std::get<OrientationFeatures>(combined.parts()[0].features),
            std::get<OrientationFeatures>(std::get<CombinedFeatures>(start.features).parts()[0].features));
  EXPECT_EQ(combined.part_of(0), 1u);
  EXPECT_EQ(combined.part_of(3), 0u);
}

TEST(ChannelTemplateTuning, IsTheSameBitForBitForAnyNumberOfThreads) {
  const Samples samples = test::bar_images(200);
  const auto act = [&] { return tune(poor_combination(), samples, {.epochs = 2, .batch = 33}); };
  const TunedFeatures once = test::with_threads(1, act), again = test::with_threads(3, act);
  EXPECT_EQ(once.weights, again.weights);
  EXPECT_EQ(channels_of(once.features), channels_of(again.features));
}

TEST(TemplateTuning, TellsWhatCanBeTuned) {
  EXPECT_TRUE(can_be_tuned(poor_start().features));
  EXPECT_TRUE(can_be_tuned(poor_channels().features));
  EXPECT_TRUE(can_be_tuned(poor_combination().features));
  EXPECT_FALSE(can_be_tuned(OrientationFeatures(test::kBarShape, {3}, {1})));
}

}  // namespace
}  // namespace ocelli::internal::template_tuning_test
