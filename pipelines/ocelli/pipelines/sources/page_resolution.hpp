#pragma once

#include <optional>

#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// How many pixels of a page are an inch.
///
/// What its file states, unless that is 72 or 96 both ways: programs write these where they know nothing. Else an estimate:
/// letters as they are usually printed have an x-height of 5 points, and a page usually has a usual size of paper (A3 to
/// A5, Letter, Legal, either way up, to 2 %) at a usual resolution (75 to 600). Of those that go together, the one
/// nearest to what the letters tell, within a factor of 1.5; without letters, the one nearest to 300. Where none goes
/// together, the usual resolution nearest to what the letters tell, or 300.
Resolution page_resolution(const PageText& page, const std::optional<Resolution>& stated);

}  // namespace ocelli
