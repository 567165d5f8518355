#pragma once

#include <memory>
#include <span>

#include "ocelli/pipelines/output/result_format.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"

namespace ocelli::internal {

/// The extension of a format's files.
std::string_view ending_of_files(const ResultFormat& format);

/// A writer of results to a folder: a file in each format for each input, with all its pages. The items are
/// those of named_items() for the same folder.
///
/// A file appears when it is complete (NewFile). An input of which nothing could be read gets none.
/// Throws  Error(Kind::output) naming a folder that cannot be made or written to, at once.
std::unique_ptr<ResultWriter> open_result_folder(std::span<const ResultFormat* const> formats,
                                                 const OutputFolder& folder);

}  // namespace ocelli::internal
