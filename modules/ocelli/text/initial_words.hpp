#pragma once

#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Joins a drop capital, read as a line of its own, to the line that it begins: "T" and "HE" to "THE". "A"
/// and "I" stay words of their own if that makes listed words. Returns whether it did: not if the initial is
/// no single letter.
bool join_initial(const ReadLine& initial, ReadLine& line, const LanguageModel& language);

}  // namespace ocelli::internal
