#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {

/// Removes horizontal and vertical rules from `ink` and updates `runs` to the remaining ink.
///
/// A rule consists of straight strokes at least 5 character heights long that are thin for most of their
/// length. Where ink continues on both sides, a character crosses the rule and the pixels stay. Thin
/// remainders of a component that contained a rule are removed as well (`runs` may still contain them).
/// Requires  `runs` of this ink; `letter`, the height of its characters in pixels, above 0.
/// Cost      one pass over the runs, and one over the pixels of large components.
void remove_rules(cv::Mat& ink, InkRuns& runs, double letter);

/// Finds components that are segments of vertical rules broken up by printing or scanning: frames and fold
/// marks at the margins, which would be read as "l" and "|". Returns one entry per component, nonzero for
/// those segments.
///
/// Segments are narrow, have no character next to them, and form a column of at least five. The column is at
/// least eight character heights high and barely two character widths wide, and many of its segments are
/// lower than a character. `letter` is the text_height() of the page.
/// Cost  O(n log n) in the components.
std::vector<std::uint8_t> pieces_of_rules(std::span<const Component> components, double letter);

/// Finds components that are dashes of dashed rules, as on receipts and forms. They would join the lines of
/// text above and below. Returns one entry per component, nonzero for those dashes.
///
/// Dashes are flat, have about the same width, and form a row of at least eight with even gaps. `letter` is
/// the text_height() of the page.
/// Cost  O(n log n) in the components.
std::vector<std::uint8_t> dashes_of_rules(std::span<const Component> components, double letter);

}  // namespace ocelli::internal
