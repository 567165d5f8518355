#pragma once

#include <optional>

#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// The resolution of a page in pixels per inch.
///
/// Uses the resolution stated in the file, unless it is 72 or 96 in both directions, which programs write by
/// default. Otherwise estimates it: printed text usually has an x-height of 5 points, and a page usually has
/// a standard paper size (A3 to A5, Letter, Legal, either orientation, within 2 %) and a common resolution
/// (75 to 600). Of the consistent pairs, the one closest to the estimate from the letters is used, within a
/// factor of 1.5; without letters, the one closest to 300. If no pair is consistent, the common resolution
/// closest to the estimate from the letters is used, or 300.
Resolution page_resolution(const PageText& page, const std::optional<Resolution>& stated);

}  // namespace ocelli::internal
