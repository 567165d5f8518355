#pragma once

#include <pybind11/pybind11.h>

/// The parts of the module ocelli._native, each in a source file with its name.
namespace ocelli::internal::python {

void add_errors(pybind11::module_& module);
void add_options(pybind11::module_& module);
void add_images(pybind11::module_& module);
void add_conversion(pybind11::module_& module);
void add_records(pybind11::module_& module);
void add_blurring(pybind11::module_& module);
void add_detector(pybind11::module_& module);
void add_classifier(pybind11::module_& module);
void add_reader(pybind11::module_& module);
void add_opencv_cascade(pybind11::module_& module);
void add_training(pybind11::module_& module);
void add_evaluation(pybind11::module_& module);

}  // namespace ocelli::internal::python
