#include "ocelli/pipelines/sources/input_words.hpp"

#include <glob.h>

#include <algorithm>
#include <istream>
#include <system_error>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/natural_order.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/pipelines/sources/pages.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxListBytes = std::uint64_t{1} << 30;
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 16;  ///< longer than any path that a system takes

void require_line(std::size_t bytes, const std::string& list) {
  require(
      bytes <= kMaxLineBytes, Kind::input,
      [&] {
        return "holds a line of more than " + std::to_string(kMaxLineBytes) +
               " bytes: a list names one input on each line";
      },
      list);
}

}  // namespace

std::optional<int> camera_number(std::string_view input) {
  constexpr std::string_view kPrefix = "cam:";
  if (!input.starts_with(kPrefix)) return std::nullopt;
  return parse_count(input.substr(kPrefix.size()));
}

std::vector<fs::path> matches(const std::string& pattern) {
  ::glob_t found{};
  const int failure = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  std::vector<fs::path> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  require(failure == 0, Kind::input, "no file matches this pattern", pattern);
  std::ranges::sort(paths, natural_less, &fs::path::native);
  return paths;
}

bool names_images(const fs::path& file) {
  return is_image_file(file) || has_other_image_extension(file) || has_page_extension(file);
}

bool is_pattern(const std::string& input) { return input.find_first_of("*?[") != std::string::npos; }

bool exists(const std::string& input) {
  std::error_code failure;
  return fs::exists(input, failure);
}

bool is_folder(const std::string& input) {
  std::error_code failure;
  return fs::is_directory(input, failure);
}

std::vector<std::string> lines_of(const std::string& path) {
  const std::string text = read_text(path, kMaxListBytes);
  std::vector<std::string> inputs;
  LineReader lines(text);
  while (const auto line = lines.next_with_text()) {
    require_line(line->text.size(), path);
    inputs.emplace_back(trim(line->text));
  }
  return inputs;
}

bool next_line(std::istream& list, std::string& line) {
  constexpr auto kEnd = std::istream::traits_type::eof();
  line.clear();
  auto letter = list.get();
  for (; letter != kEnd && letter != '\n'; letter = list.get()) {
    line += static_cast<char>(letter);
    require_line(line.size(), "standard input");
  }
  require(!list.bad(), Kind::input, "cannot be read", "standard input");
  return letter != kEnd || !line.empty();
}

}  // namespace ocelli::internal
