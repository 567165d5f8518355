#pragma once

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// The probability that all characters of a word are right: of words at 0.9, nine in ten are.
///
/// A logistic regression on the probability that all its glyphs are right (assuming independence) and on
/// their number, one regression each for listed words, other letters, numbers and marks. Below 0.8 for a
/// number with a glyph below 0.8. Fitted on pages with known text (docs/results/ocr.md).
float word_confidence(const ReadWord& word);

/// Sets the spelling of each word.
void note_spelling(ReadLine& line, const LanguageModel& language);

}  // namespace ocelli::internal
