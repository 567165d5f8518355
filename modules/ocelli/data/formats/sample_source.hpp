#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "ocelli/data/formats/class_folders.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

using TableReading = std::variant<TableOptions, TableColumns>;

/// Reads samples of any supported kind, detected from the input:
///
///   a folder           one subfolder per class, containing images: class_folders.hpp
///   an IDX file        images, plain or gzip; `labels` is the IDX file of their labels: idx_file.hpp
///   a table            a label and values per row, plain or gzip: labeled_csv.hpp
///   -                  a table from the standard input
///
/// Without `labels` the samples of an IDX file are unlabeled. With `shape`, fit_image() brings images of
/// other sizes to it, and the rows of a table are images of that shape. `table` specifies how to read a
/// table: by options, or like the one a classifier was trained on. `reading` selects gray or color for the
/// images of a folder. Those of an IDX file are gray; if colors are requested, they get neutral color planes.
/// `limits` apply to each image, and to a table as to one image.
/// Throws  Error(Kind::input) naming the file when it is none of these, or like its reader;
/// Error(Kind::usage) for `labels` when the input already has labels, and for a shape that does not match a
/// table's rows or has no pixels.
Dataset read_samples(const std::filesystem::path& path,
                     const std::optional<std::filesystem::path>& labels = {},
                     std::optional<ImageShape> shape = {}, const TableReading& table = TableOptions(),
                     ImageReading reading = ImageReading::gray, const InputLimits& limits = {});

/// The name of a sample of `data`, read from `source`: its file, or "table.csv#17", counted from 0.
std::string item_name(const Dataset& data, const std::filesystem::path& source, std::size_t sample);

}  // namespace ocelli::internal
