#include "ocelli/features/templates/template_features.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "data/expect_error.hpp"
#include "every_target.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::template_features_test {
namespace {

constexpr ImageShape kShapes[] = {{1, 1}, {5, 9}, {28, 28}, {32, 32}, {3, 40}};

ImagePatch noise_patch(int side, Random& random) {
  std::vector<float> weights(static_cast<std::size_t>(side * side));
  for (float& w : weights) w = static_cast<float>(random.normal());
  return normalized_patch(side, weights);
}

/// TrainingWindows of all sides, each under some of the masks in no order, and two templates that are the
/// same.
TemplateFeatures noise_features(ImageShape shape, PlaceMasks masks = {.grid = 3, .sigma = 4, .reach = 1.7}) {
  Random random(1);
  std::vector<ImagePatch> patches;
  std::vector<PatchTemplate> templates;
  for (int side = 3; side <= 15; side += 2) {
    for (int i = 0; i < 7; ++i) {
      const auto patch = static_cast<std::uint32_t>(patches.size());
      patches.push_back(noise_patch(side, random));
      for (std::uint64_t n = random.below(5); n > 0; --n) {
        templates.push_back({patch, static_cast<std::uint32_t>(random.below(masks.count()))});
      }
    }
  }
  templates.push_back(templates[3]);
  std::vector<Binning> binnings;
  for (std::size_t f = 0; f < templates.size(); ++f) {
    binnings.push_back(Binning::bytes(0, static_cast<float>(random.uniform(0.5, 3))));
  }
  return {shape, masks, std::move(patches), std::move(templates), std::move(binnings)};
}

/// Images of all kinds: noise, noise in a corner, nearly flat ones, flat ones.
std::vector<std::vector<float>> images_of(ImageShape shape) {
  Random random(2);
  const auto draw = [&](const auto& gray) {
    std::vector<float> image(shape.pixels());
    for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<float>(gray(i));
    return image;
  };
  const auto corner = [&](std::size_t i) {
    return i % static_cast<std::size_t>(shape.width) < 6 && i < 6 * static_cast<std::size_t>(shape.width);
  };
  return {draw([&](std::size_t) { return random.below(256); }),
          draw([&](std::size_t i) { return corner(i) ? random.below(256) : 0; }),
          draw([&](std::size_t) { return 255 - random.below(2); }),
          draw([&](std::size_t i) { return i == shape.pixels() / 2 ? 254 : 255; }),
          draw([](std::size_t) { return 255; }),
          draw([](std::size_t) { return 0; })};
}

/// <patch, window around the pixel>, in the patch's whole numbers times gray levels.
std::int64_t plain_product(const ImagePatch& patch, ImageShape shape, std::span<const float> image, int x,
                           int y) {
  std::int64_t sum = 0;
  for (int i = 0; i < patch.side * patch.side; ++i) {
    const int px = x - patch.side / 2 + i % patch.side, py = y - patch.side / 2 + i / patch.side;
    if (px < 0 || py < 0 || px >= shape.width || py >= shape.height) continue;
    sum += patch.weights[static_cast<std::size_t>(i)] *
           static_cast<std::int64_t>(image[static_cast<std::size_t>(py * shape.width + px)]);
  }
  return sum;
}

/// The masked responses at all pixels.
std::vector<float> plain_responses(const TemplateFeatures& features, std::size_t feature,
                                   std::span<const float> image) {
  const ImageShape shape = features.shape();
  std::vector<float> responses = features.masks().mask(features.templates()[feature].mask, shape);
  for (int pixel = 0; float& response : responses) {
    if (response > 0) {
      const std::int64_t product =
          plain_product(features.patch(feature), shape, image, pixel % shape.width, pixel / shape.width);
      response *= static_cast<float>(product);
      response *= 1 / (kPatchScale * kGrayLevels);
    }
    ++pixel;
  }
  return responses;
}

float plain_response(const TemplateFeatures& features, std::size_t feature, std::span<const float> image) {
  return std::max(0.0f, std::ranges::max(plain_responses(features, feature, image)));
}

std::vector<float> respond(const TemplateFeatures& features, std::span<const float> image) {
  std::vector<float> responses(features.groups());
  features.respond(image, responses);
  return responses;
}

class TemplateFeaturesOnEveryTarget : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(TemplateFeaturesOnEveryTarget);

// The products are whole numbers: no place may be passed over wrongly, and no bit may differ.
TEST_P(TemplateFeaturesOnEveryTarget, RespondExactlyAsPlainLoopsDo) {
  for (const ImageShape shape : kShapes) {
    const TemplateFeatures features = noise_features(shape);
    for (const auto& image : images_of(shape)) {
      const std::vector<float> responses = respond(features, image);
      for (std::size_t f = 0; f < features.groups(); ++f) {
        ASSERT_EQ(responses[f], plain_response(features, f, image))
            << "feature " << f << " of " << shape.width << " x " << shape.height;
      }
    }
  }
}

TEST_P(TemplateFeaturesOnEveryTarget, LocateThePixelThatResponds) {
  for (const ImageShape shape : kShapes) {
    const TemplateFeatures features = noise_features(shape);
    for (const auto& image : images_of(shape)) {
      std::vector<float> responses(features.groups());
      std::vector<std::uint32_t> pixels(features.groups());
      features.locate(image, responses, pixels);
      ASSERT_EQ(responses, respond(features, image));
      for (std::size_t f = 0; f < features.groups(); ++f) {
        ASSERT_LT(pixels[f], shape.pixels());
        if (responses[f] == 0) continue;
        ASSERT_EQ(plain_responses(features, f, image)[pixels[f]], responses[f]);
      }
    }
  }
}

// A model file may hold any weights: even those without zero mean are no reason to pass over the wrong
// places.
TEST_P(TemplateFeaturesOnEveryTarget, RespondExactlyToPatchesThatAreNotNormalized) {
  constexpr ImageShape kShape{12, 10};
  std::vector<ImagePatch> patches;
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    patches.push_back({5, std::vector<std::int16_t>(25)});
    for (std::int16_t& w : patches.back().weights) w = static_cast<std::int16_t>(random.below(600)) - 200;
  }
  std::vector<PatchTemplate> templates;
  for (std::uint32_t p = 0; p < patches.size(); ++p) templates.push_back({p, p % 4});
  const TemplateFeatures features(kShape, {.grid = 2}, patches, templates, std::vector<Binning>(20));
  for (const auto& image : images_of(kShape)) {
    const std::vector<float> responses = respond(features, image);
    for (std::size_t f = 0; f < 20; ++f) ASSERT_EQ(responses[f], plain_response(features, f, image));
  }
}

