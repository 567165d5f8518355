#include "ocelli/samples/augmentation.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "data/expect_error.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/samples/size_normalization.hpp"

namespace ocelli::internal::augmentation_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr DeformationOptions kNone{
    .elastic_alpha = 0, .rotation = 0, .scale = 0, .shear = 0, .translation = 0};

std::vector<float> noise(ImageShape shape, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> image(shape.pixels());
  for (float& value : image) value = static_cast<float>(random.uniform(0, 255));
  return image;
}

std::vector<float> deform(const std::vector<float>& image, ImageShape shape,
                          const DeformationOptions& options, std::uint64_t key) {
  std::vector<float> out(image.size());
  Deformation(shape, options).apply(image, key, out);
  return out;
}

/// A blob like the body of a digit, on a background of 0.
std::vector<float> blob(ImageShape shape) {
  std::vector<float> image;
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      const double across = (x - 0.5 * (shape.width - 1)) / shape.width;
      const double along = (y - 0.5 * (shape.height - 1)) / shape.height;
      image.push_back(static_cast<float>(255 * std::exp(-40 * (across * across + along * along))));
    }
  }
  return image;
}

/// The level of each pixel is its distance from the left, so that the output shows where each level came
/// from.
std::vector<float> ramp(ImageShape shape) {
  std::vector<float> image;
  for (std::size_t i = 0; i < shape.pixels(); ++i) image.push_back(static_cast<float>(i % shape.width));
  return image;
}

Samples samples_of(ImageShape shape, int count) {
  Samples samples{SampleValues(count, shape.pixels()), shape, {}, {"even", "odd"}};
  for (int i = 0; i < count; ++i) {
    std::ranges::copy(noise(shape, i), samples.values.row(i).data());
    samples.labels.push_back(static_cast<std::uint16_t>(i % 2));
  }
  return samples;
}

TEST(Deformation, OfNoStrengthLeavesEveryBit) {
  for (const ImageShape shape :
       {ImageShape{28, 28}, ImageShape{13, 40}, ImageShape{1, 1}, ImageShape{1, 9}}) {
    const std::vector<float> image = noise(shape, 1);
    EXPECT_EQ(deform(image, shape, kNone, 2), image);
  }
}

TEST(Deformation, DependsOnItsKeyAlone) {
  constexpr ImageShape kShape{20, 24};
  const std::vector<float> image = blob(kShape);
  EXPECT_EQ(deform(image, kShape, {}, 1), deform(image, kShape, {}, 1));
  EXPECT_NE(deform(image, kShape, {}, 1), deform(image, kShape, {}, 2));
}

TEST(Deformation, StaysWithinTheRangeOfItsInput) {
  constexpr ImageShape kShape{17, 31};
  const std::vector<float> image = noise(kShape, 3);
  const auto [min, max] = std::ranges::minmax(image);
  for (std::uint64_t key = 0; key < 50; ++key) {
    const std::vector<float> out = deform(image, kShape, {}, key);
    EXPECT_GE(std::ranges::min(out), min);
    EXPECT_LE(std::ranges::max(out), max);
  }
}

TEST(Deformation, AboutKeepsTheMassOfWhatIsInTheMiddle) {
  constexpr ImageShape kShape{28, 28};
  const std::vector<float> image = blob(kShape);
  const auto mass = [](const std::vector<float>& values) {
    double sum = 0;
    for (const float value : values) sum += value;
    return sum;
  };
  double ratios = 0;
  constexpr int kKeys = 400;
  for (int key = 0; key < kKeys; ++key) {
    const double ratio = mass(deform(image, kShape, {}, key)) / mass(image);
    EXPECT_GT(ratio, 0.5);
    EXPECT_LT(ratio, 2);
    ratios += ratio;
  }
  EXPECT_NEAR(ratios / kKeys, 1, 0.05);
}

