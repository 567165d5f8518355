#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli {

/// A face of a file of fonts.
struct FontFile {
  std::filesystem::path path;
  int index = 0;
  std::string name;
  friend bool operator==(const FontFile&, const FontFile&) = default;
};

/// Where Debian and Ubuntu keep fonts.
std::vector<std::filesystem::path> system_font_folders();

/// All faces below the folders that people would read the characters in: font files (ttf otf ttc otc pfb) by path, in
/// byte-wise order. Of faces with the same name the first is kept. Missing folders and broken files are passed over.
/// Cost    about a millisecond a file; files are looked at in parallel.
std::vector<FontFile> find_font_files(const std::vector<std::filesystem::path>& folders,
                                      std::u32string_view characters);

}  // namespace ocelli
