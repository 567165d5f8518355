#pragma once

#include <optional>
#include <span>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Removes words at a line's ends that consist of bars ("|", a lone "l"): segments of rules beside the text.
/// A "!" that ends the text stays.
void trim_bars(ReadLine& line);

/// The typical confidence of a page: the upper quartile of the mean glyph confidences of its longer lines, so
/// that pictures read as lines count little; 1 without such lines. Nothing where it is so low, with so few
/// listed words and written numbers (amounts, dates, rates), that the page is grain, texture or a photo
/// rather than text that is hard to read, or where more than half of many glyphs are one letter or mark, or
/// three quarters marks: a dot screen, read as rows of "+" or "o". Nor where it is so much lower yet that
/// even listed words, which are short then, may be chance.
std::optional<float> typical_confidence(std::span<const ReadLine> lines, const LanguageModel& language);

/// Whether a line is probably not text: one or two glyphs without a confident letter or digit, up to four
/// without a figure of which none is confident and not all are sure, or more glyphs of low mean confidence
/// (scrawls, logos, dirt) relative to what is `usual` on the page, with less than half in listed words and
/// written numbers, or of hardly any confidence. If `usual` is nothing, all lines except long ones of some
/// confidence and with several letters are noise.
bool is_noise(const ReadLine& line, std::optional<float> typical, const LanguageModel& language);

}  // namespace ocelli::internal
