#pragma once

#include <span>
#include <string>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Corrects words that are not in the word list, assuming that one glyph was confused with a similar one:
/// touching "rm", "rn" or "um" for "m", "ti" for "t", "y" for "v". Keeps the change that makes a listed word
/// of at least four letters, the most likely of several, unless the language model finds it less likely than
/// the original. Changes must only use `readable` characters. A glyph corrected to two letters has both as
/// its text.
/// Cost  about twenty look-ups per letter of the unlisted words.
void mend_doubted_words(ReadLine& line, const LanguageModel& language, std::span<const std::string> readable);

}  // namespace ocelli::internal
