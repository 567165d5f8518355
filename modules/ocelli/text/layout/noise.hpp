#pragma once

#include <optional>
#include <span>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Removes words at the ends of a line that consist of bars ("|", a lone "l"): segments of rules beside the
/// text. A "!" that ends the text stays.
void trim_bars(ReadLine& line);

/// The typical confidence of a page: the upper quartile of the mean glyph confidences of its longer lines, so
/// that pictures read as lines count little. 1 without such lines. Returns nothing if the page is probably
/// not text but grain, texture or a photo:
/// - The confidence is low, with few listed words and written numbers (amounts, dates, rates).
/// - The confidence is even lower, so that even listed words, which are then short, may be chance.
/// - Of many glyphs, more than half are one letter or mark, or three quarters are marks: a dot screen, read
///   as rows of "+" or "o".
std::optional<float> typical_confidence(std::span<const ReadLine> lines, const LanguageModel& language);

/// Whether a line is probably not text. This is the case for:
/// - one or two glyphs without a confident letter or digit other than "o"
/// - up to four glyphs without a digit if none is confident and not all are fairly confident
/// - more glyphs of low mean confidence (scrawls, logos, dirt) relative to the page's `typical` confidence,
///   with less than half in listed words and written numbers, or of hardly any confidence
/// If `typical` is nothing, all lines are noise except long ones of some confidence with several letters.
bool is_noise(const ReadLine& line, std::optional<float> typical, const LanguageModel& language);

}  // namespace ocelli::internal
