#pragma once

#include <string_view>

/// The texts of the sources in c99/ (internal): what generated headers share.
namespace ocelli::c99 {

extern const std::string_view k_real, k_pyramid, k_scan, k_group, k_verify, k_detect, k_detect_main;

}  // namespace ocelli::c99
