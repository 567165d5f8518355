#pragma once

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// The probability that a word is right, all characters of it: of words at 0.9, nine in ten are.
///
/// A logistic regression on the probability that all its glyphs are right (as if they were independent) and
/// on how many they are, one each for listed words, other letters, numbers and marks; below 0.8 for a number
/// with a glyph below that. Fitted on pages with known text (docs/results/ocr.md).
float word_confidence(const ReadWord& word);

/// Notes the spelling of each word.
void note_spelling(ReadLine& line, const LanguageModel& language);

}  // namespace ocelli::internal
