#include "ocelli/imaging/resize_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "every_target.hpp"
#include "imaging/noise_image.hpp"

namespace ocelli::internal::resize_kernel_test {
namespace {

using test::noise;
using test::same_pixels;

constexpr int kOne = 2048;

/// The position of result pixel i between source pixels: the one before it, and the weight of the one after
/// it in units of 2^-11.
std::pair<int, int> plain_place(int source, int result, int i) {
  const auto place = static_cast<float>((i + 0.5) * (1 / (static_cast<double>(result) / source)) - 0.5);
  const float before = std::floor(place);
  return {static_cast<int>(before), static_cast<int>(std::nearbyint((place - before) * kOne))};
}

/// OpenCV's linear interpolation: columns first, without positions beyond the edge; then rows.
cv::Mat plain_interpolation(const cv::Mat& source, cv::Size size) {
  cv::Mat result(size, CV_8UC1);
  const auto column = [&](int y, int x) {
    const auto [before, share] = plain_place(source.cols, size.width, x);
    const std::uint8_t* const row = source.ptr(std::clamp(y, 0, source.rows - 1));
    if (before < 0) return row[0] * kOne / 16;
    if (before >= source.cols - 1) return row[source.cols - 1] * kOne / 16;
    return (row[before] * (kOne - share) + row[before + 1] * share) / 16;
  };
  for (int y = 0; y < size.height; ++y) {
    const auto [before, share] = plain_place(source.rows, size.height, y);
    for (int x = 0; x < size.width; ++x) {
      const int quarters = column(before, x) * (kOne - share) / 65536 + column(before + 1, x) * share / 65536;
      result.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>((quarters + 2) / 4);
    }
  }
  return result;
}

/// The weight of each source pixel in a pixel of the result, along one axis, in units of 2^-14.
using PlainWeights = std::vector<std::int64_t>;

std::int64_t plain_rounded(double number) { return static_cast<std::int64_t>(std::floor(number + 0.5)); }

/// The overlap of each source pixel with pixel x, which covers source / result of them. The middle one takes
/// the rounding error.
PlainWeights plain_halving(int source, int result, int x) {
  const double begin = static_cast<double>(source) * x / result,
               end = static_cast<double>(source) * (x + 1) / result;
  PlainWeights weights(static_cast<std::size_t>(source) + 1);
  for (int i = 2 * x; i < std::min(source, 2 * x + 3); ++i) {
    const double overlap = std::max(0.0, std::min(end, i + 1.0) - std::max(begin, i + 0.0));
    weights[static_cast<std::size_t>(i)] = plain_rounded(overlap / (end - begin) * 16384);
  }
  const auto third = 2 * x + 2 < source ? weights[static_cast<std::size_t>(2 * x + 2)] : 0;
  weights[static_cast<std::size_t>(2 * x + 1)] = 16384 - weights[static_cast<std::size_t>(2 * x)] - third;
  return weights;
}

/// Rows are blended and rounded to 2^-8, then columns to integers.
cv::Mat plain_halved(const cv::Mat& source) {
  const cv::Size size(source.cols / 2, source.rows / 2);
  cv::Mat result(size, CV_8UC1);
  for (int y = 0; y < size.height; ++y) {
    const PlainWeights rows = plain_halving(source.rows, size.height, y);
    std::vector<std::int64_t> blended(static_cast<std::size_t>(source.cols));
    for (int x = 0; x < source.cols; ++x) {
      std::int64_t sum = 32;
      for (int j = 0; j < source.rows; ++j)
        sum += source.at<std::uint8_t>(j, x) * rows[static_cast<std::size_t>(j)];
      blended[static_cast<std::size_t>(x)] = sum / 64;
    }
    for (int x = 0; x < size.width; ++x) {
      const PlainWeights columns = plain_halving(source.cols, size.width, x);
      std::int64_t sum = 1 << 21;
      for (std::size_t i = 0; i < blended.size(); ++i) sum += blended[i] * columns[i];
      result.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(sum >> 22);
    }
  }
  return result;
}

using Resize = std::function<void(const cv::Mat&, cv::Mat&, resize_kernel::Scratch&)>;

/// The pixels, and whether memory beyond the padding for vector code is untouched.
cv::Mat resized(const Resize& resize, const cv::Mat& source, cv::Size size) {
  const auto pixels = static_cast<std::size_t>(size.area());
  std::vector<std::uint8_t> storage(pixels + 2 * resize_kernel::kPadding, 77);
  cv::Mat result(size, CV_8UC1, storage.data());
  resize_kernel::Scratch scratch;
  resize(source, result, scratch);
  EXPECT_TRUE(std::all_of(storage.end() - resize_kernel::kPadding, storage.end(),
                          [](std::uint8_t byte) { return byte == 77; }));
  return result.clone();
}

void interpolated(const cv::Mat& source, cv::Mat& result, resize_kernel::Scratch& scratch) {
  resize_kernel::interpolate(source, result.rows, 0, result, scratch);
}

class ResizeOnEveryTarget : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(ResizeOnEveryTarget);

TEST_P(ResizeOnEveryTarget, InterpolatesAsPlainLoops) {
  for (const cv::Size from :
       {cv::Size(1, 1), cv::Size(2, 5), cv::Size(17, 3), cv::Size(40, 31), cv::Size(131, 9)}) {
    const cv::Mat image = noise(from.height + 2, from.width + 3, 1)(cv::Rect(cv::Point(1, 2), from));
    for (const double scale : {0.2, 0.5, 0.51, 0.7, 0.93, 1.0, 1.3, 2.9}) {
      const cv::Size to(std::max(1, cvRound(from.width * scale)), std::max(1, cvRound(from.height * scale)));
      ASSERT_TRUE(same_pixels(resized(interpolated, image, to), plain_interpolation(image, to)))
          << from << " to " << to;
    }
  }
}

TEST_P(ResizeOnEveryTarget, InterpolatesSomeRowsAsAll) {
  const cv::Mat image = noise(40, 33, 4);
  const cv::Size size(29, 36);
  const cv::Mat all = resized(interpolated, image, size);
  for (const auto& [first, end] : {std::pair(0, 1), {0, 20}, {17, 19}, {35, 36}}) {
    const auto some = [](const auto& rows) {
      return [rows](const cv::Mat& source, cv::Mat& result, resize_kernel::Scratch& scratch) {
        resize_kernel::interpolate(source, 36, rows, result, scratch);
      };
    };
    EXPECT_TRUE(same_pixels(resized(some(first), image, {29, end - first}), all.rowRange(first, end)))
        << first;
  }
}

/// Exact except for the final rounding: positions are in units of 2^-8.
cv::Mat plain_part(const cv::Mat& source, const resize_kernel::Stretch& columns,
                   const resize_kernel::Stretch& rows, cv::Size size) {
  const auto place = [](const resize_kernel::Stretch& stretch, int result, int i) {
    const double between = stretch.begin + (i + 0.5) * stretch.length / result - 0.5;
    return std::pair(static_cast<int>(std::floor(between)),
                     static_cast<int>((between - std::floor(between)) * 256));
  };
  const auto pixel = [&](int y, int x) {
    return static_cast<int>(
        source.at<std::uint8_t>(std::clamp(y, 0, source.rows - 1), std::clamp(x, 0, source.cols - 1)));
  };
  cv::Mat result(size, CV_8UC1);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const auto [left, right_share] = place(columns, size.width, x);
      const auto [top, lower_share] = place(rows, size.height, y);
      const int upper = pixel(top, left) * (256 - right_share) + pixel(top, left + 1) * right_share;
      const int lower = pixel(top + 1, left) * (256 - right_share) + pixel(top + 1, left + 1) * right_share;
      result.at<std::uint8_t>(y, x) =
          static_cast<std::uint8_t>((upper * (256 - lower_share) + lower * lower_share + 32768) / 65536);
    }
  }
  return result;
}

