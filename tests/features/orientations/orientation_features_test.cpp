#include "ocelli/features/orientations/orientation_features.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "data/expect_error.hpp"
#include "features/gray_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/features/orientations/orientation_kernel.hpp"

namespace ocelli::internal::orientation_features_test {
namespace {

using testing::Each;
using testing::ElementsAre;

constexpr std::size_t kDirections = OrientationFeatures::kDirections;

std::vector<std::uint8_t> codes_of(const OrientationFeatures& features, std::span<const float> image) {
  std::vector<std::uint8_t> codes(features.groups());
  features.encode(image, codes);
  return codes;
}

OrientationFeatures all_of(ImageShape shape) {
  return OrientationFeatures::all(test::noise_images(1, shape, 1));
}

/// The features of a grid of 3 x 3.
OrientationFeatures of_nine_cells(ImageShape shape) {
  std::vector<std::uint32_t> all(9 * kDirections);
  std::iota(all.begin(), all.end(), 0U);
  return {shape, {3}, std::move(all)};
}

template <class Level>
std::vector<float> image_of(ImageShape shape, Level&& level) {
  std::vector<float> image;
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) image.push_back(static_cast<float>(level(x, y)));
  }
  return image;
}

/// The definition of the header with angles, in doubles: shared out by the law of sines.
class PlainOrientations {
 public:
  PlainOrientations(ImageShape shape, int grid, std::span<const float> image) {
    const int shorter = std::min(shape.width, shape.height);
    columns_ = static_cast<int>(std::lround(1.0 * shape.width * grid / shorter));
    rows_ = static_cast<int>(std::lround(1.0 * shape.height * grid / shorter));
    means_.resize(static_cast<std::size_t>(rows_ * columns_) * kDirections);
    const auto level = [&](int x, int y) {
      x = std::clamp(x, 0, shape.width - 1);
      y = std::clamp(y, 0, shape.height - 1);
      return std::floor(static_cast<double>(image[static_cast<std::size_t>(y * shape.width + x)]) + 0.5);
    };
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const int top = row * shape.height / rows_, bottom = (row + 1) * shape.height / rows_;
        const int left = column * shape.width / columns_, right = (column + 1) * shape.width / columns_;
        for (int y = top; y < bottom; ++y) {
          for (int x = left; x < right; ++x)
            add(row, column, level(x + 1, y) - level(x - 1, y), level(x, y + 1) - level(x, y - 1),
                (bottom - top) * (right - left));
        }
      }
    }
  }

  double value(int row, int column, std::size_t direction) const {
    double sum = 0;
    for (const int y : {row, row + 1}) {
      for (const int x : {column, column + 1}) {
        const double block = energy(y - 1, x - 1) + energy(y - 1, x) + energy(y, x - 1) + energy(y, x);
        sum += std::min(0.2, mean(row, column, direction) / std::sqrt(block + 4));
      }
    }
    return sum / 4 / 0.2;
  }
  int rows() const { return rows_; }
  int columns() const { return columns_; }

 private:
  void add(int row, int column, double dx, double dy, int pixels) {
    constexpr double kStep = std::numbers::pi / 6;
    const double length = std::hypot(dx, dy);
    const double turned = std::atan2(dy, dx) / kStep + (dy < 0 ? kDirections : 0);
    const auto before = static_cast<std::size_t>(turned);
    const double share = turned - static_cast<double>(before);
    mean(row, column, before % kDirections) += length * std::sin((1 - share) * kStep) / pixels;
    mean(row, column, (before + 1) % kDirections) += length * std::sin(share * kStep) / pixels;
  }
  double& mean(int row, int column, std::size_t direction) {
    return means_[static_cast<std::size_t>(row * columns_ + column) * kDirections + direction];
  }
  double mean(int row, int column, std::size_t direction) const {
    return means_[static_cast<std::size_t>(row * columns_ + column) * kDirections + direction];
  }
  double energy(int row, int column) const {
    double sum = 0;
    for (std::size_t k = 0; k < kDirections; ++k) {
      const double part = mean(std::clamp(row, 0, rows_ - 1), std::clamp(column, 0, columns_ - 1), k);
      sum += part * part;
    }
    return sum;
  }

  int rows_ = 0, columns_ = 0;
  std::vector<double> means_;
};

