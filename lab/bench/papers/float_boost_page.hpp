#pragma once

#include <filesystem>

#include "face_windows.hpp"
#include "float_boost_runs.hpp"

namespace ocelli::internal::bench {

/// Writes the page about the paper's figure 5, with its curves as CSV and its pictures. Both methods use the
/// same draws.
void publish(const FaceWindows& windows, const Method& real, const Method& floating,
             const FloatBoostSettings& settings, const std::filesystem::path& folder);

}  // namespace ocelli::internal::bench
