#pragma once

#include <optional>

#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// The resolution of a page in pixels per inch.
///
/// That stated in its file, unless it is 72 or 96 both ways, which programs write by default. Otherwise an
/// estimate: printed text usually has an x-height of 5 points, and a page usually has a standard paper size
/// (A3 to A5, Letter, Legal, either orientation, to 2 %) and a usual resolution (75 to 600). Of the
/// consistent pairs, the one nearest to the estimate from the letters, within a factor of 1.5; without
/// letters, the one nearest to 300. If none is consistent, the usual resolution nearest to the estimate from
/// the letters, or 300.
Resolution page_resolution(const PageText& page, const std::optional<Resolution>& stated);

}  // namespace ocelli::internal
