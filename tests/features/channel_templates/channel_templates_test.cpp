#include "ocelli/features/channel_templates/channel_templates.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "data/expect_error.hpp"
#include "features/gray_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/features/feature_set.hpp"

namespace ocelli::internal::channel_templates_test {
namespace {

using testing::Each;

const std::vector<ChannelKind> kGradients = {ChannelKind::orientations};
const std::vector<ChannelKind> kAll = {ChannelKind::colors, ChannelKind::orientations,
                                       ChannelKind::binary_patterns};
constexpr std::size_t kTaps = 3 * 3 * OrientationFeatures::kDirections;

std::vector<ChannelPatch> random_patches(std::size_t count, std::size_t taps = kTaps) {
  std::vector<ChannelPatch> patches(count);
  for (std::size_t p = 0; p < count; ++p) {
    Random random(hash(7, {p}));
    for (std::size_t i = 0; i < taps; ++i)
      patches[p].weights.push_back(static_cast<std::int16_t>(static_cast<int>(random.below(401)) - 200));
    patches[p].offset = static_cast<std::int32_t>(random.below(50'000)) - 25'000;
  }
  return patches;
}

ChannelTemplates random_templates(ImageShape shape, std::uint8_t grid, std::size_t patches = 5,
                                  const std::vector<ChannelKind>& kinds = kGradients) {
  CellChannels channels(shape, grid, kinds);
  std::vector<ChannelPatch> drawn = random_patches(patches, ChannelMap::taps(channels));
  const PlaceMasks masks{.grid = 3, .sigma = 1.5, .reach = 1.7};
  std::vector<PatchTemplate> templates;
  for (std::uint32_t p = 0; p < patches; ++p) {
    for (std::uint32_t m = 0; m < masks.count(); ++m) templates.push_back({p, m});
  }
  std::vector<Binning> binnings(templates.size(), Binning::bytes(0, 2));
  return {std::move(channels), masks, std::move(drawn), std::move(templates), std::move(binnings)};
}

std::vector<float> responses_of(const ChannelTemplates& features, std::span<const float> image) {
  std::vector<float> responses(features.groups());
  features.respond(image, responses);
  return responses;
}

/// The definition of the header: every window, with empty cells beyond the edges, in integers.
float plain_response(const ChannelTemplates& features, std::size_t f, std::span<const float> image) {
  const CellChannels& channels = features.channels();
  const auto rows = static_cast<int>(channels.cells().rows()),
             columns = static_cast<int>(channels.cells().columns()),
             count = static_cast<int>(channels.count());
  std::vector<std::uint8_t> codes(static_cast<std::size_t>(rows * columns * count));
  channels.encode(image, codes);
  const auto [number, mask_number] = features.templates()[f];
  const ChannelPatch& patch = features.patches()[number];
  const std::vector<float> mask = features.masks().mask(mask_number, {columns, rows});
  float best = 0;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      int sum = -patch.offset;
      for (int t = 0; t < static_cast<int>(features.taps()); ++t) {
        const int channel = t % count, cell = t / count;
        const int cy = y + cell / 3 - 1, cx = x + cell % 3 - 1;
        if (cy < 0 || cx < 0 || cy >= rows || cx >= columns) continue;
        sum += patch.weights[static_cast<std::size_t>(t)] *
               codes[static_cast<std::size_t>((cy * columns + cx) * count + channel)];
      }
      best = std::max(best, mask[static_cast<std::size_t>(y * columns + x)] * static_cast<float>(sum));
    }
  }
  return best / (255 * ChannelTemplates::kScale);
}

TEST(ChannelTemplates, EqualThePlainOnesForImagesOfAnyShape) {
  for (const auto& [shape, grid] : std::vector<std::pair<ImageShape, int>>{
           {{24, 24}, 12}, {{28, 28}, 12}, {{13, 29}, 5}, {{40, 9}, 4}, {{3, 3}, 3}, {{1, 7}, 1}}) {
    const ChannelTemplates features = random_templates(shape, static_cast<std::uint8_t>(grid));
    const Samples images = test::noise_images(3, shape, 2);
    for (std::size_t i = 0; i < images.count(); ++i) {
      const std::vector<float> responses = responses_of(features, images.row(i));
      for (std::size_t f = 0; f < responses.size(); ++f)
        ASSERT_EQ(responses[f], plain_response(features, f, images.row(i)))
            << shape.width << " x " << shape.height << ", feature " << f;
    }
  }
}

/// Gray levels and color differences of noise.
Samples colored_noise(std::size_t count, ImageShape shape, std::uint64_t seed) {
  const Samples planes =
      test::noise_images(count, {shape.width, static_cast<int>(kColorPlanes) * shape.height}, seed);
  return {planes.values, shape, {}, {}};
}

TEST(ChannelTemplates, EqualThePlainOnesForChannelsOfAllKinds) {
  for (const auto& [shape, grid] :
       std::vector<std::pair<ImageShape, int>>{{{24, 24}, 12}, {{13, 29}, 5}, {{1, 7}, 1}}) {
    const ChannelTemplates features = random_templates(shape, static_cast<std::uint8_t>(grid), 5, kAll);
    EXPECT_EQ(features.inputs(), 3 * shape.pixels());
    const Samples images = colored_noise(2, shape, 2);
    for (std::size_t i = 0; i < images.count(); ++i) {
      const std::vector<float> responses = responses_of(features, images.row(i));
      for (std::size_t f = 0; f < responses.size(); ++f)
        ASSERT_EQ(responses[f], plain_response(features, f, images.row(i)))
            << shape.width << " x " << shape.height << ", feature " << f;
    }
  }
}

/// The kinds' own features of the same grid say what the bytes of a cell are.
TEST(CellChannels, OfACellAreThoseOfEachKindInOrder) {
  const ImageShape shape{18, 24};
  const CellChannels channels(shape, 6, kAll);
  EXPECT_EQ(channels.count(), 8u + 12 + 59);
  EXPECT_EQ(channels.cells().cells(), 6u * 8);
  const Samples images = colored_noise(1, shape, 3);
  std::vector<std::uint8_t> codes(channels.cells().cells() * channels.count());
  channels.encode(images.row(0), codes);
  const std::uint32_t cell = 6 * 5 + 4;
  const auto expect_at = [&](std::size_t begin, const auto& features) {
    std::vector<std::uint8_t> own(features.groups());
    features.encode(images.row(0).first(features.inputs()), own);
    for (std::size_t i = 0; i < own.size(); ++i)
      EXPECT_EQ(codes[cell * channels.count() + begin + i], own[i]) << begin << " + " << i;
  };
  expect_at(0, ColorFeatures(shape, {6}, {10 * cell + 2, 10 * cell + 3}));
  expect_at(8, OrientationFeatures(shape, {6}, {12 * cell, 12 * cell + 1}));
  expect_at(20, BinaryPatternFeatures(shape, {6}, {59 * cell, 59 * cell + 1}));
}

TEST(CellChannels, AreNamedLikeTheirFeatures) {
  EXPECT_EQ(channel_kind_names(), "orientations|colors|binary-patterns");
  EXPECT_EQ(parse_channel_kinds("colors,orientations,binary-patterns"), kAll);
  test::expect_error([] { parse_channel_kinds("edges"); }, Kind::usage, "'edges'");
  test::expect_error([] { parse_channel_kinds("colors,colors"); }, Kind::usage, "twice");
  test::expect_error([] { parse_channel_kinds(""); }, Kind::usage, "unknown channel");
}

/// Gradients of twice the contrast have the same directions: what separates them stays.
TEST(ChannelTemplates, DoNotDependOnLightAndHardlyOnContrast) {
  const ChannelTemplates features = random_templates({24, 24}, 8);
  Samples images = test::noise_images(2, {24, 24}, 5);
  images.values = (images.values / 4).array().round();
  const std::vector<float> before = responses_of(features, images.row(0));
  images.values = images.values.array() + 40;
  EXPECT_EQ(responses_of(features, images.row(0)), before);
  images.values = images.values * 2;
  const std::vector<float> after = responses_of(features, images.row(0));
  const float largest = std::ranges::max(before);
  for (std::size_t f = 0; f < before.size(); ++f) EXPECT_NEAR(after[f], before[f], 0.02F * largest);
}

TEST(ChannelTemplates, OfABlankImageAreNothingButTheirOffsets) {
  const Samples blank = test::noise_images(1, {24, 24}, 1);
  ChannelTemplates features = random_templates({24, 24}, 8);
  std::vector<ChannelPatch> patches = features.patches();
  for (ChannelPatch& patch : patches) patch.offset = 10;
  features = {features.channels(), features.masks(), patches, features.templates(),
              std::vector<Binning>(features.groups(), Binning::bytes(0, 1))};
  EXPECT_THAT(responses_of(features, blank.row(0)), Each(0.0F));
}

TEST(ChannelTemplates, SelectedAreTheSameFeatures) {
  const ChannelTemplates all = random_templates({20, 24}, 6);
  const std::vector<std::uint32_t> chosen{17, 3, 17, 44, 0};
  const ChannelTemplates some = all.select(chosen);
  EXPECT_EQ(some.patches().size(), 3u) << "of features 0 and 3, 17, and 44";
  const Samples images = test::noise_images(4, {20, 24}, 3);
  for (std::size_t i = 0; i < images.count(); ++i) {
    const std::vector<float> of_all = responses_of(all, images.row(i)),
                             of_some = responses_of(some, images.row(i));
    for (std::size_t f = 0; f < chosen.size(); ++f) EXPECT_EQ(of_some[f], of_all[chosen[f]]);
  }
}

TEST(ChannelTemplates, AreLearnedTheSameWithAnyNumberOfThreads) {
  const Samples images = test::noise_images(40, {16, 20}, 4);
  const auto learn = [&] { return channel_template_candidates(images, {.patches = 6}, 1); };
  const ChannelTemplates one = test::with_threads(1, learn);
  EXPECT_EQ(one, test::with_threads(3, learn));
  EXPECT_EQ(one.groups(), 6u * 16);
  EXPECT_EQ(one.channels().grid(), 8) << "cells of two pixels";
  for (const ChannelPatch& patch : one.patches()) {
    const double squares =
        std::inner_product(patch.weights.begin(), patch.weights.end(), patch.weights.begin(), 0.0);
    EXPECT_NEAR(std::sqrt(squares), ChannelTemplates::kScale, 6);
  }
}

/// Two classes of corners, one at the left above, one at the right below: their templates fit better in their
/// own images.
TEST(ChannelTemplates, FindWhatTheirSamplesShow) {
  Samples images{SampleValues::Zero(60, 24 * 24), ImageShape{24, 24}, {}, {}};
  for (std::size_t i = 0; i < images.count(); ++i) {
    for (int y = 8; y < 16; ++y) {
      for (int x = 8; x < 16; ++x) {
        const bool inside = i % 2 == 0 ? x + y < 24 : x + y >= 24;
        images.values(static_cast<Eigen::Index>(i), y * 24 + x) = inside ? 200 : 20;
      }
    }
  }
  const ChannelTemplates features = channel_template_candidates(images, {.patches = 8}, 1);
  const std::vector<float> first = responses_of(features, images.row(0)),
                           second = responses_of(features, images.row(1));
  float max = 0;
  for (std::size_t f = 0; f < first.size(); ++f) max = std::max(max, first[f] - second[f]);
  EXPECT_GT(max, 0.3F);
}

/// Discs of two colors that are equally bright: gradients cannot tell them apart, hues can.
TEST(ChannelTemplates, FindColorsWhereTheyAreAskedFor) {
  const ImageShape shape{24, 24};
  Samples images{
      SampleValues::Constant(40, static_cast<Eigen::Index>(3 * shape.pixels()), 128), shape, {}, {}};
  for (std::size_t i = 0; i < images.count(); ++i) {
    for (int y = 0; y < 24; ++y) {
      for (int x = 0; x < 24; ++x) {
        if (std::hypot(x - 11.5, y - 11.5) > 8) continue;
        const int pixel = 24 * y + x, plane = i % 2 == 0 ? 1 : 2;
        images.values(static_cast<Eigen::Index>(i), pixel) = 200;
        images.values(static_cast<Eigen::Index>(i), 576 * plane + pixel) = 220;
      }
    }
  }
  const auto most_apart = [&](const std::string& channels) {
    const ChannelTemplates features =
        channel_template_candidates(images, {.patches = 8, .channels = channels}, 1);
    const std::vector<float> first = responses_of(features, images.row(0)),
                             second = responses_of(features, images.row(1));
    float max = 0;
    for (std::size_t f = 0; f < first.size(); ++f) max = std::max(max, std::abs(first[f] - second[f]));
    return max;
  };
  EXPECT_EQ(most_apart("orientations"), 0);
  EXPECT_GT(most_apart("orientations,colors"), 0.3F);
}

TEST(ChannelTemplates, AreRefusedWithTheReason) {
  const auto refused = [](std::uint8_t grid, std::vector<ChannelPatch> patches,
                          std::vector<PatchTemplate> templates, const std::string& part) {
    std::vector<Binning> binnings(templates.size());
    test::expect_error(
        [&] {
          ChannelTemplates({{24, 24}, grid, kGradients}, {}, std::move(patches), std::move(templates),
                           std::move(binnings));
        },
        Kind::model, part);
  };
  refused(12, {{{1, 2, 3}, 0}}, {}, "must have 108 weights");
  refused(12, random_patches(1), {{1, 0}}, "unknown patch or mask");
  refused(12, random_patches(1), {{0, 16}}, "unknown patch or mask");
  refused(25, random_patches(1), {{0, 0}}, "a grid of channels");
  test::expect_error(
      [] {
        ChannelTemplates({{24, 24}, 12, kGradients}, {}, random_patches(1), {{0, 0}}, {});
      },
      Kind::model, "needs a binning");
  test::expect_error(
      [] {
        ChannelTemplates({{1024, 64}, 64, kGradients}, {}, random_patches(10'000), {}, {});
      },
      Kind::model, "than its number of cells allows");
  const Samples table{SampleValues::Zero(3, 16), std::nullopt, {}, {}};
  test::expect_error([&] { channel_template_candidates(table, {}, 1); }, Kind::training, "require images");
  const Samples blank = test::noise_images(1, {24, 24}, 1);
  test::expect_error([&] { channel_template_candidates(blank, {}, 1); }, Kind::training, "too few windows");
  test::expect_error([&] { channel_template_candidates(blank, {.channels = "colors"}, 1); }, Kind::training,
                     "require color images");
  test::expect_error([] { CellChannels({24, 24}, 12, {}); }, Kind::model, "no channels");
  test::expect_error(
      [] {
        CellChannels({24, 24}, 12, {static_cast<ChannelKind>(3)});
      },
      Kind::model, "unknown kind");
}

}  // namespace
}  // namespace ocelli::internal::channel_templates_test
