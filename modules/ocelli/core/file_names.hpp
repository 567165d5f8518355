#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// The extension of a file name in lower case: ".pdf" of "Scan.PDF".
inline std::string ending_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

/// Whether a file name has one of these extensions, given in lower case: ".pdf" also stands for ".PDF".
inline bool ends_in(const std::filesystem::path& path, std::initializer_list<std::string_view> extensions) {
  return std::ranges::find(extensions, ending_of(path)) != extensions.end();
}

/// Natural order of names: "p2.png" before "p10.png".
///
/// Runs of the digits 0 to 9 compare by value, whatever their length; everything else compares byte by byte,
/// upper case before lower case. Names that differ in leading zeros alone ("p2", "p02") compare byte by byte
/// as well, so two different names are never equal: the order of a list does not depend on the machine or the
/// locale.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace ocelli::internal
