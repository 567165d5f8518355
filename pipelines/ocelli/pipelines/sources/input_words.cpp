#include "ocelli/pipelines/sources/input_words.hpp"

#include <glob.h>

#include <algorithm>
#include <istream>
#include <span>
#include <system_error>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxListBytes = std::uint64_t{1} << 30;
constexpr std::string_view kStandardInput = "standard input";
constexpr int kEndOfList = std::char_traits<char>::eof();
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 16;  ///< longer than any valid path

void require_line(std::size_t bytes, std::string_view list) {
  require(
      bytes <= kMaxLineBytes, Kind::input,
      [&] {
        return "contains a line of more than " + std::to_string(kMaxLineBytes) +
               " bytes: a list names one input on each line";
      },
      list);
}

/// Whether a piece of a list is binary data, in which zero bytes are frequent.
bool is_other_data(const std::string& piece, bool ends_with_zero) {
  if (is_binary(piece)) return true;
  const std::string front = piece + '\0';
  return ends_with_zero && content_of(std::as_bytes(std::span(front))) != InputContent::list;
}

std::string_view without_blanks(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return trim(line);
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
  const std::string text = to_utf8(read_text(path, kMaxListBytes), path);
  std::vector<std::string> inputs;
  if (text.find('\0') < text.find_first_of("\r\n")) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\0', at), text.size());
      require_line(end - at, path);
      if (end > at) inputs.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return inputs;
  }
  LineReader lines(text);
  while (const auto line = lines.next_with_text()) {
    require_line(line->text.size(), path);
    inputs.emplace_back(trim(line->text));
  }
  return inputs;
}

std::optional<std::string> ListLines::next() {
  if (!encoding_) begin();
  for (std::string piece; next_piece(piece);) {
    const bool ends_with_zero = end_ == '\0';
    require(!is_other_data(piece, ends_with_zero), Kind::input,
            "contains an image or other data, expected a list of inputs; to read the data itself, use "
            "/dev/stdin instead of -",
            kStandardInput);
    const std::string_view name = ends_with_zero ? std::string_view(piece) : without_blanks(piece);
    if (!name.empty()) return std::string(name);
  }
  return std::nullopt;
}

int ListLines::get() {
  if (ahead_.empty()) return list_.get();
  const auto byte = static_cast<unsigned char>(ahead_.front());
  ahead_.erase(0, 1);
  return byte;
}

/// Reads ahead until this many bytes are available; false at the end.
bool ListLines::looks_ahead(std::size_t count) {
  while (ahead_.size() < count) {
    const int byte = list_.get();
    if (byte == kEndOfList) return false;
    ahead_ += static_cast<char>(byte);
  }
  return true;
}

/// Detects the encoding from the minimum number of bytes, because more may arrive late. Without a byte order
/// mark, two letters with their zero bytes indicate UTF-16, as in to_utf8().
void ListLines::begin() {
  encoding_ = Encoding::bytes;
  if (!looks_ahead(1)) return;
  const auto is_letter = [&](std::size_t i) { return ahead_[i] > 0; };
  const auto is_zero = [&](std::size_t i) { return ahead_[i] == 0; };
  const auto first = static_cast<unsigned char>(ahead_[0]);
  if (first == 0xEF && looks_ahead(3) && ahead_ == "\xEF\xBB\xBF") ahead_.clear();
  if (first == '\n' || (first >= 0x80 && first < 0xFE) || !looks_ahead(2)) return;
  const bool is_little = ahead_ == "\xFF\xFE", is_big = ahead_ == "\xFE\xFF";
  if (is_little || is_big) {
    encoding_ = is_little ? Encoding::little_units : Encoding::big_units;
    ahead_.clear();
  } else if (is_letter(0) && is_zero(1) && looks_ahead(4) && is_letter(2) && is_zero(3)) {
    encoding_ = Encoding::little_units;
  } else if (is_zero(0) && is_letter(1) && looks_ahead(4) && is_zero(2) && is_letter(3)) {
    encoding_ = Encoding::big_units;
  }
}

/// One byte, or one UTF-16 unit; false at the end.
bool ListLines::next_unit(std::string& unit) {
  unit.clear();
  const std::size_t size = encoding_ == Encoding::bytes ? 1 : 2;
  while (unit.size() < size) {
    const int byte = get();
    if (byte == kEndOfList) break;
    unit += static_cast<char>(byte);
  }
  require(!list_.bad(), Kind::input, "cannot be read", kStandardInput);
  return !unit.empty();
}

/// The text before the next line end or, in a zero-terminated list, zero byte. False at the end.
bool ListLines::next_piece(std::string& piece) {
  piece.clear();
  const bool is_little = encoding_ == Encoding::little_units;
  std::string unit;
  bool has_any = false;
  while (next_unit(unit)) {
    has_any = true;
    const char letter = is_little ? unit.front() : unit.back();
    const bool is_plain = unit.size() == 1 || (is_little ? unit.back() : unit.front()) == 0;
    const bool could_end = is_plain && (letter == '\n' || (letter == '\0' && !piece.empty()));
    if (could_end && !end_) end_ = letter;
    if (is_plain && end_ == letter) break;
    piece += unit;
    require_line(piece.size(), kStandardInput);
  }
  if (encoding_ != Encoding::bytes && !piece.empty())
    piece = to_utf8((is_little ? "\xFF\xFE" : "\xFE\xFF") + piece, kStandardInput);
  return has_any;
}

}  // namespace ocelli::internal
