#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "ocelli/core/option_lookup.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"

/// Arguments from Python: options by name, models, threads.
namespace ocelli::internal::python {

namespace py = pybind11;

/// A str, or any object with __fspath__.
std::filesystem::path path_of(const py::handle& path);

/// An option's name as a Python argument: min-neighbors becomes min_neighbors, for becomes for_.
std::string argument_name(const std::string& option);

/// The value of an option with its Python type: a number, a bool, a str, a tuple for a list, None for an
/// empty value. The table stores it as text.
py::object typed(const Option& option);

/// Sets options by name, in American or British spelling: min_neighbors=3 is the option min-neighbors. None
/// keeps the default. A list sets several values.
/// Throws  Error(Kind::usage) naming an option that is unknown or a constant, or its allowed values.
void set_options(const std::vector<Option>& table, const py::dict& values);

/// Options with their values, under their Python names. Those of a card are text; those of a struct have
/// their types.
py::dict options_dict(const OptionList& options);
py::dict options_dict(const std::vector<Option>& table);
py::list options_list(const std::vector<Option>& table);

/// Loads a model from a file or from bytes.
/// Throws  Error(Kind::model) naming the file and the fault.
Model model_of(const py::handle& path_or_bytes);
py::dict card_dict(const ModelCard& card);

/// all, even or odd.
/// Throws  Error(Kind::usage) for another word.
Half half_named(const std::string& name);

/// The given alternative of a model. `expected` names it in the error for another kind.
template <class Wanted>
Wanted only(Model model, const char* expected) {
  auto* const wanted = std::get_if<Wanted>(&model);
  require(wanted != nullptr, Kind::model, [&] { return std::string("is not ") + expected; });
  return std::move(*wanted);
}

}  // namespace ocelli::internal::python
