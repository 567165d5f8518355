#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>
#include <vector>

namespace ocelli::internal {

/// A run of letters for column detection.
struct Piece {
  cv::Rect box;
  double height = 0;  ///< of its lowercase letters
  double foot = 0;    ///< y of the middle of its baseline
  std::size_t letters = 0;
};

/// The white space between two columns that are read one after the other, from row `top` to row `bottom`.
struct Gutter {
  double x = 0;
  int top = 0, bottom = 0;
  std::vector<std::uint32_t> insets = {};  ///< pieces across it that both columns make room for
};

/// Finds the tallest column gutter: white space that no run crosses for several lines, with running text on
/// both sides, or with short lines whose baselines differ. Tables, forms, lists and wide typewriter gaps have
/// none. No gutter crosses obstacles, which are other ink such as hyphens and leaders.
/// Requires  height > 0, from text_height().
/// Cost      O(n log n) for pages of text.
std::optional<Gutter> column_gutter(std::span<const Piece> pieces, std::span<const cv::Rect> obstacles,
                                    double height);

}  // namespace ocelli::internal
