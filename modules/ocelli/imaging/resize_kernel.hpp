#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

/// Resizing for pyramids (internal), in integers: the same pixels on every machine. Written once with
/// Highway, compiled for every instruction set, and chosen at run time.
namespace ocelli::internal::resize_kernel {

/// Weights add up to 1. Those of interpolation are in units of 2^-11, those of a part in units of 2^-8, those
/// of halving in units of 2^-14.
constexpr int kLinearBits = 11;
constexpr int kPartBits = 8;
constexpr int kHalvingBits = 14;
/// Rows are halved first, to units of 2^-8, then columns.
constexpr int kHalvedRowBits = 8;
/// The number of columns looked up in one 128-bit register.
constexpr std::size_t kTapBlock = 4;
/// How far vector code may write or read past the end of a row or an image.
constexpr int kPadding = 64;

/// For each pixel along one axis of the result: the source pixel before its center, and the weight of the
/// next source pixel. Pixel x is centered at (x + 1/2) source / result - 1/2.
struct LinearTaps {
  std::vector<std::int32_t> first, share;
  /// For columns, where both source pixels of each column lie among 16 from the first one of its block of
  /// kTapBlock on. The positions are in bytes 0 and 2. The other bytes stand for no pixel. Empty if a block
  /// reaches further.
  std::vector<std::uint32_t> look_ups;
};

/// For each pixel along one axis of the halved image: the weights of source pixels 2 i, 2 i + 1 and 2 i + 2.
/// With an odd number of source pixels, one result pixel covers slightly more than two of them. The overlaps
/// are the weights.
struct HalvingTaps {
  std::vector<std::int32_t> weights[3];
};

/// Column taps stay within the source and are padded so that vector code may read past the end. Row taps
/// repeat the first row above the source and the last row below it.
void set_column_taps(int source, int result, LinearTaps& taps);
void set_row_taps(int source, int result, int first_row, int rows, LinearTaps& taps);
void set_halving_taps(int source, HalvingTaps& taps);

/// A stretch of source pixels along one axis. It may begin and end between pixels and reach beyond the
/// source.
struct Stretch {
  double begin, length;
};

/// Working memory, reused from image to image.
struct Scratch {
  LinearTaps columns, rows;
  HalvingTaps halving_columns, halving_rows;
  std::vector<std::uint8_t> source_row;
  std::vector<std::int16_t> blended_rows[2];  ///< source rows with even and with odd y
  std::vector<std::int32_t> part_rows[2];     ///< the same for a part
  std::vector<std::uint16_t> halved_row;
};

/// Interpolates linearly to the width of `result` and to `height` rows. `result` receives those from
/// `first_row` on. The arithmetic is that of OpenCV's fixed-point resize: a sum over columns keeps 7 of its
/// 11 bits, and each row's part of the sum over rows is truncated to 2 of 18. So models trained on OpenCV's
/// pixels keep their scores.
/// Requires  8-bit gray, and kPadding writable bytes after the rows of `result`, which must be contiguous.
/// Cost  one pass over the result and over the source rows that it covers.
void interpolate(const cv::Mat& source, int height, int first_row, cv::Mat& result, Scratch& scratch);

/// Interpolates a part of the source linearly to the size of `result`: exactly, rounded once. Outside the
/// source its border is replicated. Requires 8-bit gray.
/// Cost  one pass over the result and over the part's rows.
void interpolate_part(const cv::Mat& source, const Stretch& columns, const Stretch& rows, cv::Mat& result,
                      Scratch& scratch);

/// The mean of the two by two source pixels (three for an odd side) that each pixel of `result` covers,
/// weighted by their overlap. Requires 8-bit gray, at least two source pixels a side, and a result with half
/// as many, rounded down.
void halve(const cv::Mat& source, cv::Mat& result, Scratch& scratch);

}  // namespace ocelli::internal::resize_kernel
