#pragma once

#include <string>

namespace ocelli::internal {

/// The color space sRGB as an ICC profile of version 4, for files that state what their colors mean.
/// Source  IEC 61966-2-1; ICC.1:2004-10 (version 4.2), matrix profiles of displays.
std::string srgb_profile();

}  // namespace ocelli::internal
