#include "arguments.hpp"
#include "module.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::python {
namespace {

namespace py = pybind11;

/// Converts "--min-neighbors" to the argument min_neighbors.
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
