#include "ocelli/features/channels/gradient_channels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/features/channels/gradient_kernel.hpp"

namespace ocelli::internal {
namespace {

constexpr double kMean = 128, kDeviation = 48, kDeviationFloor = 4;
constexpr int kSideMinimum = 8, kSideLimit = 256;

/// The table that normalizes a picture's gray levels.
std::array<std::uint8_t, 256> normalization(const cv::Mat& picture) {
  gradient_kernel::Moments all;
  for (int y = 0; y < picture.rows; ++y) {
    const auto row =
        gradient_kernel::moments(picture.ptr<std::uint8_t>(y), static_cast<std::size_t>(picture.cols));
    all.sum += row.sum;
    all.squares += row.squares;
  }
  const auto pixels = static_cast<double>(picture.total());
  const double mean = static_cast<double>(all.sum) / pixels;
  const double variance = static_cast<double>(all.squares) / pixels - mean * mean;
  const double gain = kDeviation / std::sqrt(std::max(variance, kDeviationFloor * kDeviationFloor));
  std::array<std::uint8_t, 256> levels;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const double normal = kMean + (static_cast<double>(level) - mean) * gain;
    levels[level] = static_cast<std::uint8_t>(std::clamp(normal + 0.5, 0.0, 255.0));
  }
  return levels;
}

constexpr std::size_t kRowPadding = gradient_kernel::kPadding;

/// A picture's mapped gray levels, with room around each row. The pixels around the picture repeat its
/// border.
class PaddedRows {
 public:
  PaddedRows(const cv::Mat& picture, const std::array<std::uint8_t, 256>& levels,
             std::vector<std::uint8_t>& storage)
      : last_(picture.rows - 1), stride_(static_cast<std::size_t>(picture.cols) + 1 + kRowPadding) {
    storage.resize(stride_ * static_cast<std::size_t>(picture.rows));
    first_row_ = storage.data() + 1;
    const auto width = static_cast<std::size_t>(picture.cols);
    for (int y = 0; y < picture.rows; ++y) {
      const auto* const row = picture.ptr<std::uint8_t>(y);
      std::uint8_t* const out = first_row_ + static_cast<std::size_t>(y) * stride_;
      for (std::size_t x = 0; x < width; ++x) out[x] = levels[row[x]];
      *(out - 1) = out[0];
      out[width] = out[width - 1];
    }
  }

  const std::uint8_t* row(int y) const {
    return first_row_ + static_cast<std::size_t>(std::clamp(y, 0, last_)) * stride_;
  }

 private:
  int last_;
  std::size_t stride_;
  std::uint8_t* first_row_;
};

/// Lays out column sums in one array.
gradient_kernel::ColumnSums column_sums(std::size_t width, std::vector<std::uint32_t>& storage) {
  const std::size_t stride = width + kRowPadding;
  gradient_kernel::ColumnSums sums{};
  storage.resize(stride * (sums.gray.size() + sums.magnitude.size() + sums.orientations.size()));
  std::uint32_t* next = storage.data();
  const auto place = [&](auto& rows) {
    for (std::uint32_t*& row : rows) row = std::exchange(next, next + stride);
  };
  place(sums.gray);
  place(sums.magnitude);
  place(sums.orientations);
  return sums;
}

}  // namespace

GradientChannels::GradientChannels(cv::Size picture)
    : picture_(picture),
      size_(2 * cells(picture, kCell) +
            static_cast<std::size_t>(kOrientations) * cells(picture, kOrientationCell)) {
  const auto fits = [](int side) {
    return side >= kSideMinimum && side <= kSideLimit && side % kOrientationCell == 0;
  };
  require(fits(picture.width) && fits(picture.height), Kind::usage,
          "expected an image with sides of 8 to 256 pixels, multiples of 4");
}

void GradientChannels::compute(const cv::Mat& picture, std::span<std::uint8_t> channels,
                               Scratch& scratch) const {
  const PaddedRows gray(picture, normalization(picture), scratch.gray);
  const auto width = static_cast<std::size_t>(picture_.width);
  const gradient_kernel::ColumnSums sums = column_sums(width, scratch.sums);
  constexpr std::size_t kFineSide = kCell, kCoarseSide = kOrientationCell;
  constexpr int kFineShift = 2;  // for 2 x 2 pixels
  // For 16 magnitudes in six directions. Twice their mean makes better use of a byte.
  constexpr int kCoarseShift = 3;
  const std::size_t fine = cells(picture_, kCell), coarse = cells(picture_, kOrientationCell);
  const std::size_t columns = width / kFineSide, coarse_columns = width / kCoarseSide;
  std::uint8_t* const grays = channels.data();
  std::uint8_t* const magnitudes = grays + fine;
  std::uint8_t* orientations = magnitudes + fine;
  for (int y = 0; y < picture_.height; y += kOrientationCell, orientations += coarse_columns) {
    gradient_kernel::sum_columns(
        {gray.row(y - 1), gray.row(y), gray.row(y + 1), gray.row(y + 2), gray.row(y + 3), gray.row(y + 4)},
        width, sums);
    for (std::size_t half = 0; half < 2; ++half) {
      const std::size_t at = (static_cast<std::size_t>(y) / kFineSide + half) * columns;
      gradient_kernel::write_cells(sums.gray[half], kFineSide, kFineShift, columns, grays + at);
      gradient_kernel::write_cells(sums.magnitude[half], kFineSide, kFineShift, columns, magnitudes + at);
    }
    for (std::size_t o = 0; o < kOrientations; ++o)
      gradient_kernel::write_cells(sums.orientations[o], kCoarseSide, kCoarseShift, coarse_columns,
                                   orientations + o * coarse);
  }
}

}  // namespace ocelli::internal
