#include "ocelli/metrics/reliability.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

std::vector<ReliabilityBin> reliability(std::span<const GradedAnswer> answers, int bins) {
  require(bins >= 1, Kind::usage, "a reliability curve needs bins");
  std::vector<ReliabilityBin> all(static_cast<std::size_t>(bins));
  for (const auto& [confidence, right] : answers) {
    require(confidence >= 0 && confidence <= 1, Kind::usage, "a confidence is not between 0 and 1");
    const auto at = std::min(all.size() - 1, static_cast<std::size_t>(confidence * static_cast<float>(bins)));
    ++all[at].count;
    all[at].confidence += static_cast<double>(confidence);
    all[at].right += right ? 1 : 0;
  }
  std::erase_if(all, [](const ReliabilityBin& bin) { return bin.count == 0; });
  for (ReliabilityBin& bin : all) {
    bin.confidence /= static_cast<double>(bin.count);
    bin.right /= static_cast<double>(bin.count);
  }
  return all;
}

double calibration_error(std::span<const ReliabilityBin> bins) {
  double sum = 0;
  std::size_t count = 0;
  for (const ReliabilityBin& bin : bins) {
    sum += static_cast<double>(bin.count) * std::abs(bin.confidence - bin.right);
    count += bin.count;
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

LineChart reliability_chart(const std::string& answers, const std::string& name,
                            std::span<const ReliabilityBin> bins) {
  Series measured{name, {}};
  for (const ReliabilityBin& bin : bins) measured.points.push_back({100 * bin.confidence, 100 * bin.right});
  LineChart chart;
  chart.title = answers + " correct, by confidence";
  chart.x = {.label = "confidence, %", .low = 0, .high = 100};
  chart.y = {.label = "correct, %", .low = 0, .high = 100};
  chart.series = {measured, {"calibrated", {{0, 0}, {100, 100}}}};
  return chart;
}

std::string table_of(std::span<const ReliabilityBin> bins) {
  std::string table = "confidence   correct     words\n";
  for (const ReliabilityBin& bin : bins) {
    char line[80];
    std::snprintf(line, sizeof line, "%8.2f %%  %6.2f %%  %8zu\n", 100 * bin.confidence, 100 * bin.right,
                  bin.count);
    table += line;
  }
  return table;
}

}  // namespace ocelli::internal
