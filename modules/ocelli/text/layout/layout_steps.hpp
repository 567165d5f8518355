#pragma once

#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/text/layout/layout.hpp"
#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli::internal {

/// The x-height of each line. If all letters of a line have the same height, similar lines nearby decide
/// whether they are lowercase or capitals. Without such lines, they are assumed to be capitals.
/// Cost      O(n).
std::vector<double> small_heights(const std::vector<LetterRun>& lines);

/// Whether each of the runs is not a line but lies within another run with more letters: broken letters,
/// superscripts, subscripts, quotes.
/// Cost      O(n log n).
std::vector<bool> inner_runs(const std::vector<Component>& list, const std::vector<LetterRun>& runs);

/// Assigns every component without a line to the line that its position suggests, if there is one: dots,
/// accents, commas, hyphens, superscripts, subscripts, isolated marks, and letters that touch those of
/// another line. Skips components separated by white from the letter of the line above or below: they are ink
/// of the next line.
/// Ensures   a line's letters are unsorted; its box contains all of them.
/// Cost      O(n log n). Each part above or below a line's small letters, or beside its dots, also costs the
/// number of letters of the line.
void add_parts(const std::vector<Component>& list, const std::vector<InkRole>& roles,
               std::vector<LetterRun>& lines);

/// A large letter that begins the first of two or more lines beside it: a drop capital.
struct Initial {
  std::uint32_t letter = 0;  ///< index of its component
  std::uint32_t next = 0;    ///< the first letter of the first line beside it
};

/// Finds initials. They lose their role and their runs, and the boxes of the runs beside them grow to cover
/// them, so that columns have straight edges.
/// Cost      O(n) runs for each component that is taller than letters.
std::vector<Initial> take_initials(const std::vector<Component>& list, std::vector<InkRole>& roles,
                                   std::vector<LetterRun>& runs, double height);

/// Runs that number the lines of a page, from top to bottom.
struct MarginNumbers {
  std::vector<LetterRun> left, right;
};

/// Takes out numbers in the margins: beside each line at one pitch, as on legal pages, or beside each fifth
/// line or so, as in poems. Numbers of lists, followed by a mark, and of tables stay.
/// Cost      O(n) runs for each number.
MarginNumbers take_margin_numbers(const std::vector<Component>& list, const std::vector<InkRole>& roles,
                                  std::vector<LetterRun>& runs, double height);

/// Parts runs that cross a gutter no wider than a wide space: many lines of running text begin flush with it,
/// and may end flush with it on its other side. The boxes of the runs beside it shrink, so that it is as wide
/// as other gutters.
///
/// Cost      O(n log n); each gap in a line also costs the letters of the lines around it.
void part_at_narrow_gutters(const std::vector<Component>& list, std::vector<LetterRun>& runs, double height);

/// Joins runs into lines, and lines into blocks in reading order: columns one after the other, everything
/// else row by row. A page with room for only one row is one line. No column gutter crosses obstacles, which
/// are marks such as hyphens and leaders.
/// Requires  height > 0, from text_height().
/// Cost      O(n log n) per level of nested columns, at most 16 levels.
std::vector<std::vector<LetterRun>> order_blocks(const std::vector<Component>& list,
                                                 std::vector<LetterRun> runs,
                                                 std::span<const cv::Rect> obstacles, double height);

/// The same without columns: all rows from top to bottom.
std::vector<std::vector<LetterRun>> order_rows(const std::vector<Component>& list,
                                               std::vector<LetterRun> runs, double height);

/// The lines of a page that is laid out in a certain way, in blocks in reading order.
/// Requires  as order_blocks().
std::vector<std::vector<LetterRun>> blocks_in(LayoutMode mode, const std::vector<Component>& list,
                                              std::vector<LetterRun> runs,
                                              std::span<const cv::Rect> obstacles, double height);

}  // namespace ocelli::internal
