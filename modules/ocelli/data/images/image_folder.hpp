#pragma once

#include <filesystem>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli {

/// Whether the name ends as image files do: png jpg jpeg bmp pgm ppm pnm tif tiff webp, in either case.
bool has_image_extension(const std::filesystem::path& path);

/// What a folder and the folders below it hold.
struct FolderListing {
  std::vector<std::filesystem::path> files;
  std::vector<Problem> problems;  ///< folders below that cannot be read
};

/// All files of the wanted names in a folder and the folders below it, in natural order of their paths (natural_less()), the
/// same on every machine.
///
/// Links to folders are not followed, so there are no loops. An empty result is no error here.
/// Throws Error(Kind::input) naming the folder when it is missing or cannot be listed itself.
FolderListing list_folder(const std::filesystem::path& folder,
                          bool (*is_wanted)(const std::filesystem::path&));

/// The same of image files.
FolderListing list_image_folder(const std::filesystem::path& folder);

/// The files alone, for whoever takes what there is.
std::vector<std::filesystem::path> list_images(const std::filesystem::path& folder);

}  // namespace ocelli
