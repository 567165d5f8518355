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
  std::vector<std::string> left_out = {};  ///< "3 rows without a label", "2 columns without a value"
};

/// Reads a folder with one subfolder per class, each containing the images of that class (recursively), in
/// gray or color.
///
/// Classes are named after their subfolders and sorted by sort_class_names(). Samples are ordered by class,
/// then in natural order of their paths. What systems leave, such as hidden files and folders, is skipped; so
/// are files that are not images by their content, files beside the class folders and classes without images,
/// all with a note. Subfolders that are the parts of a data set (train, val, test and the like, with the same
/// class folders in each) are not classes: `part` selects what is read, and a note tells.
///
/// fit_image() brings all images to `shape`, or to the median of their widths and heights, at most
/// kMaxChosenSide; a note reports this if sizes differ. Color is detected from 32 evenly spaced images: an
/// image has colors if Cb or Cr is further than 8 from 128 at a twentieth of its pixels. Files that cannot be
/// read or exceed the limits are problems.
/// Throws  Error(Kind::input) when the folder is missing or has no subfolders, or when no image can be read;
/// Error(Kind::usage) when the samples would take more than kMaxFolderBytes.
/// Cost    decodes with all threads; the result is the same for any number of them.
Dataset read_class_folders(const std::filesystem::path& folder, std::optional<ImageShape> shape = {},
                           ImageReading reading = ImageReading::gray, const InputLimits& limits = {},
                           DataPart part = DataPart::training);

/// The longer side of a shape that is chosen from large images, in pixels.
inline constexpr int kMaxChosenSide = 256;

/// The subfolder with the part of a data set, if the folder has such parts: for training train, for a test
/// test or else val.
std::optional<std::filesystem::path> part_folder(const std::filesystem::path& folder, DataPart part);

}  // namespace ocelli::internal
