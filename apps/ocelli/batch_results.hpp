#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/result_format.hpp"
#include "progress_line.hpp"

namespace ocelli::app {

/// Where all results of a run go: to a writer, drawings, and a word about each failure on stderr.
class BatchResults {
 public:
  /// Without a writer results are only drawn; without a folder, they are not. Throws Error(Kind::output) naming a folder
  /// that cannot be made.
  explicit BatchResults(std::unique_ptr<ResultWriter> writer, const std::string& drawings = {});

  /// Throws the item's own error, before anything is written, when there is no picture to show any more.
  void take(const Item& item, const Record& record, ProgressLine& terminal);

  /// Ends what goes to `output`.
  void finish(const std::string& output, ProgressLine& terminal);

 private:
  std::unique_ptr<ResultWriter> writer_;
  std::optional<DrawingFolder> drawings_;
};

}  // namespace ocelli::app
