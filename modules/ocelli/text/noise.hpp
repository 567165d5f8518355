#pragma once

#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// Takes away words at a line's ends that are bars alone ("|", a lone "l"): pieces of rules beside the text.
void trim_bars(ReadLine& line);

/// Whether what was read as a line is hardly text: one or two glyphs without a sure letter or figure, or more of little
/// confidence on the whole (scrawls, logos, dirt).
bool is_noise(const ReadLine& line);

}  // namespace ocelli
