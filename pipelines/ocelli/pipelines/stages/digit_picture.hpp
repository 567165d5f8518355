#pragma once

#include <opencv2/core/mat.hpp>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {

/// What the bundled model of digits is given when nobody names a model must be able to hold one digit. It
/// cannot
///
/// - where more than a fifth of the pixels have colors: a photo;
/// - where, reduced to 64 pixels either way if it is larger, and with its light evened out, it is blank, a
///   pattern or noise, more than 16 % of its pixels are neither ink nor paper, nearly half of it is ink, or
///   its ink is in more than four pieces, or eight if it is not larger.
///
/// All of MNIST's images pass as they are. Of MNIST's training images at 200 to 360 pixels, with margins,
/// noise and uneven light, all pass; of gray photos about 5 %. Throws  Error(Kind::image) naming the remedy:
/// another model.
void require_digit(const cv::Mat& picture);

/// Checks each picture so before it is classified; rows of values pass.
Work for_digits_only(Work classify);

}  // namespace ocelli::internal