TEST(TemplateFeatures, RespondToMasksOfAnyReach) {
  constexpr ImageShape kShape{20, 20};
  for (const double reach : {0.1, 1.0, 100.0}) {
    const TemplateFeatures features = noise_features(kShape, {.grid = 4, .sigma = 2, .reach = reach});
    const auto image = images_of(kShape)[0];
    const std::vector<float> responses = respond(features, image);
    for (std::size_t f = 0; f < features.groups(); ++f) {
      ASSERT_EQ(responses[f], plain_response(features, f, image)) << "reach " << reach;
    }
  }
}

TEST(TemplateFeatures, RoundGrayLevels) {
  const TemplateFeatures features = noise_features({5, 9});
  std::vector<float> image = images_of({5, 9})[0], near = image;
  for (float& gray : near) gray = std::clamp(gray + 0.4f, 0.0f, 255.0f);
  EXPECT_EQ(respond(features, near), respond(features, image));
}

TEST(TemplateFeatures, EncodeWhatTheyRespond) {
  constexpr ImageShape kShape{28, 28};
  const TemplateFeatures features = noise_features(kShape);
  const auto image = images_of(kShape)[0];
  std::vector<std::uint8_t> codes(features.groups());
  features.encode(image, codes);
  const std::vector<float> responses = respond(features, image);
  for (std::size_t f = 0; f < features.groups(); ++f) {
    EXPECT_EQ(codes[f], features.binning(f).bin(responses[f], 256));
  }
}

TEST(TemplateFeatures, SelectKeepsWhatIsChosenAndNoPatchElse) {
  constexpr ImageShape kShape{28, 28};
  const TemplateFeatures features = noise_features(kShape);
  const std::vector<std::uint32_t> chosen{9, 0, 30, 3};
  const TemplateFeatures some = features.select(chosen);
  ASSERT_EQ(some.groups(), 4u);
  EXPECT_LE(some.patches().size(), 4u);
  for (const auto& image : images_of(kShape)) {
    const std::vector<float> all = respond(features, image), own = respond(some, image);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(own[i], all[chosen[i]]);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(some.binning(i), features.binning(chosen[i]));
    EXPECT_EQ(some.patch(i), features.patch(chosen[i]));
  }
}

TEST(TemplateFeatures, CountMultiplyAddsByHand) {
  Random random(4);
  const TemplateFeatures features({10, 6}, {}, {noise_patch(3, random), noise_patch(7, random)},
                                  {{0, 0}, {1, 2}, {1, 15}}, std::vector<Binning>(3));
  // Taps and the mask, at 60 places.
  EXPECT_EQ(features.multiply_adds(), 60u * ((9 + 1) + (49 + 1) + (49 + 1)));
}

