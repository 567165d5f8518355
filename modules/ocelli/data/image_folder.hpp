#pragma once

#include <filesystem>
#include <vector>

namespace ocelli {

/// Whether the name ends as image files do: png jpg jpeg bmp pgm ppm pnm tif tiff webp, in either case.
bool has_image_extension(const std::filesystem::path& path);

/// All image files in a folder and the folders below it, in byte-wise order of their paths, the same on every
/// machine.
///
/// Links to folders are not followed, so there are no loops. An empty result is no error here.
/// Throws Error(Kind::input) naming the folder when it is missing or cannot be listed.
std::vector<std::filesystem::path> list_images(const std::filesystem::path& folder);

}  // namespace ocelli
