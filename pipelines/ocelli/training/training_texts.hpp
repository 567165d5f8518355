#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ocelli::internal {

/// The texts that a language is learned from: each path is a file, or a folder that stands for its *.txt
/// files in natural order.
/// Throws  Error(Kind::input) for what cannot be read, for a folder without such
/// files, and for files above 1 GiB.
std::vector<std::string> read_texts(const std::vector<std::filesystem::path>& inputs);

/// The words of files, one a line.
std::string read_words(const std::vector<std::filesystem::path>& inputs);

}  // namespace ocelli::internal
