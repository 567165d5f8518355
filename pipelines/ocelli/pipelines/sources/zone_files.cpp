#include "ocelli/pipelines/sources/zone_files.hpp"

#include <array>
#include <string>
#include <system_error>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/zone_file.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::array kZoneEndings = {".uzn", ".xml", ".alto", ".json"};

/// The name of a page's zone file without its ending.
std::string name_of(const Item& item) {
  const auto* const file = std::get_if<fs::path>(&item.content);
  return file != nullptr ? file->stem().string() : fs::path(item.input).filename().string();
}

}  // namespace

ZoneFiles::ZoneFiles(const fs::path& file_or_folder) {
  std::error_code failure;
  if (fs::is_directory(file_or_folder, failure)) {
    folder_ = file_or_folder;
  } else {
    of_all_ = read_zones(file_or_folder);
  }
}

ZoneFiles ZoneFiles::beside_pages() {
  ZoneFiles files;
  files.folder_.emplace();
  return files;
}

std::vector<cv::Rect> ZoneFiles::of(const Item& item) const {
  if (!folder_) return of_all_;
  const fs::path folder = folder_->empty() ? fs::path(item.input).parent_path() : *folder_;
  const std::string name = name_of(item);
  for (const char* ending : kZoneEndings) {
    const fs::path file = folder / (name + ending);
    std::error_code failure;
    if (fs::exists(file, failure)) return read_zones(file);
  }
  throw Error(Kind::input,
              "has no zones: " + (folder / (name + kZoneEndings[0])).string() + " does not exist",
              item.input);
}

}  // namespace ocelli::internal
