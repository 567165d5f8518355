#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

/// Resizing for pyramids (internal), in integers: the same pixels on every machine. Written once with
/// Highway, compiled for every instruction set, chosen at run time.
namespace ocelli::internal::resize_kernel {

/// Weights of interpolation are in units of 2^-11, those of a part's in units of 2^-8, those of halving in
/// units of 2^-14; they add up to 1.
constexpr int kLinearBits = 11;
constexpr int kPartBits = 8;
constexpr int kHalvingBits = 14;
/// Rows are halved to units of 2^-8 before columns are.
constexpr int kHalvedRowBits = 8;
/// So many columns are looked up in one register of 128 bits.
constexpr std::size_t kTapBlock = 4;
/// What vector code may write or read past the end of a row or an image.
constexpr int kPadding = 64;

/// For each pixel along one axis of the result: the source pixel before its center, and the weight of the one
/// after that. Pixel x is centered at (x + 1/2) source / result - 1/2.
struct LinearTaps {
  std::vector<std::int32_t> first, share;
  /// Of columns: where both source pixels of each lie among 16 from the first one of its block of kTapBlock
  /// on, in bytes 0 and 2; the other bytes stand for no pixel. Empty where a block reaches further.
  std::vector<std::uint32_t> look_ups;
};

/// For each pixel along one axis of the halved image: the weights of source pixels 2 i, 2 i + 1 and 2 i + 2.
/// Of an odd number of source pixels one half is a bit more than two of them: their overlaps with the pixel
/// are the weights.
struct HalvingTaps {
  std::vector<std::int32_t> weights[3];
};

/// Of columns: within the source, and padded so that vector code may read past the end. Of some rows: before
/// the source's first row and after its last one comes the same row again.
void set_column_taps(int source, int result, LinearTaps& taps);
void set_row_taps(int source, int result, int first_row, int rows, LinearTaps& taps);
void set_halving_taps(int source, HalvingTaps& taps);

/// A stretch of source pixels along one axis, which may begin and end between pixels and reach beyond the
/// source.
struct Stretch {
  double begin, length;
};

/// Working memory, reused from image to image.
struct Scratch {
  LinearTaps columns, rows;
  HalvingTaps halving_columns, halving_rows;
  std::vector<std::uint8_t> source_row;
  std::vector<std::int16_t> blended_rows[2];  ///< of the source with even and with odd y
  std::vector<std::int32_t> part_rows[2];     ///< the same of a part
  std::vector<std::uint16_t> halved_row;
};

/// Interpolates linearly to the width of `result` and to `height` rows, of which `result` takes those from
/// `first_row` on. The arithmetic is that of OpenCV's resize in fixed point: of its columns a sum keeps 7 of
/// its 11 bits, and each row's part of the sum of rows is truncated to 2 of 18. So models trained on OpenCV's
/// pixels keep their scores. Requires 8-bit gray, and kPadding writable bytes behind the rows of `result`,
/// which lie one behind the other.
/// Cost  one pass over the result and over the source's rows beside its own.
void interpolate(const cv::Mat& source, int height, int first_row, cv::Mat& result, Scratch& scratch);

/// Interpolates a part of the source linearly to the size of `result`: exactly, and rounded once. Beyond the
/// source its border is replicated. Requires 8-bit gray.
/// Cost  one pass over the result and over the part's
/// rows.
void interpolate_part(const cv::Mat& source, const Stretch& columns, const Stretch& rows, cv::Mat& result,
                      Scratch& scratch);

/// The mean of the two by two (of an odd side: three) source pixels that each pixel of `result` covers,
/// weighted by their overlap. Requires the same, at least two source pixels a side, and a result of half as
/// many, rounded down.
void halve(const cv::Mat& source, cv::Mat& result, Scratch& scratch);

}  // namespace ocelli::internal::resize_kernel
