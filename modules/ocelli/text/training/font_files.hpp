#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal {

/// A face in a font file.
struct FontFile {
  std::filesystem::path path;
  int index = 0;
  std::string name;
  friend bool operator==(const FontFile&, const FontFile&) = default;
};

/// The font directories of Debian and Ubuntu.
std::vector<std::filesystem::path> system_font_folders();

/// Finds all fonts in the folders and their subfolders that are legible text for the characters. Font files
/// (ttf otf ttc otc pfb) are sorted by path, in bytewise order. Of several faces with the same name the first
/// is kept. Skips missing folders and broken files.
/// Cost    about a millisecond per file; files are checked in parallel.
std::vector<FontFile> find_font_files(const std::vector<std::filesystem::path>& folders,
                                      std::u32string_view characters);

}  // namespace ocelli::internal
