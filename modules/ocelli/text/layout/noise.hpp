#pragma once

#include <optional>
#include <span>

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// Takes away words at a line's ends that are bars alone ("|", a lone "l"): pieces of rules beside the text.
void trim_bars(ReadLine& line);

/// The mean confidence of glyphs in a page's longer lines, the upper quartile of these, so that pictures taken for lines
/// count little; 1 where there are none. Nothing where that is so low, with so few listed words, that the page is grain,
/// texture or a photo rather than text that is hard to read, or where more than half of many glyphs are one letter or
/// mark: a screen of dots, read as rows of "+" or "o".
std::optional<float> usual_confidence(std::span<const ReadLine> lines, const LanguageModel& language);

/// Whether what was read as a line is hardly text: one or two glyphs without a sure letter or figure, or more of little
/// confidence on the whole (scrawls, logos, dirt), beside what is `usual` on the page, of which listed words are not
/// the half. Where nothing is usual, all but long lines of some confidence and of several letters are.
bool is_noise(const ReadLine& line, std::optional<float> usual, const LanguageModel& language);

}  // namespace ocelli
