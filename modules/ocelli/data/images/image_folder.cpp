#include "ocelli/data/images/image_folder.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/natural_order.hpp"

namespace ocelli {

namespace fs = std::filesystem;

namespace {

/// In any case.
bool has_extension(const fs::path& path, std::span<const std::string_view> extensions) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return std::ranges::count(extensions, extension) > 0;
}

}  // namespace

bool has_image_extension(const fs::path& path) {
  constexpr std::array<std::string_view, 10> kExtensions = {".png", ".jpg", ".jpeg", ".bmp",  ".pgm",
                                                            ".ppm", ".pnm", ".tif",  ".tiff", ".webp"};
  return has_extension(path, kExtensions);
}

bool has_other_image_extension(const fs::path& path) {
  constexpr std::array<std::string_view, 7> kExtensions = {".gif", ".heic", ".heif", ".avif",
                                                           ".jxl", ".jp2",  ".psd"};
  return has_extension(path, kExtensions);
}

namespace {

/// Adds what one folder holds, and puts the folders in it on the list of those to be gone through.
void list_one(const fs::path& folder, bool (*is_wanted)(const fs::path&), std::vector<fs::path>& files,
              std::vector<fs::path>& folders, std::error_code& failure) {
  std::error_code no_file;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->is_directory(no_file) && !entry->is_symlink(no_file)) folders.push_back(entry->path());
    if (is_wanted(entry->path()) && entry->is_regular_file(no_file)) files.push_back(entry->path());
  }
}

}  // namespace

FolderListing list_folder(const fs::path& folder, bool (*is_wanted)(const fs::path&)) {
  std::error_code failure;
  require(fs::is_directory(folder, failure), Kind::input, "no such folder", folder.native());
  FolderListing listing;
  std::vector<fs::path> folders;
  list_one(folder, is_wanted, listing.files, folders, failure);
  require(
      !failure, Kind::input, [&] { return "cannot be listed: " + failure.message(); }, folder.native());
  while (!folders.empty()) {
    const fs::path next = std::move(folders.back());
    folders.pop_back();
    list_one(next, is_wanted, listing.files, folders, failure);
    if (failure) listing.problems.push_back({next.string(), "cannot be listed: " + failure.message()});
  }
  std::ranges::sort(listing.files, natural_less, &fs::path::native);
  std::ranges::sort(listing.problems, natural_less, &Problem::where);
  return listing;
}

FolderListing list_image_folder(const fs::path& folder) { return list_folder(folder, has_image_extension); }

std::vector<fs::path> list_images(const fs::path& folder) { return list_image_folder(folder).files; }

}  // namespace ocelli
