#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/stages/stages.hpp"
#include "ocelli/pipelines/stages/track_stage.hpp"

namespace ocelli::internal::python {

/// A run over inputs, pulled record by record: a flow graph on its own threads, a few records ahead of the
/// caller.
struct RecordRun {
  std::vector<std::string> inputs;
  InputLimits limits;
  Work work;
  /// Formats a record as the JSON line that the program prints.
  std::function<std::string(const Record&)> line;
  /// The stage between the work and the lines, if objects are followed.
  std::function<std::unique_ptr<TrackStage>(Sink)> follower = {};
  int threads = 0;
};

/// A line without its line feed.
std::string without_end(std::string line);

/// A Python iterator over lines without their line feeds. It keeps `owner` alive, which owns what the work
/// refers to.
pybind11::object records(RecordRun run, pybind11::object owner);

}  // namespace ocelli::internal::python
