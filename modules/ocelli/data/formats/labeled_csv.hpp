#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/formats/table_reader.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// A table of samples, and how it was read.
struct Table {
  Samples samples;
  TableColumns columns;
  std::vector<std::string> notes;          ///< complete sentences: how it was read, likely mistakes
  std::vector<Problem> problems = {};      ///< rows that are left out because they cannot be read
  std::vector<std::string> left_out = {};  ///< as of a Dataset
  std::vector<RowError> errors = {};       ///< of samples that stand for such rows
};

/// Reads a table of samples, one per row, with the name of the sample's class in one column: a text of cells
/// between separators (table_rows.hpp), ARFF or JSON Lines (table_text.hpp).
///
/// What columns contain decides how they are read (input_plan.hpp): as numbers in any usual spelling
/// (table_cells.hpp), dates and times (table_dates.hpp), or categories: each of a column's 64 most frequent
/// texts is one value of a sample, 1 if the cell is that text, else 0. Missing values (MissingTexts) are
/// replaced by the median of their column, or rejected. A numeric column with five or more missing has one
/// value more, 1 if it is missing, else 0. In a column of categories all values of a missing cell are 0.
/// Class names may be any text and are sorted by sort_class_names(). Rows without a label, or with another
/// number of cells, are left out with a note or a problem. Throws  Error(Kind::input) naming the file when it
/// has no rows, when more rows are spoiled than not, for a label that is a measurement (require_classes()),
/// for values that take more than limits.max_megabytes, and for text in UTF-16; naming the line for missing
/// values that are rejected, and for too many classes. Error(Kind::usage) naming the option for columns that
/// do not exist. Cost    about 100 ns per cell, 200 ns with text.
Table parse_table(std::string_view text, const std::string& name, const TableOptions& options = {},
                  const InputLimits& limits = {});

/// The same for a table that is read like the one a classifier was trained on: see layout_like(). If labels
/// are optional, the class of rows without one is "", samples have labels if any row has one, and a spoiled
/// row is a sample with an error. Text that is not a category of its column counts as none, and text among
/// numbers as missing. A note reports how much there is. Also throws  Error(Kind::input) if no cell is a
/// value: the table is another one, or its separator is.
Table parse_table_like(std::string_view text, const std::string& name, const TableColumns& columns,
                       Labels labels, const InputLimits& limits = {});

/// The same from a file, plain or gzip, or the standard input, "-". Also throws like read_table_text().
Table read_table(const std::filesystem::path& path, const TableOptions& options = {},
                 const InputLimits& limits = {});
Table read_table_like(const std::filesystem::path& path, const TableColumns& columns, Labels labels,
                      const InputLimits& limits = {});

/// The samples of a table with the label in the last column. Missing values are rejected.
Samples read_labeled_csv(const std::filesystem::path& path);

/// Whether a file is a table: by its name (csv, tsv, arff, jsonl, ndjson, also with .gz, in any case), or by
/// its content if it is text whose first lines have the same number of cells.
bool is_table_file(const std::filesystem::path& path);

}  // namespace ocelli::internal
