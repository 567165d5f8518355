#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ocelli/pipelines/sources/shard.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// A folder for the results of each input: one file per extension.
struct OutputFolder {
  std::filesystem::path path;
  std::vector<std::string> endings;  ///< ".txt", ".pdf"
  /// Skip inputs with a complete set of output files, none older than the input.
  bool resume = false;

  /// The file of these results.
  /// Requires  an item with an output.
  std::filesystem::path file_of(const Item& item, std::string_view ending) const {
    return path / (item.output + std::string(ending));
  }
};

/// The folder of an item's file, relative to the searched folder. Empty if no folder was searched, and for
/// files outside it, such as those from lists.
std::filesystem::path subfolder_of(const Item& item);

/// The items of a source with the names of their outputs (Item::output). The name is that of the input
/// without its extension, in the same subfolder as below the searched folder ("box1/p1" for
/// scans/box1/p1.png). If an earlier input has the name already, the input gets "p1-2", and so on: the same
/// inputs in the same order always get the same names. Repeated inputs are skipped.
///
/// A shard here consists of inputs, not pages, because the pages of an input share a file.
std::unique_ptr<Source> named_items(std::unique_ptr<Source> source, const OutputFolder& folder,
                                    const Shard& shard = {});

}  // namespace ocelli::internal
