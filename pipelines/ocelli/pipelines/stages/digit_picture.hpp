#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {

/// Checks that a picture may show a single digit, before the bundled digit model is used by default. A
/// picture is rejected when
///
/// - more than a fifth of its pixels are colored, as in a photo;
/// - or when, reduced to at most 64 pixels per side and with its illumination evened out, it is blank, a
///   pattern or noise, more than 16 % of its pixels are neither ink nor paper, nearly half of it is ink, or
///   its ink is in more than four pieces, or eight if it was not reduced.
///
/// All MNIST images pass unchanged. Of MNIST's training images at 200 to 360 pixels, with margins, noise and
/// uneven light, all pass. Of gray photos, about 5 % pass.
/// Throws  Error(Kind::image) naming the remedy: another model.
void require_digit(const cv::Mat& picture);

/// Applies this check to each picture before it is classified; rows of values are not checked.
Work for_digits_only(Work classify);

}  // namespace ocelli::internal
