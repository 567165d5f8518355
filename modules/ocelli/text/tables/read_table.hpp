#pragma once

#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ocelli::internal {

/// A cell of a table, over one or more rows and columns.
struct ReadCell {
  int row = 0, column = 0;  ///< of its top left place, from 0
  int row_span = 1, column_span = 1;
  cv::Rect box;      ///< pixels of the page
  std::string text;  ///< its lines, separated by spaces; empty without words
  /// 0 .. 1: the probability that its text is right, all characters of all words, given that the cell is at
  /// this place. 1 without words, and if a file contains them.
  float confidence = 1;
  /// The value of a number written in the convention of the page: "1.234,56", "(12)", "7-".
  std::optional<double> number = {};
};

/// A table of a page. Each place is in exactly one cell.
struct ReadTable {
  cv::Rect box;  ///< pixels of the page
  int rows = 0, columns = 0;
  int header_rows = 0;          ///< rows at the top that name the columns
  std::vector<ReadCell> cells;  ///< by row, then by column
  /// Whether it continues the last table of the page before, in the same file. Its heading rows repeat those
  /// of that table.
  bool continues = false;
};

}  // namespace ocelli::internal