TEST(OrientationKernel, IsItsFormulaAtEveryLength) {
  Random random(1);
  for (std::size_t count = 0; count < 70; ++count) {
    std::vector<std::int16_t> dx(count), dy(count), out(count);
    for (std::size_t i = 0; i < count; ++i) {
      dx[i] = static_cast<std::int16_t>(static_cast<int>(random.below(511)) - 255);
      dy[i] = static_cast<std::int16_t>(static_cast<int>(random.below(511)) - 255);
    }
    orientation_kernel::parts_along(dx.data(), dy.data(), count, {78, -45}, {-45, 78}, out.data());
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_EQ(out[i], std::max(0, std::min(78 * dy[i] + 45 * dx[i], 78 * dx[i] + 45 * dy[i])));
  }
}

TEST(OrientationFeatures, AreTheirDefinitionWithAngles) {
  for (const ImageShape shape :
       {ImageShape{24, 24}, ImageShape{31, 17}, ImageShape{3, 5}, ImageShape{9, 2}, ImageShape{1, 1}}) {
    const OrientationFeatures features = all_of(shape);
    const Samples images = test::noise_images(5, shape, 2);
    for (std::size_t i = 0; i < images.count(); ++i) {
      const std::vector<std::uint8_t> codes = codes_of(features, images.row(i));
      std::size_t f = 0;
      for (const int grid : features.grids()) {
        const PlainOrientations plain(shape, grid, images.row(i));
        for (int row = 0; row < plain.rows(); ++row) {
          for (int column = 0; column < plain.columns(); ++column) {
            for (std::size_t k = 0; k < kDirections; ++k, ++f)
              ASSERT_NEAR(features.binning(f).value(codes[f]), plain.value(row, column, k), 0.01)
                  << "grid " << grid << " row " << row << " column " << column << " direction " << k;
          }
        }
      }
      ASSERT_EQ(f, features.groups());
    }
  }
}