TEST(Deformation, GoesOnOutsideWithTheLevelOfTheBorder) {
  constexpr ImageShape kShape{12, 12};
  DeformationOptions strong;
  strong.translation = 20;
  EXPECT_THAT(deform(std::vector<float>(kShape.pixels(), 77), kShape, strong, 5),
              Each(testing::FloatNear(77, 1e-4f)));
}

/// The root mean square displacement along x of pixels well inside an image with that side.
double displacement(int side, const DeformationOptions& options) {
  const ImageShape shape{side, side};
  const std::vector<float> image = ramp(shape);
  double squares = 0;
  int count = 0;
  for (std::uint64_t key = 0; key < 200; ++key) {
    const std::vector<float> out = deform(image, shape, options, key);
    for (int y = side / 4; y < side - side / 4; ++y) {
      for (int x = side / 4; x < side - side / 4; ++x, ++count) {
        const double moved = out[y * side + x] - image[y * side + x];
        squares += moved * moved;
      }
    }
  }
  return std::sqrt(squares / count);
}

TEST(Deformation, DisplacesByAlphaAndTheSideOfTheImage) {
  DeformationOptions elastic = kNone;
  elastic.elastic_alpha = 34;
  EXPECT_NEAR(displacement(28, elastic), 34.0 / 28, 0.1);
  EXPECT_NEAR(displacement(56, elastic), 2 * 34.0 / 28, 0.2);
  elastic.elastic_alpha = 17;
  EXPECT_NEAR(displacement(28, elastic), 17.0 / 28, 0.05);
}

TEST(Deformation, ShiftsByUpToItsTranslation) {
  DeformationOptions shift = kNone;
  shift.translation = 3;
  EXPECT_NEAR(displacement(28, shift), 3 / std::sqrt(3), 0.15)
      << "the deviation of a uniform number in [-3, 3]";
  EXPECT_NEAR(displacement(56, shift), 6 / std::sqrt(3), 0.3);
}

TEST(Deformation, TurnsByUpToItsRotation) {
  constexpr ImageShape kShape{21, 21};
  DeformationOptions turn = kNone;
  turn.rotation = 180;
  const std::vector<float> image = ramp(kShape);
  float min = 20, max = 0;
  for (std::uint64_t key = 0; key < 200; ++key) {
    const float right_of_middle = deform(image, kShape, turn, key)[10 * 21 + 18];
    min = std::min(min, right_of_middle);
    max = std::max(max, right_of_middle);
  }
  EXPECT_NEAR(min, 2, 0.1);
  EXPECT_NEAR(max, 18, 0.1);
}

/// A bar of 4 x 20 pixels in the middle of 28 x 28.
std::vector<float> bar(float background, float ink) {
  std::vector<float> image(28 * 28, background);
  for (int y = 4; y < 24; ++y)
    for (int x = 12; x < 16; ++x) image[static_cast<std::size_t>(y * 28 + x)] = ink;
  return image;
}

TEST(Deformation, StretchesADrawingTowardASquare) {
  constexpr ImageShape kShape{28, 28};
  DeformationOptions stretching = kNone;
  stretching.stretch = 0.5;
  int stretched = 0, widest = 0;
  for (std::uint64_t key = 0; key < 200; ++key) {
    const cv::Rect box = ink_box(deform(bar(0, 255), kShape, stretching, key), kShape);
    EXPECT_EQ(box.height, 20);
    EXPECT_GE(box.width, 4);
    EXPECT_LE(box.width, 22);
    stretched += box.width > 4;
    widest = std::max(widest, box.width);
  }
  EXPECT_NEAR(stretched, 90, 25);
  EXPECT_GT(widest, 16);
}

TEST(Deformation, MakesStrokesThickerAndThinner) {
  constexpr ImageShape kShape{28, 28};
  DeformationOptions stroking = kNone;
  stroking.stroke = 1.5;
  for (const bool is_dark : {false, true}) {
    const std::vector<float> image = is_dark ? bar(255, 0) : bar(0, 255);
    int thicker = 0, thinner = 0;
    for (std::uint64_t key = 0; key < 100; ++key) {
      double ink = 0;
      for (const float level : deform(image, kShape, stroking, key)) ink += is_dark ? 255 - level : level;
      thicker += ink > 80 * 255;
      thinner += ink < 80 * 255;
      EXPECT_GT(ink, 0.15 * 80 * 255);
      EXPECT_LT(ink, 7 * 23 * 255);
    }
    EXPECT_NEAR(thicker, 50, 15);
    EXPECT_EQ(thicker + thinner, 100);
  }
}

