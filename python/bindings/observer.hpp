#pragma once

#include <pybind11/pybind11.h>

#include "interruption.hpp"
#include "ocelli/training/training_observer.hpp"

/// Python callbacks as observers.
namespace ocelli::internal::python {

/// Any of message(str), problem(dict), progress(dict), log(str). The observer may be called on any thread:
/// the calls are made by `callbacks`, which must outlive it.
TrainingObserver observer_of(const py::dict& functions, Callbacks& callbacks);
ProgressSink progress_sink(const py::object& function, Callbacks& callbacks);

}  // namespace ocelli::internal::python