/// A ramp of 4 levels a pixel: all cells say 1 in the direction that levels rise in, and nothing in others.
TEST(OrientationFeatures, TellTheDirectionThatLevelsRiseIn) {
  const ImageShape shape{15, 15};
  const OrientationFeatures features = of_nine_cells(shape);
  const auto middle = [&](std::span<const float> image) {
    const auto codes = codes_of(features, image);
    return std::vector(codes.begin() + 4 * kDirections, codes.begin() + 5 * kDirections);
  };
  EXPECT_THAT(middle(image_of(shape, [](int x, int) { return 4 * x; })),
              ElementsAre(255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(middle(image_of(shape, [](int x, int) { return 200 - 4 * x; })),
              ElementsAre(0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0));
  EXPECT_THAT(middle(image_of(shape, [](int, int y) { return 4 * y; })),
              ElementsAre(0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(OrientationFeatures, HardlyDependOnLightAndContrast) {
  const ImageShape shape{24, 24};
  const OrientationFeatures features = all_of(shape);
  Samples images = test::noise_images(2, shape, 3);
  std::vector<float> dim(images.row(0).begin(), images.row(0).end());
  for (float& level : dim) level = 60 + level / 2;
  const auto bright_codes = codes_of(features, images.row(0)), dim_codes = codes_of(features, dim);
  for (std::size_t f = 0; f < features.groups(); ++f) EXPECT_NEAR(bright_codes[f], dim_codes[f], 12);
}

TEST(OrientationFeatures, OfBlankImagesAreAllNothing) {
  const std::vector<float> blank(24 * 24, 77.0F);
  EXPECT_THAT(codes_of(all_of({24, 24}), blank), Each(0));
}

TEST(OrientationFeatures, HaveCellsThatCoverTheImage) {
  for (const ImageShape shape : {ImageShape{24, 24}, ImageShape{37, 20}, ImageShape{5, 16}}) {
    const OrientationFeatures features = all_of(shape);
    std::size_t covered = 0;
    for (std::size_t f = 0; f < features.groups(); f += kDirections) {
      EXPECT_EQ(features.cell(f), features.cell(f + kDirections - 1));
      EXPECT_GE(features.cell(f).area(), 1);
      covered += static_cast<std::size_t>(features.cell(f).area());
    }
    EXPECT_EQ(covered, features.grids().size() * shape.pixels());
  }
  EXPECT_THAT(all_of({24, 24}).grids(), ElementsAre(3, 4, 6, 8));
  EXPECT_THAT(all_of({8, 30}).grids(), ElementsAre(3, 4));
  EXPECT_THAT(all_of({3, 3}).grids(), ElementsAre(3));
  EXPECT_THAT(all_of({1, 7}).grids(), ElementsAre(1));
}

TEST(OrientationFeatures, SelectKeepsTheAskedForInTheirOrder) {
  const OrientationFeatures features = all_of({24, 20});
  const std::vector<std::uint32_t> groups{400, 3, 3, 17};
  const OrientationFeatures chosen = features.select(groups);
  ASSERT_EQ(chosen.groups(), 4U);
  const Samples images = test::noise_images(2, {24, 20}, 7);
  const auto all = codes_of(features, images.row(0)), some = codes_of(chosen, images.row(0));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    EXPECT_EQ(some[g], all[groups[g]]);
    EXPECT_EQ(chosen.cell(g), features.cell(groups[g]));
  }
}

/// Every gradient is as large as can be.
TEST(OrientationFeatures, OfTheLargestImagesOverflowNothing) {
  const ImageShape shape{1024, 1024};
  const auto stripes = image_of(shape, [](int x, int) { return x / 2 % 2 * 255; });
  const auto codes = codes_of(of_nine_cells(shape), stripes);
  for (std::size_t f = 0; f < codes.size(); ++f) EXPECT_EQ(codes[f], f % 6 == 0 ? 255 : 0) << f;
}

TEST(OrientationFeatures, RespondInASetForAnyNumberOfThreads) {
  const FeatureSet set = all_of({24, 24});
  const Samples images = test::noise_images(150, {24, 24}, 9);
  const BinnedResponses one = test::with_threads(1, [&] { return respond(set, images); }),
                        many = test::with_threads(4, [&] { return respond(set, images); });
  for (std::size_t c = 0; c < columns(set); ++c) ASSERT_TRUE(std::ranges::equal(one.of(c), many.of(c)));
}

TEST(OrientationFeatures, RefuseWhatMakesNoSense) {
  const auto refused = [](ImageShape shape, std::vector<std::uint8_t> grids,
                          std::vector<std::uint32_t> chosen, const std::string& part) {
    test::expect_error([&] { OrientationFeatures(shape, grids, chosen); }, Kind::model, part);
  };
  refused({0, 20}, {3}, {}, "1 to 1024 pixels");
  refused({20, 1025}, {3}, {}, "1 to 1024 pixels");
  refused({2, 20}, {3}, {}, "a grid of orientations");
  refused({20, 20}, {}, {}, "1 to 8 grids");
  refused({20, 20}, std::vector<std::uint8_t>(9, 3), {}, "1 to 8 grids");
  refused({20, 20}, {2}, {}, "a grid of orientations");
  refused({20, 20}, {21}, {}, "a grid of orientations");
  refused({100, 100}, {65}, {}, "a grid of orientations");
  refused({20, 20}, {3}, {9 * kDirections}, "an unknown cell");
}

TEST(OrientationFeatures, AreOfImagesAlone) {
  Samples table = test::noise_images(3, {8, 8}, 1);
  table.shape.reset();
  test::expect_error([&] { OrientationFeatures::all(table); }, Kind::training, "require images");
  test::expect_error([] { all_of({2, 1025}); }, Kind::training, "--width and --height");
}

}  // namespace
}  // namespace ocelli::internal::orientation_features_test
