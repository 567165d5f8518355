#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "ocelli/data/formats/class_folders.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/data/samples/table_columns.hpp"

namespace ocelli {

using TableReading = std::variant<TableOptions, TableColumns>;

/// Reads samples of any known kind, told apart by what is there:
///
///   a folder           one sub-folder a class, images in it: class_folders.hpp
///   an IDX file        images, plain or gzip; `labels` is the IDX file of their labels: idx_file.hpp
///   *.csv, *.tsv       numbers and a label a row, plain or gzip: labelled_csv.hpp
///
/// Without `labels` the samples of an IDX file have none. With `shape` images of other sizes are brought to it by
/// fit_image(), and the rows of a table are taken for images of that shape. `table` says how a table is read: by options,
/// or as the one that a classifier was trained on. `limits` hold for each image, and for a table as for one.
/// Throws  Error(Kind::input) naming the file when it is none of these, or as its reader does; Error(Kind::usage) for
///         labels where there are some already, and for a shape that is not that of a table's rows or has no pixel.
Dataset read_samples(const std::filesystem::path& path,
                     const std::optional<std::filesystem::path>& labels = {},
                     std::optional<ImageShape> shape = {}, const TableReading& table = TableOptions(),
                     const InputLimits& limits = {});

/// What a sample of `data` is called, which was read from `source`: its file, or "table.csv#17", counted from 0.
std::string item_name(const Dataset& data, const std::filesystem::path& source, std::size_t sample);

}  // namespace ocelli
