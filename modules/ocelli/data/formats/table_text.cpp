#include "ocelli/data/formats/table_text.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/gzip.hpp"
#include "ocelli/data/formats/text_encoding.hpp"

namespace ocelli {
namespace {

/// Every separator that tables are written with ends a cell at most.
std::uint64_t most_cells(std::string_view text) {
  const auto ends =
      std::ranges::count_if(text, [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\n'; });
  return static_cast<std::uint64_t>(ends) + 1;
}

void require_memory(std::string_view text, const InputLimits& limits, const std::string& name) {
  // A number, and while the rows grow the room for two more.
  constexpr std::uint64_t kBytesOfCell = 3 * sizeof(float);
  const std::uint64_t cells = most_cells(text), bytes = text.size() + kBytesOfCell * cells;
  require(
      bytes <= limits.max_bytes(), Kind::input,
      [&] {
        return "holds " + std::to_string(text.size() >> 20) + " MB of text with " + std::to_string(cells) +
               " cells, which take up to " + std::to_string(bytes >> 20) + " MB of memory, more than the " +
               std::to_string(limits.max_megabytes) + " allowed: split it, or keep fewer columns";
      },
      name);
}

}  // namespace

std::string read_table_text(const std::filesystem::path& path, const InputLimits& limits) {
  const std::string name = path.string();
  const std::uint64_t most = std::min(kMostTableBytes, limits.max_bytes());
  const std::vector<std::byte> bytes = unpack(read_file(path, most), most + 1, name);
  require(
      bytes.size() <= most, Kind::input,
      [&] { return "holds more than the " + std::to_string(most) + " bytes of text allowed"; }, name);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  require_memory(text, limits, name);
  std::string decoded = to_utf8(std::string(text), name);
  if (is_utf8(decoded)) return decoded;
  return from_windows_1252(decoded);
}

}  // namespace ocelli
