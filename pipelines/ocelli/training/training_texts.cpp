#include "ocelli/training/training_texts.hpp"

#include <algorithm>
#include <cstdint>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 30;

std::vector<fs::path> text_files(const fs::path& input) {
  if (!fs::is_directory(input)) return {input};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(input)) {
    const bool is_text = ends_in(entry.path(), {".txt"}) && !is_left_by_system(entry.path());
    if (is_text && entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files, natural_less, &fs::path::native);
  require(!files.empty(), Kind::input, "the folder contains no .txt files", input.native());
  return files;
}

std::string checked_text(const fs::path& file) {
  std::string text = read_text(file, kMaxTextBytes);
  require(text.find('\0') == std::string::npos, Kind::input, "is a binary file; expected UTF-8 text",
          file.native());
  return text;
}

}  // namespace

std::vector<std::string> read_texts(const std::vector<fs::path>& inputs) {
  std::vector<std::string> texts;
  for (const fs::path& input : inputs) {
    for (const fs::path& file : text_files(input)) texts.push_back(checked_text(file));
  }
  return texts;
}

std::string read_words(const std::vector<fs::path>& inputs) {
  std::string words;
  for (const std::string& text : read_texts(inputs)) words.append(text).append("\n");
  return words;
}

}  // namespace ocelli::internal
