#pragma once

#include <filesystem>

#include "ocelli/metrics/plot.hpp"

namespace ocelli {

/// Saves a chart as SVG, atomically. Throws Error(Kind::output) naming the file, and as to_svg().
void write_chart(const std::filesystem::path& file, const LineChart& chart);

}  // namespace ocelli
