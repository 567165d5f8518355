#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/data/samples/samples.hpp"
#include "ocelli/data/samples/table_columns.hpp"

namespace ocelli {

/// The most bytes that the images of a folder may take as samples, four for each pixel.
inline constexpr std::uint64_t kMostFolderBytes = std::uint64_t{1} << 33;

/// Samples, and what there is to say of them.
struct Dataset {
  Samples samples;
  std::vector<Problem> problems;   ///< files that had to be passed over
  std::vector<std::string> files;  ///< that of each sample; none where samples are items of one file
  TableColumns columns;            ///< of a table: how it was read
  std::vector<std::string>
      notes;  ///< whole sentences: what was done to the samples, what looks like a mistake
};

/// Reads a folder with one sub-folder a class, each with the images of that class in it and below it, as grey levels.
///
/// Classes are named by their sub-folders and sorted by sort_class_names(); sub-folders whose names begin with a dot
/// are passed over. Samples come class by class, in natural order of their paths. All are brought to `shape`, or to
/// that of the first image that can be read, by fit_image(); a note says so where no shape is given and sizes differ.
/// Files that cannot be read or ask for more than the limits are problems.
/// Throws  Error(Kind::input) when the folder is missing or holds no sub-folders, when a sub-folder holds no images,
///         or none at all can be read; Error(Kind::usage) when the samples would take more than kMostFolderBytes.
/// Cost    decodes with all threads; the result is the same for any number of them.
Dataset read_class_folders(const std::filesystem::path& folder, std::optional<ImageShape> shape = {},
                           const InputLimits& limits = {});

}  // namespace ocelli
