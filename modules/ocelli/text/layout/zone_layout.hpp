#pragma once

#include <opencv2/core/types.hpp>
#include <span>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout.hpp"
#include "ocelli/text/layout/page_ink.hpp"

namespace ocelli::internal {

/// The layout of each zone alone, zone after zone. A component belongs to the first zone that its center lies
/// in, and to none outside them.
/// Requires  zones in pixels of the input image, components of the page's ink.
/// Cost      zones x components, and find_layout() of each zone.
PageLayout find_zone_layout(const Components& components, const PageInk& page,
                            std::span<const cv::Rect> zones, LayoutMode mode);

}  // namespace ocelli::internal
