#pragma once

#include <string_view>

/// The texts of the sources in c99/ (internal): what generated headers share.
namespace ocelli::internal::c99 {

extern const std::string_view k_arithmetic, k_real, k_cascade, k_windows, k_work;
extern const std::string_view k_pyramid, k_scan, k_group, k_network, k_verify, k_detect, k_detect_main;
extern const std::string_view k_opencv_levels, k_opencv_cascade, k_opencv_detect;
extern const std::string_view k_classify, k_ink, k_columns, k_templates, k_classify_images_main,
    k_classify_values_main;

}  // namespace ocelli::internal::c99
