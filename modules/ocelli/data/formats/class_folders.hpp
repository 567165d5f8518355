#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// Limit for the images of a folder as samples, in bytes (four per pixel).
inline constexpr std::uint64_t kMaxFolderBytes = std::uint64_t{1} << 33;

/// What to read from images: gray levels; colors too; or colors if some of the images have any.
enum class ImageReading { gray, colors, colors_if_any };

/// Samples and notes on how they were read.
struct Dataset {
  Samples samples;
  std::vector<Problem> problems;   ///< files that were skipped
  std::vector<std::string> files;  ///< the file of each sample; empty if samples are items of one file
  TableColumns columns;            ///< of a table: how it was read
  std::vector<std::string> notes;  ///< complete sentences: what was done to the samples, likely mistakes
};

/// Reads a folder with one subfolder per class, each containing the images of that class (recursively), in
/// gray or color.
///
/// Classes are named after their subfolders and sorted by sort_class_names(). Subfolders with names that
/// begin with a dot are skipped. Samples are ordered by class, then in natural order of their paths.
/// fit_image() brings all of them to `shape`, or to the shape of the first readable image. A note reports
/// this when no shape is given and sizes differ. Color is detected from 32 evenly spaced images: an image has
/// colors if Cb or Cr is further than 8 from 128 at a twentieth of its pixels. Files that cannot be read or
/// exceed the limits are problems.
/// Throws  Error(Kind::input) when the folder is missing or has no subfolders, when a subfolder has no
/// images, or when no image can be read; Error(Kind::usage) when the samples would take more than
/// kMaxFolderBytes.
/// Cost    decodes with all threads; the result is the same for any number of them.
Dataset read_class_folders(const std::filesystem::path& folder, std::optional<ImageShape> shape = {},
                           ImageReading reading = ImageReading::gray, const InputLimits& limits = {});

}  // namespace ocelli::internal
