#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// The extension of a file name in lower case: ".pdf" for "Scan.PDF".
inline std::string ending_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

/// Whether a file name has one of these extensions. They are given in lower case: ".pdf" also matches ".PDF".
inline bool ends_in(const std::filesystem::path& path, std::initializer_list<std::string_view> extensions) {
  return std::ranges::find(extensions, ending_of(path)) != extensions.end();
}

/// Natural order of names: "p2.png" before "p10.png".
///
/// Runs of the digits 0 to 9 compare by value, whatever their length. Everything else compares byte by byte,
/// upper case before lower case. Names that differ only in leading zeros ("p2", "p02") also compare byte by
/// byte, so two different names are never equal and the order does not depend on the machine or the locale.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace ocelli::internal
