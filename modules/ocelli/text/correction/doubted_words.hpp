#pragma once

#include <span>
#include <string>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// Reads words that are in no list once more, as if one glyph of them had been taken for another that it resembles: "rm",
/// "rn" or "um" that touch for "m", "ti" for "t", "y" for "v". The change that makes a listed word of four letters or more
/// is kept, the likeliest of several, unless the language finds it less likely than what was read. What a change makes has
/// to be `readable`. A glyph that turns out to be two letters has both as its text.
/// Cost  some twenty look-ups a letter of the words that are not listed.
void mend_doubted_words(ReadLine& line, const LanguageModel& language, std::span<const std::string> readable);

}  // namespace ocelli
