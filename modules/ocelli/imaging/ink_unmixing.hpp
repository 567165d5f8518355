#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {

/// Colored ink over print.
struct MarkedInk {
  const InkRuns& runs;
  std::span<const std::uint8_t> is_mark;      ///< of each component
  std::span<const std::uint32_t> drawing_of;  ///< each component; a drawing has one color
  std::size_t drawings = 0;
};

/// Raises the gray of marks to that of the print below: the optical densities of the mark and of neutral
/// print are unmixed for each pixel by least squares.
///
/// Requires  the colors of the page (8-bit, BGR) and its gray, of the same size as the marks; the color of
/// the paper: blue, green and red.
/// Cost      100 ns a pixel of ink.
/// Source    Ruifrok and Johnston 2001, Quantification of histochemical staining by color deconvolution.
void raise_to_print(cv::Mat& gray, const cv::Mat& bgr, const std::array<double, 3>& paper,
                    const MarkedInk& marks);

}  // namespace ocelli::internal
