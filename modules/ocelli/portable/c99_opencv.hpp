#pragma once

#include <string>
#include <string_view>

#include "ocelli/detection/opencv/opencv_model.hpp"

namespace ocelli::internal {

/// An OpenCV cascade as one self-contained C99 header, as c99_header() of a detector of Ocelli's own: Haar
/// features, upright or tilted, or local binary patterns; stumps or trees. On every machine it finds what
/// Detector finds with the same options and --like ocelli.
///
/// Throws  Error(Kind::usage) with the reason when integers cannot follow the cascade's arithmetic: a window
/// above 255 pixels, weights of rectangles that
///         are no whole numbers or sums beyond 24 bits, votes whose sums do not fit double precision.
std::string c99_header(const OpenCvModel& model, std::string_view name);

}  // namespace ocelli::internal
