#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ocelli {

/// Whether a file's name ends in one of these extensions, given in small letters: ".pdf" also stands for ".PDF".
inline bool ends_in(const std::filesystem::path& path, std::initializer_list<std::string_view> extensions) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return std::ranges::find(extensions, extension) != extensions.end();
}

}  // namespace ocelli
