#pragma once

#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Joins letters that are spaced out for emphasis ("P r o t o c o l") to the words that they are.
///
/// Four letters or more, each a word by itself and about as far from the next as the others, are words; where
/// the distance is at least half as wide again, the next word begins. Figures stay apart.
void join_spaced_letters(ReadLine& line);

}  // namespace ocelli::internal
