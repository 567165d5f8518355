#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {

/// The dark print of a page without its rules and pictures, and its measures.
struct DarkPrint {
  cv::Mat ink;
  InkRuns runs;       ///< with rules and pictures
  double letter = 0;  ///< text_height()
  double skew = 0;    ///< skew_angle()

  /// `dark`: 255 on 0. It loses its rules and pictures.
  explicit DarkPrint(cv::Mat dark);

  bool is_letter(const cv::Rect& box) const;

  /// Whether there are more than a few letters.
  bool has_letters() const;
};

/// Colored components that stand in line with each other or with dark print, as letters do.
/// Cost    O(n log n) in the components.
class ColoredRows {
 public:
  /// `colored`: the components to judge.
  ColoredRows(const DarkPrint& print, std::span<const Component> colored);

  /// For each colored component, whether it is in line.
  std::vector<std::uint8_t> in_line() const;

  std::size_t size() const { return rows_.size(); }

  /// The row of a colored component, below size().
  std::size_t row_of(std::size_t piece) const { return rows_[piece]; }

 private:
  /// A component of colored ink, or of dark print beside it.
  struct Piece {
    cv::Rect box;
    bool is_dark = false;
  };

  double bottom(const cv::Rect& box) const { return box.br().y - skew_ * (box.x + box.width / 2.0); }
  double top(const cv::Rect& box) const { return box.y - skew_ * (box.x + box.width / 2.0); }
  bool are_in_line(const Piece& one, const Piece& other) const;
  bool is_level(const std::vector<std::size_t>& members) const;
  void join_neighbors();
  std::size_t root(std::size_t piece);
  void join(std::size_t one, std::size_t other);

  double letter_, skew_;
  std::size_t colored_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> rows_;  ///< of each piece, its first piece; a forest at first
};

}  // namespace ocelli::internal
