#pragma once

#include <filesystem>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli {

/// Whether the name has the extension of an image file: png jpg jpeg bmp pgm ppm pnm tif tiff webp, in any case.
bool has_image_extension(const std::filesystem::path& path);

/// Whether it has that of an image in a format that is not read: gif heic heif avif jxl jp2 psd. Such files get an error that says so.
bool has_other_image_extension(const std::filesystem::path& path);

/// The content of a folder and its subfolders.
struct FolderListing {
  std::vector<std::filesystem::path> files;
  std::vector<Problem> problems;  ///< subfolders that cannot be read
};

/// All files with matching names in a folder and its subfolders, in natural order of their paths (natural_less()), the
/// same on every machine.
///
/// Links to folders are not followed, so there are no loops. An empty result is not an error.
/// Throws Error(Kind::input) naming the folder when it is missing or cannot be listed.
FolderListing list_folder(const std::filesystem::path& folder,
                          bool (*is_wanted)(const std::filesystem::path&));

/// The same for image files.
FolderListing list_image_folder(const std::filesystem::path& folder);

/// The files alone, for callers that ignore unreadable subfolders.
std::vector<std::filesystem::path> list_images(const std::filesystem::path& folder);

}  // namespace ocelli
