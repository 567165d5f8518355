#include "ocelli/features/channel_templates/channel_templates.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "data/expect_error.hpp"
#include "features/grey_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/features/feature_set.hpp"

namespace ocelli {
namespace {

using testing::Each;

constexpr std::size_t kDirections = OrientationFeatures::kDirections;

std::vector<ChannelPatch> random_patches(std::size_t count) {
  std::vector<ChannelPatch> patches(count);
  for (std::size_t p = 0; p < count; ++p) {
    Random random(hash(7, {p}));
    for (std::size_t i = 0; i < ChannelTemplates::kTaps; ++i)
      patches[p].weights.push_back(static_cast<std::int16_t>(static_cast<int>(random.below(401)) - 200));
    patches[p].offset = static_cast<std::int32_t>(random.below(50'000)) - 25'000;
  }
  return patches;
}

ChannelTemplates random_templates(ImageShape shape, std::uint8_t grid, std::size_t patches = 5) {
  const PlaceMasks masks{.grid = 3, .sigma = 1.5, .reach = 1.7};
  std::vector<PatchTemplate> templates;
  for (std::uint32_t p = 0; p < patches; ++p) {
    for (std::uint32_t m = 0; m < masks.count(); ++m) templates.push_back({p, m});
  }
  std::vector<Binning> binnings(templates.size(), Binning::bytes(0, 2));
  return {shape, grid, masks, random_patches(patches), std::move(templates), std::move(binnings)};
}

std::vector<float> responses_of(const ChannelTemplates& features, std::span<const float> image) {
  std::vector<float> responses(features.groups());
  features.respond(image, responses);
  return responses;
}

/// The definition of the header: every window, with empty cells beyond the edges, in integers.
float plain_response(const ChannelTemplates& features, std::size_t f, std::span<const float> image) {
  const OrientationFeatures grid(features.shape(), {features.grid()}, {});
  const auto rows = static_cast<int>(grid.cells(0).rows()),
             columns = static_cast<int>(grid.cells(0).columns());
  std::vector<std::uint32_t> every(static_cast<std::size_t>(rows * columns) * kDirections);
  std::iota(every.begin(), every.end(), 0U);
  const OrientationFeatures channels(features.shape(), {features.grid()}, every);
  std::vector<std::uint8_t> codes(channels.groups());
  channels.encode(image, codes);
  const auto [number, mask_number] = features.templates()[f];
  const ChannelPatch& patch = features.patches()[number];
  const std::vector<float> mask = features.masks().mask(mask_number, {columns, rows});
  float best = 0;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      int sum = -patch.offset;
      for (int t = 0; t < static_cast<int>(ChannelTemplates::kTaps); ++t) {
        const int direction = t % static_cast<int>(kDirections), cell = t / static_cast<int>(kDirections);
        const int cy = y + cell / 3 - 1, cx = x + cell % 3 - 1;
        if (cy < 0 || cx < 0 || cy >= rows || cx >= columns) continue;
        sum +=
            patch.weights[static_cast<std::size_t>(t)] *
            codes[static_cast<std::size_t>((cy * columns + cx) * static_cast<int>(kDirections) + direction)];
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

/// Gradients of twice the contrast have the same directions: what they are told apart by stays.
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
  features = {features.shape(),     features.grid(),
              features.masks(),     patches,
              features.templates(), std::vector<Binning>(features.groups(), Binning::bytes(0, 1))};
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

TEST(ChannelTemplates, AreLearntTheSameWithAnyNumberOfThreads) {
  const Samples images = test::noise_images(40, {16, 20}, 4);
  const auto learn = [&] { return channel_template_candidates(images, {.patches = 6}, 1); };
  const ChannelTemplates one = test::with_threads(1, learn);
  EXPECT_EQ(one, test::with_threads(3, learn));
  EXPECT_EQ(one.groups(), 6u * 16);
  EXPECT_EQ(one.grid(), 8) << "cells of two pixels";
  for (const ChannelPatch& patch : one.patches()) {
    const double squares =
        std::inner_product(patch.weights.begin(), patch.weights.end(), patch.weights.begin(), 0.0);
    EXPECT_NEAR(std::sqrt(squares), ChannelTemplates::kScale, 6);
  }
}

/// Two classes of corners, one at the left above, one at the right below: their templates fit better in their own images.
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
  float most = 0;
  for (std::size_t f = 0; f < first.size(); ++f) most = std::max(most, first[f] - second[f]);
  EXPECT_GT(most, 0.3F);
}

TEST(ChannelTemplates, AreRefusedWithTheReason) {
  const auto refused = [](std::uint8_t grid, std::vector<ChannelPatch> patches,
                          std::vector<PatchTemplate> templates, const std::string& part) {
    std::vector<Binning> binnings(templates.size());
    test::expect_error(
        [&] {
          ChannelTemplates({24, 24}, grid, {}, std::move(patches), std::move(templates), std::move(binnings));
        },
        Kind::model, part);
  };
  refused(12, {{{1, 2, 3}, 0}}, {}, "other than 3 x 3 x 12 weights");
  refused(12, random_patches(1), {{1, 0}}, "unknown patch or mask");
  refused(12, random_patches(1), {{0, 16}}, "unknown patch or mask");
  refused(25, random_patches(1), {{0, 0}}, "a grid of orientations");
  test::expect_error(
      [] {
        ChannelTemplates({24, 24}, 12, {}, random_patches(1), {{0, 0}}, {});
      },
      Kind::model, "needs a binning");
  test::expect_error(
      [] {
        ChannelTemplates({1024, 64}, 64, {}, random_patches(10'000), {}, {});
      },
      Kind::model, "than so many cells allow");
  const Samples table{SampleValues::Zero(3, 16), std::nullopt, {}, {}};
  test::expect_error([&] { channel_template_candidates(table, {}, 1); }, Kind::training, "need images");
  const Samples blank = test::noise_images(1, {24, 24}, 1);
  test::expect_error([&] { channel_template_candidates(blank, {}, 1); }, Kind::training, "too few windows");
}

}  // namespace
}  // namespace ocelli
