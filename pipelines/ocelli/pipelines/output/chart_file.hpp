#pragma once

#include <filesystem>
#include <string>

#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal {

/// Saves a chart as SVG, atomically.
/// Throws  Error(Kind::output) naming the file, and as to_svg().
void write_chart(const std::filesystem::path& file, const LineChart& chart);

/// Saves a chart that is already SVG.
void write_svg(const std::filesystem::path& file, const std::string& svg);

}  // namespace ocelli::internal
