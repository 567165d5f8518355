#include "ocelli/pipelines/conversion.hpp"

#include "arguments.hpp"
#include "interruption.hpp"
#include "module.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/training/model_edit.hpp"

namespace ocelli::internal::python {
namespace {

/// ".ocelli, .xml, .c or .onnx"
std::string known_endings() {
  std::string endings;
  for (const ModelFormat& format : model_formats())
    endings += (endings.empty() ? "" : ", ") + std::string(format.ending);
  return endings;
}

void convert(const py::handle& model, const py::handle& output) {
  const std::filesystem::path to = path_of(output);
  const ModelFormat* const format = model_format_of(to);
  require(
      format != nullptr, Kind::usage,
      [&] { return "has an unsupported extension; supported: " + known_endings(); }, to.string());
  const Model loaded = model_of(model);
  run_interruptibly([&] { format->write(loaded, to); });
}

void edit(const py::handle& model, const py::dict& values) {
  const std::filesystem::path path = path_of(model);
  ModelEdit changes;
  set_options(option_table(changes), values);
  run_interruptibly([&] { edit_model(path, changes); });
}

}  // namespace

void add_conversion(py::module_& module) {
  module.def("convert", &convert, py::arg("model"), py::arg("output"));
  module.def("edit", &edit, py::arg("model"), py::arg("changes"));
}

}  // namespace ocelli::internal::python
