#include <pybind11/pybind11.h>

#include <string>

#include "arguments.hpp"
#include "interruption.hpp"
#include "module.hpp"
#include "ocelli/pipelines/blurring/blur_options.hpp"
#include "ocelli/pipelines/blurring/blur_report.hpp"
#include "ocelli/pipelines/blurring/file_blurring.hpp"

namespace ocelli::internal::python {
namespace {

/// The report as JSON.
std::string blur(const py::handle& model, const py::handle& input, const py::handle& output, bool is_bundled,
                 const py::dict& values, const py::object& progress) {
  BlurOptions options;
  DetectOptions detect;
  std::vector<Option> table = option_table(options);
  for (Option& option : option_table(detect)) table.push_back(std::move(option));
  set_options(table, values);
  detect.validate();
  const std::filesystem::path model_path = path_of(model), input_path = path_of(input),
                              output_path = path_of(output);
  Callbacks callbacks;
  const ProgressSink sink = progress_sink(progress, callbacks);
  return run_interruptibly(callbacks, [&](const std::stop_token& stop) {
    const HidingDetector detector = HidingDetector::load(model_path, detect);
    const InputLimits limits{.stop = stop};
    const BlurPair pair = plan_blurring_of_one(input_path.string(), output_path);
    return report_text(
        {blur_file(
            pair,
            {.detector = detector, .options = options, .limits = limits, .progress = sink, .stop = stop})},
        is_bundled);
  });
}

}  // namespace

void add_blurring(py::module_& module) {
  module.def("blur", &blur, py::arg("model"), py::arg("input"), py::arg("output"), py::arg("is_bundled"),
             py::arg("options"), py::arg("progress") = py::none());
}

}  // namespace ocelli::internal::python
