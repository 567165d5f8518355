#pragma once

#include <vector>

#include "ocelli/text/layout/page_ink.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/tables/read_table.hpp"

namespace ocelli::internal {

/// Finds the tables of a page that was read, from top to bottom:
///   1. Rules that enclose cells (ruled_grid()). Rows without rules between them are parted by their texts.
///   2. Level rules of one width above each other, with columns of texts between them.
///   3. Rows of texts with white space between columns.
///
/// Rows of 2 and 3 are tables if their texts are aligned in columns (is_table()). Cells get the words in
/// them.
///
/// Requires  the text of the page that the ink is of, after the same quarter turns.
/// Cost      O(words log words) and O(rules^2); small next to reading.
/// Source    the lattice and stream methods of Nurminen 2013, Algorithmic extraction of data in tables in
/// PDF documents; for each step, see its header.
std::vector<ReadTable> find_tables(const PageText& text, const PageInk& page);

}  // namespace ocelli::internal
