#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ocelli/data/formats/input_places.hpp"
#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/formats/table_reader.hpp"
#include "ocelli/data/formats/text_counts.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli/samples/table_columns.hpp"

/// Notes about a table; part of labeled_csv.hpp.
namespace ocelli::internal {

/// What was found in a table while it was read.
struct TableFindings {
  const std::string& name;
  std::size_t missing = 0;            ///< numbers
  std::span<const TextCounts> texts;  ///< of each column
  const InputPlaces& places;
};

/// Complete sentences: how a table was read, and likely mistakes.
std::vector<std::string> notes_on(const Samples& samples, const TableLayout& layout,
                                  const TableOptions& options, const TableFindings& found);

/// How many cells contain text that the training categories do not cover, if there are any.
std::vector<std::string> notes_on_unknown_texts(const TableReader& reader, const TableLayout& layout);

}  // namespace ocelli::internal
