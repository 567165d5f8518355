#include "module.hpp"

#include "arguments.hpp"
#include "ocelli/core/error.hpp"

namespace ocelli::internal::python {
namespace {

namespace py = pybind11;

/// "--min-neighbors" is an argument min_neighbors here.
std::string python_name(const std::string& where) {
  if (!where.starts_with("--")) return where;
  return argument_name(where.substr(2));
}

void raise(const Error& error) {
  const py::object made =
      py::module_::import("ocelli.errors")
          .attr("error_of")(std::string(name(error.kind())), error.message(), python_name(error.where()));
  PyErr_SetObject(py::type::handle_of(made).ptr(), made.ptr());
}

}  // namespace

void add_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace ocelli::internal::python

PYBIND11_MODULE(_native, module) {
  using namespace ocelli::internal::python;
  module.doc() = "The compiled part of Ocelli; use the package ocelli, which wraps it.";
  module.attr("__version__") = OCELLI_VERSION;
  add_errors(module);
  add_options(module);
  add_images(module);
  add_conversion(module);
  add_records(module);
  add_detector(module);
  add_classifier(module);
  add_reader(module);
  add_opencv_cascade(module);
  add_training(module);
  add_evaluation(module);
}
