#include "batch_results.hpp"

#include <utility>

#include "ocelli/core/wording.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "terminal_run.hpp"

namespace ocelli::internal::app {

std::string closing_text(const BatchCounts& counts, const std::string& item, bool detects,
                         std::chrono::duration<double> elapsed) {
  std::string text = count_of(counts.items, item) + " in " + fixed(elapsed.count(), 1) + " s";
  std::string_view between = ": ";
  const auto add = [&](const std::string& part) {
    text.append(between) += part;
    between = ", ";
  };
  if (detects) add(count_of(counts.found, "detection"));
  if (counts.failed > 0) add(std::to_string(counts.failed) + " failed");
  if (counts.warned > 0)
    add(count_of(counts.warned, "with a warning: its result may be wrong",
                 "with warnings: their results may be wrong"));
  return text;
}

void BatchResults::take(const Item& item, const Record& record, ProgressLine& terminal) {
  const bool draws_heat = sinks_.heat_map && sinks_.heat_map->needs_picture();
  const cv::Mat picture =
      sinks_.drawings || sinks_.crops || draws_heat ? picture_of(item, record) : cv::Mat();
  if (sinks_.writer) sinks_.writer->write(item, record);
  report_fault(record, terminal);
  if (sinks_.drawings) sinks_.drawings->save(item, picture, record);
  if (sinks_.crops) sinks_.crops->save(item, picture, record);
  if (sinks_.counts) sinks_.counts->take(item, record);
  if (sinks_.heat_map) sinks_.heat_map->take(picture, record);
  ++counts_.items;
  counts_.found += record.detections.size();
  counts_.failed += record.error ? 1 : 0;
  counts_.warned += record.warning.empty() ? 0 : 1;
}

void BatchResults::finish(const std::string& output, ProgressLine& terminal) const {
  const std::string problem = sinks_.writer ? sinks_.writer->finish() : std::string();
  if (sinks_.drawings) sinks_.drawings->finish();
  if (sinks_.crops) sinks_.crops->finish();
  if (sinks_.counts) sinks_.counts->finish();
  if (sinks_.heat_map) sinks_.heat_map->finish();
  if (sinks_.counts) terminal.print("ocelli: counted " + sinks_.counts->summary());
  if (!problem.empty()) terminal.print("ocelli: " + output + ": " + problem);
}

void BatchResults::close(const std::string& item, bool detects, ProgressLine& terminal) const {
  const bool has_trouble = counts_.items > 1 && counts_.failed + counts_.warned > 0;
  if (!terminal.is_terminal() && !has_trouble) return;
  const auto elapsed = std::chrono::steady_clock::now() - begun_;
  terminal.print("ocelli: " + closing_text(counts_, item, detects, elapsed));
}

}  // namespace ocelli::internal::app
