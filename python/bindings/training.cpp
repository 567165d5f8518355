#include <algorithm>
#include <utility>

#include "arguments.hpp"
#include "arrays.hpp"
#include "loaded_models.hpp"
#include "memory_training.hpp"
#include "module.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/pdf/helper_program.hpp"
#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "ocelli/training/cross_validation.hpp"
#include "ocelli/training/language_training.hpp"
#include "ocelli/training/opencv_detector_training.hpp"
#include "ocelli/training/reader_adapting.hpp"
#include "ocelli/training/reader_training.hpp"

namespace ocelli::internal::python {
namespace {

using Paths = std::vector<std::string>;

std::vector<std::filesystem::path> as_paths(const Paths& words) { return {words.begin(), words.end()}; }

void train_detector_from_files(const Paths& positives, const Paths& negatives, const Paths& images,
                               const std::string& output, const std::string& from_one,
                               const std::string& cascade, const std::vector<std::string>& classes,
                               bool resume, const py::dict& options, const py::dict& functions) {
  DetectorTraining job;
  job.positives = as_paths(positives);
  job.negatives = as_paths(negatives);
  job.images = as_paths(images);
  job.from_one = from_one;
  job.cascade = cascade;
  job.classes = classes;
  job.output = output;
  job.resume = resume;
  set_options(joined(option_table(job), option_table(job.limits)), options);
  train(functions, [&](const TrainingObserver& observer, const std::stop_token& stop) {
    train_detector_for_target(job, observer, stop);
  });
}

void train_classifier_from_files(const std::string& samples, const std::optional<std::string>& labels,
                                 const std::string& output, const std::string& algorithm, bool resume,
                                 const py::dict& options, const py::dict& functions) {
  ClassifierTraining job;
  job.samples = samples;
  if (labels) job.labels = *labels;
  job.output = output;
  job.resume = resume;
  job.algorithm = classifier_algorithm(algorithm, option_names(options));
  const std::vector<Option> of_files = joined(option_table(job), option_table(job.limits));
  set_options(joined(of_files, job.algorithm->option_table()), options);
  train(functions, [&](const TrainingObserver& observer, const std::stop_token& stop) {
    train_classifier(job, observer, stop);
  });
}

py::dict dict_of(const CrossValidationResult& result) {
  py::list folds;
  for (const FoldErrors& fold : result.folds) folds.append(py::make_tuple(fold.samples, fold.errors));
  py::dict figures;
  figures["classes"] = result.confusion.classes(), figures["confusion"] = table_of(result.confusion);
  figures["folds"] = folds, figures["error"] = result.mean_error();
  figures["deviation"] = result.deviation();
  return figures;
}

py::dict cross_validate_files(const std::string& samples, const std::optional<std::string>& labels,
                              const std::string& algorithm, const py::dict& options,
                              const py::dict& functions) {
  CrossValidation job;
  job.training.samples = samples;
  if (labels) job.training.labels = *labels;
  job.training.algorithm = classifier_algorithm(algorithm);
  const std::vector<Option> of_files = joined(option_table(job.training), option_table(job.training.limits));
  set_options(joined(option_table(job), joined(of_files, job.training.algorithm->option_table())), options);
  return dict_of(train(functions, [&](const TrainingObserver& observer, const std::stop_token& stop) {
    return cross_validate(std::move(job), observer, stop);
  }));
}

void train_reader_from_files(const Paths& texts, const Paths& words, const Paths& fonts, const Paths& pages,
                             const std::string& half, const std::string& aligner, const std::string& output,
                             bool resume, const py::dict& options, const py::dict& functions) {
  ReaderTraining job;
  job.texts = as_paths(texts);
  job.words = as_paths(words);
  job.fonts = as_paths(fonts);
  job.pages = pages;
  job.half = half_named(half);
  job.aligner = aligner;
  job.output = output;
  job.resume = resume;
  set_options(joined(option_table(job.options), option_table(job.limits)), options);
  train(functions, [&](const TrainingObserver& observer, const std::stop_token& stop) {
    train_reader(job, observer, stop);
  });
}

void adapt_reader_to_files(const Paths& lines, const Paths& pages, const std::string& language,
                           const std::string& model, const std::string& output, const py::dict& options,
                           const py::dict& functions) {
  ReaderAdapting job = adapting_of(model, language);
  job.lines = lines;
  job.pages = pages;
  job.output = output;
  set_options(joined(option_table(job.options), option_table(job.limits)), options);
  train(functions, [&](const TrainingObserver& observer, const std::stop_token& stop) {
    adapt_reader(job, observer, stop);
  });
}

void train_language_from_files(const Paths& texts, const Paths& words, const std::string& code,
                               const std::string& output, const py::dict& options,
                               const py::dict& functions) {
  LanguageTraining job;
  job.texts = as_paths(texts);
  job.words = as_paths(words);
  job.code = code;
  job.output = output;
  set_options(option_table(job.options), options);
  train(functions, [&](const TrainingObserver& observer, const std::stop_token& stop) {
    train_language(job, observer, stop);
  });
}

LoadedClassifier loaded_classifier(const std::string& algorithm, const FloatArray& values,
                                   const LabelArray& labels, std::vector<std::string> classes,
                                   const std::optional<std::pair<int, int>>& shape,
                                   const std::optional<WeightArray>& weights, const py::dict& options,
                                   const py::dict& functions) {
  return {
      learn_classifier(algorithm, values, labels, std::move(classes), shape, weights, options, functions)};
}

}  // namespace

void add_training(py::module_& module) {
  module.def("train_detector", &train_detector_from_files, py::arg("positives"), py::arg("negatives"),
             py::arg("images"), py::arg("output"), py::arg("from_one"), py::arg("cascade"),
             py::arg("classes"), py::arg("resume"), py::arg("options"), py::arg("observer"));
  module.def("train_classifier", &train_classifier_from_files, py::arg("samples"), py::arg("labels"),
             py::arg("output"), py::arg("algorithm"), py::arg("resume"), py::arg("options"),
             py::arg("observer"));
  module.def("cross_validate", &cross_validate_files, py::arg("samples"), py::arg("labels"),
             py::arg("algorithm"), py::arg("options"), py::arg("observer"));
  module.def("train_reader", &train_reader_from_files, py::arg("texts"), py::arg("words"), py::arg("fonts"),
             py::arg("pages"), py::arg("half"), py::arg("aligner"), py::arg("output"), py::arg("resume"),
             py::arg("options"), py::arg("observer"));
  module.def(
      "set_package_folders",
      [](const std::string& models, const std::string& programs) {
        set_models_folder(models);
        pdf::set_helper_folder(programs);
      },
      py::arg("models"), py::arg("programs"));
  module.def("adapt_reader", &adapt_reader_to_files, py::arg("lines"), py::arg("pages"), py::arg("language"),
             py::arg("model"), py::arg("output"), py::arg("options"), py::arg("observer"));
  module.def("train_language", &train_language_from_files, py::arg("texts"), py::arg("words"),
             py::arg("code"), py::arg("output"), py::arg("options"), py::arg("observer"));
  module.def("learn_classifier", &loaded_classifier, py::arg("algorithm"), py::arg("values"),
             py::arg("labels"), py::arg("classes"), py::arg("shape"), py::arg("sample_weights"),
             py::arg("options"), py::arg("observer"));
  module.def("takes_sample_weights", [](const std::string& algorithm) {
    return classifier_algorithm(algorithm)->takes_sample_weights();
  });
}

}  // namespace ocelli::internal::python