TEST_P(ResizeOnEveryTarget, InterpolatesPartsAsPlainLoops) {
  const cv::Mat image = noise(50, 70, 5)(cv::Rect(3, 2, 61, 44)), narrow = noise(9, 2, 6),
                dot = noise(1, 1, 7);
  resize_kernel::Scratch scratch;
  for (const cv::Mat& source : {image, narrow, dot}) {
    for (const auto& [columns, rows] :
         std::vector<std::pair<resize_kernel::Stretch, resize_kernel::Stretch>>{{{0, 61}, {0, 44}},
                                                                                {{5.3, 20.4}, {7.9, 33.1}},
                                                                                {{-12.6, 40}, {-30, 100}},
                                                                                {{50, 200}, {43.5, 0.4}}}) {
      for (const cv::Size size : {cv::Size(56, 56), cv::Size(64, 12), cv::Size(17, 9), cv::Size(3, 70)}) {
        cv::Mat result(size, CV_8UC1);
        resize_kernel::interpolate_part(source, columns, rows, result, scratch);
        ASSERT_TRUE(same_pixels(result, plain_part(source, columns, rows, size)))
            << source.size() << " from " << columns.begin << " to " << size;
      }
    }
  }
}

TEST_P(ResizeOnEveryTarget, HalvesAsPlainLoops) {
  for (const cv::Size from : {cv::Size(2, 2), cv::Size(3, 3), cv::Size(2, 7), cv::Size(64, 20),
                              cv::Size(65, 21), cv::Size(131, 4), cv::Size(30, 33)}) {
    const cv::Mat image = noise(from.height + 2, from.width + 3, 2)(cv::Rect(cv::Point(1, 2), from));
    const cv::Size to(from.width / 2, from.height / 2);
    ASSERT_TRUE(same_pixels(resized(resize_kernel::halve, image, to), plain_halved(image))) << from;
  }
}

/// The largest and the mean difference of two images.
std::pair<double, double> difference(const cv::Mat& a, const cv::Mat& b) {
  cv::Mat apart;
  cv::absdiff(a, b, apart);
  double largest = 0;
  cv::minMaxLoc(apart, nullptr, &largest);
  return {largest, cv::mean(apart)[0]};
}

// The bundled models were trained on OpenCV's pixels. These are the same as those of its portable code.
// Builds for other processors round differently, and all of them halve odd sides in floating point.
TEST(Resize, GivesThePixelsOfOpenCvOrNearlyThose) {
  const cv::Mat image = noise(61, 83, 3);
  for (const cv::Size to : {cv::Size(82, 60), cv::Size(75, 55), cv::Size(45, 33), cv::Size(160, 117)}) {
    cv::Mat expected;
    cv::resize(image, expected, to, 0, 0, cv::INTER_LINEAR);
    const auto [largest, mean] = difference(resized(interpolated, image, to), expected);
    EXPECT_LE(largest, 1) << to;
    EXPECT_LE(mean, 0.2) << to;
  }
  for (const cv::Size from : {cv::Size(83, 61), cv::Size(82, 60), cv::Size(82, 61), cv::Size(83, 60)}) {
    const cv::Size to(from.width / 2, from.height / 2);
    const cv::Mat part = image({{0, 0}, from});
    cv::Mat expected;
    cv::resize(part, expected, to, 0, 0, cv::INTER_AREA);
    const auto [largest, mean] = difference(resized(resize_kernel::halve, part, to), expected);
    EXPECT_LE(largest, 1) << from;
    EXPECT_LE(mean, 0.02) << from;
  }
}

}  // namespace
}  // namespace ocelli::internal::resize_kernel_test
