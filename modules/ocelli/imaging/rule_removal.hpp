#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {

/// Removes horizontal and vertical rules from `ink` and updates `runs` to the remaining ink.
///
/// A rule consists of straight strokes at least 5 character heights long that are thin for most of their
/// length. Where ink continues on both sides, a character crosses the rule and the pixels stay. Thin
/// remainders of a component that held a rule are removed as well (`runs` may still contain them). Requires
/// `runs` of this ink; the height of its characters in pixels, above 0.
/// Cost      one pass over the runs, and
/// one over the pixels of large components.
void remove_rules(cv::Mat& ink, InkRuns& runs, double letter);

}  // namespace ocelli::internal