TEST(DeformationOptions, NameTheOneThatMakesNoSense) {
  const auto message = [](auto spoil) {
    DeformationOptions options;
    spoil(options);
    return std::string(test::error_of([&] { options.validate(); }).what());
  };
  EXPECT_THAT(message([](auto& options) { options.elastic_sigma = 0; }), HasSubstr("elastic-sigma"));
  EXPECT_THAT(message([](auto& options) { options.elastic_alpha = -1; }), HasSubstr("elastic-alpha"));
  EXPECT_THAT(message([](auto& options) { options.rotation = 181; }), HasSubstr("rotation"));
  EXPECT_THAT(message([](auto& options) { options.scale = 2; }), HasSubstr("scale"));
  EXPECT_THAT(message([](auto& options) { options.shear = NAN; }), HasSubstr("shear"));
  EXPECT_THAT(message([](auto& options) { options.translation = -1; }), HasSubstr("translation"));
}

TEST(Expand, GivesTheOriginalsThenCopyAfterCopy) {
  const Samples samples = samples_of({9, 7}, 3);
  const Samples expanded = expand(samples, 2, {}, 11);
  EXPECT_EQ(expanded.count(), 9u);
  EXPECT_EQ(expanded.shape, samples.shape);
  EXPECT_EQ(expanded.classes, samples.classes);
  EXPECT_THAT(expanded.labels, ElementsAre(0, 1, 0, 0, 1, 0, 0, 1, 0));
  EXPECT_EQ(expanded.values.topRows(3), samples.values);
  std::vector<float> second_copy_of_the_first(samples.width());
  Deformation({9, 7}, {}).apply(samples.row(0), deformation_key(11, 0, 2), second_copy_of_the_first);
  EXPECT_THAT(expanded.row(6), testing::ElementsAreArray(second_copy_of_the_first));
}

TEST(Expand, GivesCopiesTheirOriginalsWeights) {
  Samples samples = samples_of({9, 7}, 2);
  samples.weights = {3, 4};
  EXPECT_THAT(expand(samples, 2, {}, 11).weights, ElementsAre(3, 4, 3, 4, 3, 4));
}

TEST(Expand, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = samples_of({16, 16}, 40);
  const auto run = [&samples] { return expand(samples, 3, {}, 1).values; };
  const SampleValues alone = test::with_threads(1, run);
  for (const int threads : {2, 5}) EXPECT_EQ(test::with_threads(threads, run), alone);
}

TEST(Expand, TakesImagesAlone) {
  Samples table = samples_of({4, 4}, 2);
  table.shape.reset();
  EXPECT_THAT(test::error_of([&] { expand(table, 1, {}, 1); }).what(),
              HasSubstr("only images can be deformed"));
  EXPECT_EQ(test::error_of([] { expand(samples_of({4, 4}, 2), -1, {}, 1); }).kind(), Kind::usage);
}

TEST(Deformation, DeformsAllPlanesAlike) {
  const ImageShape shape{12, 9};
  const Deformation deformation(shape, {});
  std::vector<float> plane(shape.pixels()), planes;
  for (std::size_t i = 0; i < plane.size(); ++i) plane[i] = static_cast<float>(i * 7 % 256);
  for (int copy = 0; copy < 3; ++copy) planes.insert(planes.end(), plane.begin(), plane.end());
  std::vector<float> deformed(plane.size()), all(planes.size());
  deformation.apply(plane, 3, deformed);
  deformation.apply(planes, 3, all);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], deformed[i % deformed.size()]);
}

}  // namespace
}  // namespace ocelli::internal::augmentation_test
