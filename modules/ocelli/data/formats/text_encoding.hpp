#pragma once

#include <string>
#include <string_view>

namespace ocelli::internal {

/// The text of a file as UTF-8. UTF-16, as some tools on Windows write it, is detected by its byte order mark
/// or by the zero byte beside an ASCII letter at its start, and decoded; any other text is returned
/// unchanged. Throws Error(Kind::input) naming `source` for damaged UTF-16 and for UTF-32.
std::string to_utf8(std::string text, std::string_view source);

/// Whether text is UTF-8 (RFC 3629, section 4).
bool is_utf8(std::string_view text);

/// Text in Windows-1252, of which ISO 8859-1 is a part, as UTF-8. Any bytes are such text; the five that have
/// no character become U+FFFD.
std::string from_windows_1252(std::string_view text);

/// Throws Error(Kind::input) naming `source` for text that is still UTF-16, as spreadsheets may save it.
void require_utf8(std::string_view text, std::string_view source);

}  // namespace ocelli::internal
