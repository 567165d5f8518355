#pragma once

#include <cstddef>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>

namespace ocelli {

/// A run of letters as far as columns are concerned.
struct Piece {
  cv::Rect box;
  double height = 0;  ///< of its small letters
  double foot = 0;    ///< of its baseline's middle
  std::size_t letters = 0;
};

/// White between two columns that are read one after the other, from a row up to another.
struct Gutter {
  double x = 0;
  int top = 0, bottom = 0;
};

/// The tallest gutter between columns: white that no piece crosses for several lines, with running text on both sides, or
/// with short lines whose baselines differ. Tables, forms, lists and typewriter's gaps have none.
/// Obstacles are ink that no gutter crosses either: hyphens, leaders.
/// Requires  height > 0: text_height().
/// Cost      O(n log n) for pages of text.
std::optional<Gutter> column_gutter(std::span<const Piece> pieces, std::span<const cv::Rect> obstacles,
                                    double height);

}  // namespace ocelli
