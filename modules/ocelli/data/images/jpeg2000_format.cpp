#include <algorithm>
#include <cstdint>
#include <string_view>

#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kCodestream = "\xFF\x4F\xFF\x51"sv;     ///< its start, and the marker of its size
constexpr std::string_view kBoxes = "\0\0\0\x0CjP  \r\n\x87\n"sv;  ///< the first box of a .jp2 file

/// The size of the reference grid without its offset. `at`: where the codestream begins.
std::optional<ImageHeader> size_of_codestream(Bytes file, std::size_t at) {
  if (file.size() < at + 24) return std::nullopt;
  return header_of_size(big(file, at + 8, 4) - big(file, at + 16, 4),
                        big(file, at + 12, 4) - big(file, at + 20, 4));
}

/// The codestream is the content of the first box called "jp2c".
std::optional<ImageHeader> read_jpeg2000_header(Bytes file) {
  if (has_at(file, 0, kCodestream)) return size_of_codestream(file, 0);
  constexpr std::size_t kShort = 8, kLong = 16;  ///< bytes before a box's content
  for (std::size_t at = 0; at + kShort <= file.size();) {
    const std::int64_t length = big(file, at, 4);
    const std::size_t front = length == 1 ? kLong : kShort;
    if (has_at(file, at + 4, "jp2c"))
      return has_at(file, at + front, kCodestream) ? size_of_codestream(file, at + front) : std::nullopt;
    const std::int64_t whole = length == 1 ? big(file, at + 9, 7) : length;
    if (whole < static_cast<std::int64_t>(front) || whole > static_cast<std::int64_t>(file.size() - at))
      return std::nullopt;
    at += static_cast<std::size_t>(whole);
  }
  return std::nullopt;
}

}  // namespace

/// Source  JPEG 2000 (T.800) A.5.1 (SIZ), I.4 and I.5.4 (boxes).
ImageFormat jpeg2000_format() {
  return {.name = "jpeg2000",
          .endings = {".jp2", ".j2k", ".jpf", ".j2c"},
          .begins = [](Bytes front) { return has_at(front, 0, kBoxes) || has_at(front, 0, kCodestream); },
          .header = read_jpeg2000_header,
          .decode = decode_by_opencv};
}

}  // namespace ocelli::internal
