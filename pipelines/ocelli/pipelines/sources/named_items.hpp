#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ocelli/pipelines/sources/shard.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// A folder for the results of each input: a file for each extension.
struct OutputFolder {
  std::filesystem::path path;
  std::vector<std::string> endings;  ///< ".txt", ".pdf"
  /// Pass over inputs whose files are all there, none older than the input.
  bool resume = false;

  /// The file of these results.
  /// Requires  an item with an output.
  std::filesystem::path file_of(const Item& item, std::string_view ending) const {
    return path / (item.output + std::string(ending));
  }
};

/// The folder of an item's file below the folder that was searched; empty where none was, and for files that
/// are not below it, as those of lists.
std::filesystem::path subfolder_of(const Item& item);

/// The items of a source with the names of their outputs (Item::output): that of the input without its
/// extension, in the same subfolder as below the folder that was searched ("box1/p1" of scans/box1/p1.png).
/// An input whose name another one before it has gets "p1-2", and so on: the same inputs in the same order
/// always get the same names. An input that occurred before is passed over.
///
/// A shard is one of inputs here, not of their pages, which have one file.
std::unique_ptr<Source> named_items(std::unique_ptr<Source> source, const OutputFolder& folder,
                                    const Shard& shard = {});

}  // namespace ocelli::internal
