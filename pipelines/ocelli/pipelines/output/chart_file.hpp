#pragma once

#include <filesystem>
#include <string>

#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal {

/// Saves a chart as SVG, atomically. Throws Error(Kind::output) naming the file, and as to_svg().
void write_chart(const std::filesystem::path& file, const LineChart& chart);

/// The same of a chart that is SVG already.
void write_svg(const std::filesystem::path& file, const std::string& svg);

}  // namespace ocelli::internal
