#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "ocelli/pipelines/output/crop_folder.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/heat_map.hpp"
#include "ocelli/pipelines/output/passage_counts.hpp"
#include "ocelli/pipelines/output/result_format.hpp"
#include "progress_line.hpp"

namespace ocelli::internal::app {

/// The counts of a run.
struct BatchCounts {
  std::size_t items = 0;
  std::size_t found = 0;   ///< detections
  std::size_t failed = 0;  ///< of the items
  std::size_t warned = 0;  ///< of the items
};

/// "120 images in 3.2 s: 311 detections, 2 failed, 1 with a warning: its result may be wrong". `item` is the
/// noun for one item. `detects` is whether there were detections to count.
std::string closing_text(const BatchCounts& counts, const std::string& item, bool detects,
                         std::chrono::duration<double> elapsed);

/// Where the results of a run go. What is null is not wanted.
struct ResultSinks {
  std::unique_ptr<ResultWriter> writer = nullptr;
  std::unique_ptr<DrawingFolder> drawings = nullptr;
  std::unique_ptr<CropFolder> crops = nullptr;
  std::unique_ptr<PassageCounts> counts = nullptr;
  std::unique_ptr<HeatMap> heat_map = nullptr;
};

/// The destination of a run's results, and a message on stderr for each failure.
class BatchResults {
 public:
  explicit BatchResults(ResultSinks sinks) : sinks_(std::move(sinks)) {}

  /// Throws  the item's own error, before anything is written, when its picture is no longer available.
  void take(const Item& item, const Record& record, ProgressLine& terminal);

  /// Finishes the results written to `output`.
  void finish(const std::string& output, ProgressLine& terminal) const;

  /// Reports a summary: always on a terminal, otherwise only if one of several items failed or has a warning.
  void close(const std::string& item, bool detects, ProgressLine& terminal) const;

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  BatchCounts counts_;
  ResultSinks sinks_;
};

}  // namespace ocelli::internal::app
