#include "ocelli/data/formats/table_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/gzip.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

/// An upper bound: any possible separator may end a cell.
std::uint64_t max_cells(std::string_view text) {
  const auto ends = std::ranges::count_if(
      text, [](char c) { return c == ',' || c == ';' || c == '\t' || c == '|' || c == '\n'; });
  return static_cast<std::uint64_t>(ends) + 1;
}

/// Whether conversion to UTF-8 needs a copy of the text.
bool is_other_text(std::string_view text) {
  return text.find('\0') != std::string_view::npos || !is_utf8(text);
}

void require_memory(std::string_view text, const InputLimits& limits, const std::string& name) {
  // A number, and room for two more while the rows grow.
  constexpr std::uint64_t kBytesOfCell = 3 * sizeof(float);
  // A character may become two, and a growing buffer exists twice while it moves.
  constexpr std::uint64_t kCopies = 3;
  const std::uint64_t cells = max_cells(text);
  const std::uint64_t bytes =
      text.size() + std::max(kBytesOfCell * cells, is_other_text(text) ? kCopies * text.size() : 0);
  require(
      bytes <= limits.max_bytes(), Kind::input,
      [&] {
        return "contains " + std::to_string(text.size() >> 20) + " MB of text with " + std::to_string(cells) +
               " cells, which take up to " + std::to_string(bytes >> 20) + " MB of memory, more than the " +
               std::to_string(limits.max_megabytes) +
               " allowed (--max-megabytes): split it, or keep fewer columns";
      },
      name);
}

/// Workbooks and column files cannot be read as text.
void require_known_format(std::string_view text, const std::string& name) {
  using namespace std::string_view_literals;
  require(!text.starts_with("PK\x03\x04"sv) && !text.starts_with("\xD0\xCF\x11\xE0"sv), Kind::input,
          "is a workbook (or an archive); save its sheet as CSV", name);
  require(!text.starts_with("PAR1"sv) && !text.starts_with("ARROW1"sv), Kind::input,
          "is a Parquet or Arrow file; read it with pandas, or convert it to CSV", name);
}

/// At most one byte more than allowed. A pipe can be read only once, so its text is kept for further
/// readings.
std::string standard_input_text(std::uint64_t max) {
  static std::string text;
  std::array<char, 1 << 16> part{};
  while (text.size() <= max) {
    const std::size_t count = std::fread(part.data(), 1, part.size(), stdin);
    if (count == 0) break;
    text.append(part.data(), count);
  }
  return text;
}

bool is_json(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return false;
  const std::size_t second = text.find_first_not_of(kSpace, first + 1);
  if (second == std::string_view::npos) return false;
  return (text[first] == '{' && text[second] == '"') || (text[first] == '[' && text[second] == '{');
}

bool is_arff(std::string_view text) {
  LineReader lines(text);
  while (const auto line = lines.next_with_text()) {
    const std::string_view words = trim(line->text);
    if (!words.starts_with('%')) return in_lower_case(std::string(words.substr(0, 9))) == "@relation";
  }
  return false;
}

}  // namespace

bool is_other_table(std::string_view text) { return is_json(text) || is_arff(text); }

TableText as_rows(std::string_view text, const std::string& name) {
  if (is_json(text)) return {json_rows(text, name), 1};
  if (is_arff(text)) return {arff_rows(text, name), 0};
  return TableText(text);
}

std::string read_table_text(const std::filesystem::path& path, const InputLimits& limits) {
  const std::string name = path.string();
  const std::uint64_t max = std::min(kMaxTableBytes, limits.max_bytes());
  std::string text =
      unpack_text(path == "-" ? standard_input_text(max) : read_text(path, max), max + 1, name);
  require_known_format(text, name);
  require(
      text.size() <= max, Kind::input,
      [&] { return "contains more than the " + std::to_string(max) + " bytes of text allowed"; }, name);
  require_memory(text, limits, name);
  text = to_utf8(std::move(text), name);
  if (is_utf8(text)) return text;
  return from_windows_1252(text);
}

std::uint64_t memory_beside(std::string_view text, const InputLimits& limits) {
  return limits.max_bytes() - std::min<std::uint64_t>(limits.max_bytes(), text.size());
}

}  // namespace ocelli::internal
