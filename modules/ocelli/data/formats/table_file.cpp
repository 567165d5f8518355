#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/gzip.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/data/formats/table_rows.hpp"
#include "ocelli/data/formats/table_text.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBeginningBytes = std::size_t{1} << 16;

bool is_named_like_a_table(std::string name) {
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with(".csv") || name.ends_with(".tsv") || name.ends_with(".arff") ||
         name.ends_with(".jsonl") || name.ends_with(".ndjson");
}

/// The first bytes of a file, inflated, without the line that they end in.
std::string beginning(const fs::path& path) try {
  std::string front(kBeginningBytes, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(front.data(), static_cast<std::streamsize>(front.size()));
  front.resize(static_cast<std::size_t>(stream.gcount()));
  const bool is_cut = front.size() == kBeginningBytes;
  constexpr std::size_t kInflated = 4096;
  const bool is_packed = is_gzip(std::as_bytes(std::span(front)));
  std::string text = is_packed ? unpack_text(std::move(front), kInflated, path.string()) : std::move(front);
  if (is_cut || is_packed) text.resize(std::min(text.rfind('\n') + 1, text.size()));
  return text;
} catch (const Error&) {
  return {};
}

/// Whether most lines have the same number of cells, at least two.
bool has_rows(std::string_view text) try {
  if (text.find('\0') != std::string_view::npos || text.starts_with('<')) return false;
  if (is_other_table(text)) return true;
  TableRows rows(text, {}, {});
  if (rows.columns() < 2) return false;
  std::size_t good = 0, bad = 0;
  rows.each([&](const auto&) { ++good; }, [&](const std::string&) { ++bad; });
  return good > bad;
} catch (const Error&) {
  return false;
}

}  // namespace

bool is_table_file(const fs::path& path) {
  const std::string name = in_lower_case(path.filename().string());
  if (is_named_like_a_table(name)) return true;
  std::error_code failure;
  constexpr std::array<std::string_view, 6> kEndings{".txt", ".data", ".dat", ".test", ".names", ".json"};
  std::string plain = name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name;
  const std::string ending = fs::path(plain).extension().string();
  const bool may_be = ending.empty() || std::ranges::find(kEndings, ending) != kEndings.end();
  return may_be && fs::is_regular_file(path, failure) && has_rows(beginning(path));
}

}  // namespace ocelli::internal
