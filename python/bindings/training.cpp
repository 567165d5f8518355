#include <algorithm>
#include <utility>

#include "arguments.hpp"
#include "arrays.hpp"
#include "interruption.hpp"
#include "loaded_models.hpp"
#include "module.hpp"
#include "observer.hpp"
#include "ocelli/core/error.hpp"
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
using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Labels = py::array_t<std::uint16_t, py::array::c_style | py::array::forcecast>;
using Weights = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::vector<std::filesystem::path> as_paths(const Paths& words) { return {words.begin(), words.end()}; }

/// Runs train(observer, stop) with the callbacks of Python.
template <class Train>
auto train(const py::dict& functions, Train&& work) {
  Callbacks callbacks;
  const TrainingObserver observer = observer_of(functions, callbacks);
  return run_interruptibly(callbacks, [&](const std::stop_token& stop) { return work(observer, stop); });
}

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

std::vector<std::string> option_names(const py::dict& options) {
  std::vector<std::string> names;
  for (const auto& [name, value] : options) names.push_back(name.cast<std::string>());
  return names;
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

Samples samples_of(const Floats& values, const Labels& labels, std::vector<std::string> classes,
                   const std::optional<std::pair<int, int>>& shape) {
  require(values.ndim() == 2 && labels.ndim() == 1 && labels.shape(0) == values.shape(0), Kind::usage,
          "values must be (n, inputs) and labels (n,)");
  Samples samples;
  samples.values = Eigen::Map<const SampleValues>(values.data(), values.shape(0), values.shape(1));
  samples.labels.assign(labels.data(), labels.data() + labels.size());
  samples.classes = std::move(classes);
  require(
      !shape || (shape->first > 0 && shape->second > 0), Kind::usage,
      [&] {
        return "must be a height and a width of at least 1, not (" + std::to_string(shape->first) + ", " +
               std::to_string(shape->second) + ")";
      },
      "shape");
  if (shape) samples.shape = ImageShape{shape->second, shape->first};
  require(!samples.shape || samples.gives(samples.shape->pixels()), Kind::usage,
          "the shape has another number of pixels than the samples have values");
  require(std::ranges::all_of(samples.labels, [&](std::uint16_t l) { return l < samples.classes.size(); }),
          Kind::usage, "a label is not below the number of classes");
  return samples;
}

LoadedClassifier learn_classifier(const std::string& algorithm, const Floats& values, const Labels& labels,
                                  std::vector<std::string> classes,
                                  const std::optional<std::pair<int, int>>& shape,
                                  const std::optional<Weights>& weights, const py::dict& options,
                                  const py::dict& functions) {
  Samples samples = samples_of(values, labels, std::move(classes), shape);
  const std::unique_ptr<ClassifierAlgorithm> learner = classifier_algorithm(algorithm, option_names(options));
  if (weights) {
    samples.weights =
        scaled_weights({weights->data(), static_cast<std::size_t>(weights->size())}, samples.count());
  }
  set_options(learner->option_table(), options);
  return train(functions, [&](const TrainingObserver& observer, const std::stop_token& stop) {
    return LoadedClassifier{train_classifier(*learner, samples, observer, stop)};
  });
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
      "set_models_folder", [](const std::string& folder) { set_models_folder(folder); }, py::arg("folder"));
  module.def("adapt_reader", &adapt_reader_to_files, py::arg("lines"), py::arg("pages"), py::arg("language"),
             py::arg("model"), py::arg("output"), py::arg("options"), py::arg("observer"));
  module.def("train_language", &train_language_from_files, py::arg("texts"), py::arg("words"),
             py::arg("code"), py::arg("output"), py::arg("options"), py::arg("observer"));
  module.def("learn_classifier", &learn_classifier, py::arg("algorithm"), py::arg("values"),
             py::arg("labels"), py::arg("classes"), py::arg("shape"), py::arg("sample_weights"),
             py::arg("options"), py::arg("observer"));
  module.def("takes_sample_weights", [](const std::string& algorithm) {
    return classifier_algorithm(algorithm)->takes_sample_weights();
  });
}

}  // namespace ocelli::internal::python