TEST(TemplateFeatures, RefuseWhatMakesNoFeatures) {
  Random random(5);
  const std::vector<ImagePatch> good{noise_patch(5, random)};
  const auto kind_of = [](ImageShape shape, PlaceMasks masks, std::vector<ImagePatch> patches,
                          std::vector<PatchTemplate> templates, std::size_t binnings = 1) {
    const auto make = [&] {
      TemplateFeatures(shape, masks, patches, templates, std::vector<Binning>(binnings));
    };
    return test::error_of(make).kind();
  };
  const ImageShape shape{28, 28};
  EXPECT_EQ(kind_of({0, 28}, {}, good, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of({28, 1025}, {}, good, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {.grid = 0}, good, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {.grid = 17}, good, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {.sigma = 0}, good, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {.sigma = NAN}, good, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {.reach = 0}, good, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {}, {{4, std::vector<std::int16_t>(16)}}, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {}, {{1, std::vector<std::int16_t>(1)}}, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {}, {{17, std::vector<std::int16_t>(289)}}, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {}, {{5, std::vector<std::int16_t>(24)}}, {{0, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {}, good, {{1, 0}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {}, good, {{0, 16}}), Kind::model);
  EXPECT_EQ(kind_of(shape, {}, good, {{0, 0}}, 2), Kind::model);
}

TEST(NormalizedPatch, HasZeroMeanAndUnitLength) {
  Random random(6);
  for (int side = 3; side <= 15; side += 2) {
    const ImagePatch patch = noise_patch(side, random);
    double sum = 0, squares = 0;
    for (const double w : patch.weights) sum += w, squares += w * w;
    EXPECT_NEAR(sum, 0, 0.5 * side * side);
    EXPECT_NEAR(std::sqrt(squares) / kPatchScale, 1, 0.002);
  }
}

TEST(NormalizedPatch, IsZeroWithoutVariation) {
  EXPECT_EQ(normalized_patch(3, std::vector<float>(9, 7)), (ImagePatch{3, std::vector<std::int16_t>(9)}));
}

TEST(PlaceMasks, AreGaussiansAroundEvenlySpreadCentresWithinTheirReach) {
  // Centres of a 2 x 2 grid on 8 x 4 pixels: x = 1.5 and 5.5, y = 0.5 and 2.5.
  const PlaceMasks masks{.grid = 2, .sigma = 2, .reach = 1.5};
  EXPECT_EQ(masks.count(), 4u);
  const std::vector<float> mask = masks.mask(1, {8, 4});
  ASSERT_EQ(mask.size(), 32u);
  EXPECT_FLOAT_EQ(mask[5], static_cast<float>(std::exp(-(0.25 + 0.25) / 8)));
  EXPECT_FLOAT_EQ(mask[2 * 8 + 4], static_cast<float>(std::exp(-(2.25 + 2.25) / 8)));
  EXPECT_EQ(mask[2], 0);
}

/// Images of noise, as samples.
Samples noise_images(std::size_t count, ImageShape shape) {
  Random random(7);
  Samples samples{SampleValues(count, shape.pixels()), shape, {}, {}};
  for (float& gray : samples.values.reshaped<Eigen::RowMajor>()) gray = static_cast<float>(random.below(256));
  return samples;
}

TEST(FittedBinnings, ReachFromZeroToTheLargestResponse) {
  const Samples samples = noise_images(40, {12, 12});
  const TemplateFeatures features = noise_features({12, 12});
  const TemplateFeatures fitted = features.with_fitted_binnings(samples);
  std::vector<float> max(features.groups(), 0);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    const auto own = respond(features, samples.row(i));
    for (std::size_t f = 0; f < max.size(); ++f) max[f] = std::max(max[f], own[f]);
  }
  for (std::size_t f = 0; f < max.size(); ++f) EXPECT_EQ(fitted.binning(f), Binning::bytes(0, max[f]));
}

TEST(FittedBinnings, AreTheSameForAnyNumberOfThreads) {
  const Samples samples = noise_images(100, {12, 12});
  const TemplateFeatures features = noise_features({12, 12});
  const auto act = [&] {
    const TemplateFeatures fitted = features.with_fitted_binnings(samples);
    std::vector<Binning> binnings;
    for (std::size_t f = 0; f < fitted.groups(); ++f) binnings.push_back(fitted.binning(f));
    return binnings;
  };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(FittedBinnings, NeedImagesOfTheFeaturesShape) {
  const auto fit_to = [](const Samples& samples) {
    return test::error_of([&] { noise_features({12, 12}).with_fitted_binnings(samples); }).kind();
  };
  EXPECT_EQ(fit_to(noise_images(3, {12, 11})), Kind::training);
  EXPECT_EQ(fit_to(noise_images(0, {12, 12})), Kind::training);
}

TEST(AllTemplates, PutEveryPatchUnderEveryMask) {
  Random random(8);
  const TemplateFeatures features =
      all_templates(noise_images(5, {12, 12}), {.grid = 3}, {noise_patch(3, random), noise_patch(5, random)});
  ASSERT_EQ(features.groups(), 18u);
  for (std::uint32_t f = 0; f < 18; ++f) {
    EXPECT_EQ(features.templates()[f], (PatchTemplate{f / 9, f % 9}));
  }
}

TEST(AllTemplates, NeedImages) {
  Samples table = noise_images(5, {12, 12});
  table.shape.reset();
  Random random(9);
  EXPECT_EQ(test::error_of([&] { all_templates(table, {}, {noise_patch(3, random)}); }).kind(),
            Kind::training);
}

}  // namespace
}  // namespace ocelli::internal::template_features_test
