#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "arguments.hpp"
#include "module.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/pipelines/blurring/blur_options.hpp"
#include "ocelli/pipelines/pdf_options.hpp"
#include "ocelli/text/reading_options.hpp"
#include "ocelli/tracking/tracker.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "ocelli/training/cross_validation.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/language_training.hpp"
#include "ocelli/training/model_edit.hpp"
#include "ocelli/training/reader_adapting.hpp"
#include "ocelli/training/reader_training.hpp"

namespace ocelli::internal::python {
namespace {

/// Do not call Option::set: it would set a struct that no longer exists.
template <class Options>
std::vector<Option> defaults_of() {
  Options options;
  return option_table(options);
}

template <class Options>
py::list table() {
  return options_list(defaults_of<Options>());
}

py::list classifier_table(const std::string& algorithm) {
  ClassifierTraining job;
  job.algorithm = classifier_algorithm(algorithm);
  return options_list(joined(job.algorithm->option_table(), option_table(job)));
}

template <class... Structs>
std::vector<Option> tables() {
  std::vector<Option> all;
  ((all = joined(std::move(all), defaults_of<Structs>())), ...);
  return all;
}

/// Every option of every algorithm, once. Options with the same name have the same form.
std::vector<Option> all_of_classifiers() {
  std::vector<Option> all = tables<ClassifierTraining, InputLimits>();
  for (const auto& algorithm : classifier_algorithms()) {
    for (Option& option : algorithm->option_table()) {
      if (std::ranges::find(all, option.name, &Option::name) == all.end()) all.push_back(std::move(option));
    }
  }
  return all;
}

/// The options that a function of the package accepts as keyword arguments.
py::list keyword_options(const std::string& function) {
  const std::map<std::string, std::function<std::vector<Option>()>> of = {
      {"detect", tables<DetectOptions>},
      {"track", tables<TrackOptions>},
      {"limits", tables<InputLimits>},
      {"read", tables<ReadingOptions>},
      {"read_files", tables<ReadingOptions, PdfOptions, InputLimits>},
      {"train_detector", tables<DetectorTraining, InputLimits>},
      {"train_classifier", all_of_classifiers},
      {"train_reader", tables<ReaderTrainingOptions, InputLimits>},
      {"cross_validate", [] { return joined(tables<CrossValidation>(), all_of_classifiers()); }},
      {"evaluate_classifier", tables<InputLimits, TableLikeOptions>},
      {"blur", tables<BlurOptions>},
      {"edit", tables<ModelEdit>},
      {"adapt_reader", tables<AdaptingOptions, InputLimits>},
      {"train_language", tables<LanguageTrainingOptions>},
  };
  return options_list(of.at(function)());
}

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const auto& algorithm : classifier_algorithms()) names.push_back(algorithm->name());
  return names;
}

/// Special values in addition to the option's own words or numbers: "auto", "none".
std::vector<std::string> special_words(const Option& option) {
  std::vector<std::string> words;
  if (!option.spec.empty_word().empty()) words.emplace_back(option.spec.empty_word());
  if (option.spec.is_zero_none()) words.emplace_back("none");
  return words;
}

}  // namespace

void add_options(py::module_& module) {
  py::class_<Option>(module, "Option", "An option of a model or a training: one row of its table.")
      .def_readonly("name", &Option::name)
      .def_readonly("help", &Option::help)
      .def_readonly("shape", &Option::shape)
      .def_property_readonly("argument", [](const Option& option) { return argument_name(option.name); })
      .def_property_readonly("default", &typed)
      .def_property_readonly("words", [](const Option& option) { return std::string(option.spec.words()); })
      .def_readonly("is_list", &Option::is_list)
      .def_property_readonly("special_words", &special_words)
      .def_property_readonly("allowed", [](const Option& option) { return option.spec.allowed(); })
      .def_property_readonly("unit", [](const Option& option) { return std::string(option.spec.unit()); })
      .def("__repr__", [](const Option& option) { return "<Option " + option.name + ">"; });
  module.def("detect_options", &table<DetectOptions>);
  module.def("reading_options", &table<ReadingOptions>);
  module.def("detector_training_options", &table<DetectorTraining>);
  module.def("reader_training_options", &table<ReaderTrainingOptions>);
  module.def("classifier_training_options", &classifier_table, py::arg("algorithm"));
  module.def("keyword_options", &keyword_options, py::arg("function"));
  module.def("classifier_algorithms", &algorithm_names);
}

}  // namespace ocelli::internal::python
