#include "ocelli/pipelines/output/chart_file.hpp"

#include <span>
#include <string>

#include "ocelli/core/file.hpp"

namespace ocelli::internal {

void write_chart(const std::filesystem::path& file, const LineChart& chart) {
  write_svg(file, to_svg(chart));
}

void write_svg(const std::filesystem::path& file, const std::string& svg) {
  write_file_atomically(file, std::as_bytes(std::span(svg)));
}

}  // namespace ocelli::internal
