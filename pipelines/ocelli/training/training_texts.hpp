#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ocelli::internal {

/// Reads the training texts of a language. Each path is a file, or a folder that stands for its *.txt files
/// in natural order.
/// Throws  Error(Kind::input) for files that cannot be read, for a folder without such files, for binary
/// files, and for files above 1 GiB.
std::vector<std::string> read_texts(const std::vector<std::filesystem::path>& inputs);

/// Reads files of words, one per line.
std::string read_words(const std::vector<std::filesystem::path>& inputs);

}  // namespace ocelli::internal
