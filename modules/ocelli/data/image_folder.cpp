#include "ocelli/data/image_folder.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include "ocelli/core/error.hpp"

namespace ocelli {

namespace fs = std::filesystem;

bool has_image_extension(const fs::path& path) {
  constexpr std::array<std::string_view, 10> kExtensions = {".png", ".jpg", ".jpeg", ".bmp",  ".pgm",
                                                            ".ppm", ".pnm", ".tif",  ".tiff", ".webp"};
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return std::ranges::count(kExtensions, extension) > 0;
}

std::vector<fs::path> list_images(const fs::path& folder) {
  std::error_code failure, no_file;
  require(fs::is_directory(folder, failure), Kind::input, "no such folder", folder.string());
  std::vector<fs::path> images;
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, kOptions, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (has_image_extension(entry->path()) && entry->is_regular_file(no_file))
      images.push_back(entry->path());
  }
  require(!failure, Kind::input, "cannot be listed: " + failure.message(), folder.string());
  std::ranges::sort(images, {}, &fs::path::native);
  return images;
}

}  // namespace ocelli
