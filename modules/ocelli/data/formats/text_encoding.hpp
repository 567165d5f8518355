#pragma once

#include <string>
#include <string_view>

namespace ocelli::internal {

/// The text of a file as UTF-8. UTF-16, as written by some tools on Windows, is detected by its byte order
/// mark or by the zero byte next to an ASCII letter at its start, and decoded. Any other text is returned
/// unchanged. Throws Error(Kind::input) naming `source` for damaged UTF-16 and for UTF-32.
std::string to_utf8(std::string text, std::string_view source);

/// Whether text is UTF-8 (RFC 3629, section 4).
bool is_utf8(std::string_view text);

/// Converts text in Windows-1252, a superset of ISO 8859-1, to UTF-8. Any bytes are valid. The five without a
/// character become U+FFFD.
std::string from_windows_1252(std::string_view text);

/// Throws Error(Kind::input) naming `source` for text that is still UTF-16, as spreadsheets may save it.
void require_utf8(std::string_view text, std::string_view source);

}  // namespace ocelli::internal
