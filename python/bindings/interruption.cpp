#include "interruption.hpp"

#include <memory>
#include <string>

namespace ocelli::internal::python {
namespace {

py::dict to_python(const Problem& problem) {
  py::dict row;
  row["where"] = problem.where, row["message"] = problem.message;
  return row;
}

py::dict to_python(const Progress& progress) {
  py::dict row;
  row["task"] = progress.task, row["done"] = progress.done, row["total"] = progress.total,
  row["note"] = progress.note;
  return row;
}

const std::string& to_python(const std::string& text) { return text; }

/// Forwards messages to a Python function. The object is destroyed on the thread with the GIL, as long as the
/// caller keeps the dictionary of functions.
template <class Value>
std::function<void(const Value&)> told_to(const py::handle& function, Callbacks& callbacks) {
  return [function, &callbacks](const Value& value) {
    callbacks.post([function, value] { function(to_python(value)); });
  };
}

}  // namespace

TrainingObserver observer_of(const py::dict& functions, Callbacks& callbacks) {
  TrainingObserver observer;
  if (functions.contains("message")) observer.report = told_to<std::string>(functions["message"], callbacks);
  if (functions.contains("problem")) observer.problem = told_to<Problem>(functions["problem"], callbacks);
  if (functions.contains("progress")) observer.progress = told_to<Progress>(functions["progress"], callbacks);
  if (functions.contains("log")) observer.log = told_to<std::string>(functions["log"], callbacks);
  return observer;
}

ProgressSink progress_sink(const py::object& function, Callbacks& callbacks) {
  if (function.is_none()) return {};
  return told_to<Progress>(function, callbacks);
}

}  // namespace ocelli::internal::python
