#include "arguments.hpp"
#include "module.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/text/reading_options.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/reader_training.hpp"

namespace ocelli::python {
namespace {

template <class Options>
py::list table() {
  Options options;
  return options_list(option_table(options));
}

py::list classifier_table(const std::string& algorithm) {
  ClassifierTraining job;
  job.algorithm = classifier_algorithm(algorithm);
  return options_list(joined(job.algorithm->option_table(), option_table(job)));
}

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const auto& algorithm : classifier_algorithms()) names.push_back(algorithm->name());
  return names;
}

}  // namespace

void add_options(py::module_& module) {
  py::class_<Option>(module, "Option", "An option of a model or a training: one row of its table.")
      .def_readonly("name", &Option::name)
      .def_readonly("help", &Option::help)
      .def_readonly("shape", &Option::shape)
      .def_readonly("default", &Option::value)
      .def_property_readonly("allowed", [](const Option& option) { return option.spec.allowed(); })
      .def_property_readonly("unit", [](const Option& option) { return std::string(option.spec.unit()); })
      .def("__repr__", [](const Option& option) { return "<Option " + option.name + ">"; });
  module.def("detect_options", &table<DetectOptions>);
  module.def("reading_options", &table<ReadingOptions>);
  module.def("detector_training_options", &table<DetectorTraining>);
  module.def("reader_training_options", &table<ReaderTrainingOptions>);
  module.def("classifier_training_options", &classifier_table, py::arg("algorithm"));
  module.def("classifier_algorithms", &algorithm_names);
}

}  // namespace ocelli::python
