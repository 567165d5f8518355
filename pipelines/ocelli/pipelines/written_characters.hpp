#pragma once

#include <string>

namespace ocelli::internal {

/// The characters that texts of a language are written with, in UTF-8: printing ASCII, the letters of its
/// alphabet in both cases, and the signs that stand in texts of every language (currency, fractions, footnote
/// marks). Only ASCII and the signs for a code that CLDR does not know. `code` is of ISO 639-1 or 639-2:
/// "de", "deu". Source  Unicode CLDR, the main exemplar sets.
std::string written_characters(const std::string& code);

}  // namespace ocelli::internal
