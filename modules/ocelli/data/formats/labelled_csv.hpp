#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/data/samples/samples.hpp"
#include "ocelli/data/samples/table_columns.hpp"

namespace ocelli {

/// A table of samples, and how it was read.
struct Table {
  Samples samples;
  TableColumns columns;
  std::vector<std::string> notes;  ///< whole sentences: how it was read, and what looks like a mistake
};

/// Reads a table of samples, one a row: numbers, and the name of the sample's class in one of the columns.
///
/// Separator, header and the column of the labels are as TableOptions say or as find_separator() and names_columns()
/// find them; cells may be quoted (CsvRows). Numbers have decimal points or, between semicolons, commas. Missing values
/// (is_missing()) count as the median of their column, or are refused. Class names may be any text and are sorted by
/// sort_class_names(). `name` is the file for messages.
/// Throws  Error(Kind::input) naming file and line for a row with more or fewer cells than the first, a cell that is
///         no number or not finite (with its column), an empty label, too many classes, or a row of more than
///         AnnotationLimits::line_bytes; naming the file where there is no row at all, for a column without any value,
///         and for text in UTF-16. Error(Kind::usage) naming the option for columns that are not there.
/// Cost    about 30 ns a cell.
Table parse_table(std::string_view text, const std::string& name, const TableOptions& options = {});

/// The same for a table that is read as the one that a classifier was trained on: see layout_like(). Where labels are
/// optional, samples have them only if each has one.
Samples parse_table_like(std::string_view text, const std::string& name, const TableColumns& columns,
                         Labels labels);

/// The same from a file, plain or gzip, in UTF-8 or UTF-16. Throws also as read_table_text() and to_utf8().
Table read_table(const std::filesystem::path& path, const TableOptions& options = {},
                 const InputLimits& limits = {});
Samples read_table_like(const std::filesystem::path& path, const TableColumns& columns, Labels labels,
                        const InputLimits& limits = {});

/// The samples of a table whose last column is the label and whose missing values are refused.
Samples read_labelled_csv(const std::filesystem::path& path);

/// Whether a file's name is one of a table: *.csv, *.tsv, each also with .gz, in any case.
bool is_table_file(const std::filesystem::path& path);

}  // namespace ocelli
