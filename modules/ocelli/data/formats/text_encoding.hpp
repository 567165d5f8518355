#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace ocelli::internal {

/// The text of a file as UTF-8. UTF-16, as written by some tools on Windows, is detected by its byte order
/// mark or by the zero byte next to an ASCII letter at its start, and decoded. Any other text is returned
/// unchanged. Throws Error(Kind::input) naming `source` for damaged UTF-16 and for UTF-32.
std::string to_utf8(std::string text, std::string_view source);

/// The same of a text file of at most `limit` bytes, without its byte order mark.
/// Throws  as read_text(); Error(Kind::input) naming the file if its text is neither UTF-8 nor UTF-16.
std::string read_utf8(const std::filesystem::path& file, std::uint64_t limit);

/// Whether text is UTF-8 (RFC 3629, section 4).
bool is_utf8(std::string_view text);

/// Converts text in Windows-1252, a superset of ISO 8859-1, to UTF-8. Any bytes are valid. The five without a
/// character become U+FFFD.
std::string from_windows_1252(std::string_view text);

/// Throws Error(Kind::input) naming `source` for text that is still UTF-16, as spreadsheets may save it.
void require_utf8(std::string_view text, std::string_view source);

}  // namespace ocelli::internal
