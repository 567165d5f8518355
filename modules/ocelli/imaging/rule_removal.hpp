#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli {

/// Takes horizontal and vertical rules out of `ink`, and leaves the runs of what is left in `runs`.
///
/// A rule is made of straight strokes at least 5 letters long that are thin for most of their length. Where ink goes on
/// at both sides of it something crosses the rule, and the pixels stay. Thin pieces that are left of a component with a
/// rule in it go as well (`runs` may still hold them).
/// Requires  `runs` of this ink; the height of its letters in pixels, above 0.
/// Cost      one pass over the runs, and one over the pixels of large components.
void remove_rules(cv::Mat& ink, InkRuns& runs, double letter);

}  // namespace ocelli
