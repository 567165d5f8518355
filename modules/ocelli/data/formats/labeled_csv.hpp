#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// A table of samples, and how it was read.
struct Table {
  Samples samples;
  TableColumns columns;
  std::vector<std::string> notes;  ///< complete sentences: how it was read, likely mistakes
};

/// Reads a table of samples, one per row: numbers or text, with the name of the sample's class in one column.
/// `name` is the file for messages.
///
/// Separator, header and label column come from TableOptions or are detected by find_separator() and
/// names_columns(). Cells may be quoted (CsvRows). Numbers have decimal points or, between semicolons,
/// decimal commas.
///
/// A column with more text than numbers, or one that the options name, is a column of categories: each of its
/// 64 most frequent texts is one value of a sample, 1 if the cell is that text, else 0. Missing values
/// (is_missing()) are replaced by the median of their column, or rejected. A numeric column with five or more
/// missing has a second value, 1 if it is missing, else 0. In a column of categories all values of a missing
/// cell are 0. Class names may be any text and are sorted by sort_class_names().
/// Throws  Error(Kind::input) naming file and line for a row with more or fewer cells than the first, text in
/// a column of numbers or a number that is not finite (with its column), an empty label, too many classes, or
/// a row of more than AnnotationLimits::line_bytes. Error(Kind::input) naming the file when it has no rows,
/// for a column without any value or with a different text in nearly every row, for values that take more
/// than limits.max_megabytes, and for text in UTF-16. Error(Kind::usage) naming the option for columns that
/// do not exist.
/// Cost    about 30 ns per cell, 150 ns with text.
Table parse_table(std::string_view text, const std::string& name, const TableOptions& options = {},
                  const InputLimits& limits = {});

/// The same for a table that is read like the one a classifier was trained on: see layout_like(). If labels
/// are optional, samples have them only if every row has one. Text that is not a category of its column
/// counts as none. A note reports how much there is.
Table parse_table_like(std::string_view text, const std::string& name, const TableColumns& columns,
                       Labels labels, const InputLimits& limits = {});

/// The same from a file, plain or gzip. Also throws like read_table_text().
Table read_table(const std::filesystem::path& path, const TableOptions& options = {},
                 const InputLimits& limits = {});
Table read_table_like(const std::filesystem::path& path, const TableColumns& columns, Labels labels,
                      const InputLimits& limits = {});

/// The samples of a table with the label in the last column. Missing values are rejected.
Samples read_labeled_csv(const std::filesystem::path& path);

/// Whether a file name is that of a table: *.csv or *.tsv, also with .gz, in any case.
bool is_table_file(const std::filesystem::path& path);

}  // namespace ocelli::internal
