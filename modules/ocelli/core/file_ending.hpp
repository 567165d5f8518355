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

}  // namespace ocelli::internal
