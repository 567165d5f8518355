#include "ocelli/data/formats/table_text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/gzip.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_encoding.hpp"

namespace ocelli::internal {
namespace {

/// An upper bound: any possible separator may end a cell.
std::uint64_t max_cells(std::string_view text) {
  const auto ends =
      std::ranges::count_if(text, [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\n'; });
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

}  // namespace

std::string read_table_text(const std::filesystem::path& path, const InputLimits& limits) {
  const std::string name = path.string();
  const std::uint64_t max = std::min(kMaxTableBytes, limits.max_bytes());
  std::string text = unpack_text(read_text(path, max), max + 1, name);
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
