#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal::python {

/// A run over inputs, pulled record by record: a flow graph on threads of its own, a few records ahead of the
/// caller.
struct RecordRun {
  std::vector<std::string> inputs;
  InputLimits limits;
  Work work;
  std::function<std::string(const Record&)> line;  ///< a record as the line of JSON that the program prints
  int threads = 0;
};

/// A line without its line feed.
std::string without_end(std::string line);

/// As a Python iterator of lines without their ends, which keeps `owner` (of what the work refers to) alive.
pybind11::object records(RecordRun run, pybind11::object owner);

}  // namespace ocelli::internal::python
