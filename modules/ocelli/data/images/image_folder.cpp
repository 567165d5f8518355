#include "ocelli/data/images/image_folder.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_formats.hpp"

namespace ocelli::internal {

namespace fs = std::filesystem;

namespace {

/// In any case.
bool has_extension(const fs::path& path, std::span<const std::string_view> extensions) {
  return std::ranges::count(extensions, in_lower_case(path.extension().string())) > 0;
}

/// Whether the extension shows that a file is not an image, or is incomplete.
bool has_known_extension(const fs::path& path) {
  constexpr std::array<std::string_view, 44> kExtensions = {
      ".txt", ".xml", ".json", ".jsonl", ".csv",  ".tsv",  ".md",  ".yaml", ".yml",  ".toml",       ".html",
      ".htm", ".log", ".ini",  ".cfg",   ".data", ".py",   ".c",   ".h",    ".cpp",  ".hpp",        ".sh",
      ".zip", ".gz",  ".tar",  ".7z",    ".rar",  ".npy",  ".npz", ".mat",  ".vec",  ".ocelli",     ".onnx",
      ".pt",  ".mp4", ".avi",  ".mov",   ".mkv",  ".webm", ".bak", ".tmp",  ".part", ".crdownload", ".lock"};
  constexpr std::string_view kUnfinished = ".part-";  // NewFile
  return has_extension(path, kExtensions) || path.extension().native().starts_with(kUnfinished);
}

}  // namespace

bool has_image_extension(const fs::path& path) { return format_named(path) != nullptr; }

bool has_other_image_extension(const fs::path& path) {
  constexpr std::array<std::string_view, 5> kExtensions = {".heic", ".heif", ".avif", ".jxl", ".psd"};
  return has_extension(path, kExtensions);
}

bool is_image_file(const fs::path& path) {
  if (has_image_extension(path)) return true;
  std::error_code failure;
  if (has_known_extension(path) || has_other_image_extension(path)) return false;
  if (!fs::is_regular_file(path, failure)) return false;
  std::array<char, 18> front{};
  std::ifstream stream(path, std::ios::binary);
  stream.read(front.data(), front.size());
  return format_of(std::as_bytes(std::span(front)).first(static_cast<std::size_t>(stream.gcount()))) !=
         nullptr;
}

bool is_left_by_system(const fs::path& path) {
  constexpr std::array<std::string_view, 9> kNames = {
      "thumbs.db", "ehthumbs.db",  "desktop.ini", "__macosx",
      "@eadir",    "$recycle.bin", "#recycle",    "system volume information",
      "lost+found"};
  const std::string name = in_lower_case(path.filename().string());
  return name.starts_with('.') || name.starts_with("~$") || std::ranges::count(kNames, name) > 0;
}

void PassedOver::add(const PassedOver& more) {
  by_systems += more.by_systems, others += more.others, up_to_date += more.up_to_date;
  if (first_by_systems.empty()) first_by_systems = more.first_by_systems;
  if (first_other.empty()) first_other = more.first_other;
}

namespace {

std::string counted_with_example(std::size_t count, const std::string& first, const char* one,
                                 const char* several) {
  const std::string example = first + (count > 1 ? ", ..." : "");
  return std::to_string(count) + (count == 1 ? one : several) + " (" + example + ")";
}

}  // namespace

std::string to_string(const PassedOver& passed_over) {
  std::string words;
  if (passed_over.by_systems > 0) {
    words += counted_with_example(passed_over.by_systems, passed_over.first_by_systems, " system file",
                                  " system files");
  }
  if (passed_over.others > 0) {
    if (!words.empty()) words += " and ";
    words += counted_with_example(passed_over.others, passed_over.first_other, " file that is not an image",
                                  " files that are not images");
  }
  return words.empty() ? words : "skipped in folders: " + words;
}

namespace {

/// Adds the content of one folder, and queues its subfolders.
void list_one(const fs::path& folder, bool (*is_wanted)(const fs::path&), FolderListing& listing,
              std::vector<fs::path>& folders, std::error_code& failure) {
  std::error_code no_file;
  const auto pass_over = [](std::size_t& count, std::string& first, const fs::path& path) {
    ++count;
    if (first.empty() || natural_less(path.native(), first)) first = path.string();
  };
  PassedOver& passed_over = listing.passed_over;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (is_left_by_system(entry->path())) {
      pass_over(passed_over.by_systems, passed_over.first_by_systems, entry->path());
    } else if (entry->is_directory(no_file)) {
      if (!entry->is_symlink(no_file)) folders.push_back(entry->path());
    } else if (entry->is_regular_file(no_file)) {
      if (is_wanted(entry->path())) {
        listing.files.push_back(entry->path());
      } else {
        pass_over(passed_over.others, passed_over.first_other, entry->path());
      }
    }
  }
}

}  // namespace

FolderListing list_folder(const fs::path& folder, bool (*is_wanted)(const fs::path&)) {
  std::error_code failure;
  require(fs::is_directory(folder, failure), Kind::input, "no such folder", folder.native());
  FolderListing listing;
  std::vector<fs::path> folders;
  list_one(folder, is_wanted, listing, folders, failure);
  require(
      !failure, Kind::input, [&] { return "cannot be listed: " + failure.message(); }, folder.native());
  while (!folders.empty()) {
    const fs::path next = std::move(folders.back());
    folders.pop_back();
    list_one(next, is_wanted, listing, folders, failure);
    if (failure) listing.problems.push_back({next.string(), "cannot be listed: " + failure.message()});
  }
  std::ranges::sort(listing.files, natural_less, &fs::path::native);
  std::ranges::sort(listing.problems, natural_less, &Problem::where);
  return listing;
}

FolderListing list_image_folder(const fs::path& folder) { return list_folder(folder, is_image_file); }

std::vector<fs::path> list_images(const fs::path& folder) { return list_image_folder(folder).files; }

}  // namespace ocelli::internal
