#include <utility>

#include "arguments.hpp"
#include "arrays.hpp"
#include "interruption.hpp"
#include "loaded_models.hpp"
#include "module.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_classes.hpp"
#include "ocelli/data/formats/sample_source.hpp"
#include "ocelli/evaluation/classifier_evaluation.hpp"
#include "ocelli/evaluation/detector_evaluation.hpp"
#include "ocelli/evaluation/reader_evaluation.hpp"
#include "ocelli/evaluation/track_evaluation.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"

namespace ocelli::internal::python {
namespace {

py::list list_of(const std::vector<Problem>& problems) {
  py::list all;
  for (const Problem& problem : problems) all.append(py::make_tuple(problem.where, problem.message));
  return all;
}

py::dict evaluate(const LoadedDetector& detector, const py::handle& file,
                  const std::vector<std::string>& classes, const py::object& progress) {
  Callbacks callbacks;
  const std::filesystem::path path = path_of(file);
  const ProgressSink sink = progress_sink(progress, callbacks);
  const DetectorEvaluation evaluation = run_interruptibly(callbacks, [&](const std::stop_token&) {
    Annotations test = read_annotations(path);
    require_classes(classes, count_classes(test.images));
    keep_classes(test.images, classes);
    DetectorEvaluation measured = evaluate_detector(detector.detector, test, {}, sink);
    measured.images = {};  // they point into the test
    return measured;
  });
  const std::vector<ScoredOutcome>& outcomes = evaluation.matched.outcomes;
  py::array_t<float> scores(static_cast<py::ssize_t>(outcomes.size()));
  py::array_t<std::uint8_t> kinds(static_cast<py::ssize_t>(outcomes.size()));
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    scores.mutable_data()[i] = outcomes[i].score;
    kinds.mutable_data()[i] = static_cast<std::uint8_t>(outcomes[i].outcome);
  }
  py::dict figures;
  figures["objects"] = evaluation.matched.truths, figures["problems"] = list_of(evaluation.problems);
  figures["scores"] = scores, figures["outcomes"] = kinds;
  return figures;
}

Samples test_samples(const LoadedClassifier& self, const std::string& path,
                     const std::optional<std::string>& labels, const InputLimits& limits,
                     const TableLikeOptions& table) {
  std::optional<std::filesystem::path> label_file;
  if (labels) label_file = *labels;
  return read_samples(path, label_file, self.classifier().shape(), table_of(self.model, table),
                      images_for(self.classifier()), limits)
      .samples;
}

py::dict evaluate_samples(const LoadedClassifier& self, const std::string& path,
                          const std::optional<std::string>& labels, const py::dict& options) {
  InputLimits limits;
  TableLikeOptions table;
  set_options(joined(option_table(limits), option_table(table)), options);
  Samples samples;
  const ClassifierEvaluation evaluation = run_interruptibly([&] {
    samples = test_samples(self, path, labels, limits, table);
    require(!samples.labels.empty(), Kind::usage, "the samples have no labels: give labels", path);
    return evaluate_classifier(self.classifier(), samples);
  });
  py::array_t<float> margins(static_cast<py::ssize_t>(evaluation.answers.size()));
  py::array_t<bool> right(static_cast<py::ssize_t>(evaluation.answers.size()));
  for (std::size_t i = 0; i < evaluation.answers.size(); ++i) {
    margins.mutable_data()[i] = evaluation.answers[i].margin;
    right.mutable_data()[i] = evaluation.answers[i].right;
  }
  py::list misread;
  for (const Misread& one : evaluation.misread)
    misread.append(py::make_tuple(one.sample, one.truth, one.given));
  py::dict figures;
  figures["classes"] = evaluation.confusion.classes(), figures["confusion"] = table_of(evaluation.confusion),
  figures["margins"] = margins;
  figures["right"] = right, figures["misread"] = misread, figures["seconds"] = evaluation.seconds;
  return figures;
}

py::dict evaluate_pages(const LoadedReader& reader, const std::vector<std::string>& folders,
                        const std::string& half, bool ignore_case, bool fold_marks, const py::dict& options,
                        const py::object& progress) {
  Callbacks callbacks;
  ReaderTest test;
  test.rule = {.fold_case = ignore_case, .fold_marks = fold_marks};
  set_options(option_table(test.options), options);
  test.progress = progress_sink(progress, callbacks);
  TruthPages found = find_truth_pages(folders, half_named(half));
  std::mutex mutex;
  test.problem = [&](const Problem& problem) {
    const std::scoped_lock lock(mutex);
    found.problems.push_back(problem);
  };
  const ReadingScore score = run_interruptibly(callbacks, [&](const std::stop_token& stop) {
    return evaluate_reader(reader.reader, found.pages, test, stop);
  });
  py::list worst;
  for (const PageScore& page : score.worst(20))
    worst.append(py::make_tuple(page.image, page.characters.edits, page.characters.length));
  py::dict figures;
  figures["pages"] = score.pages(), figures["failed"] = score.failed(),
  figures["problems"] = list_of(found.problems);
  figures["character_error"] = score.characters().rate(), figures["word_error"] = score.words().rate();
  figures["words_missed"] = score.missed().rate(), figures["median_page_error"] = score.median_page();
  figures["cpu_seconds_a_page"] = score.cpu_seconds_a_page(), figures["worst"] = worst;
  return figures;
}

py::dict evaluate_track_files(const std::string& found, const std::string& truth) {
  const TrackScores all = evaluate_tracks(found, truth).all;
  py::dict figures;
  figures["objects"] = all.truths, figures["hits"] = all.hits;
  figures["false_positives"] = all.false_positives, figures["switches"] = all.switches;
  figures["mota"] = all.mota, figures["hota"] = all.hota;
  return figures;
}

}  // namespace

void add_evaluation(py::module_& module) {
  module.def("evaluate_tracks", &evaluate_track_files, py::arg("found"), py::arg("truth"));
  module.def("evaluate_detector", &evaluate, py::arg("detector"), py::arg("annotations"), py::arg("classes"),
             py::arg("progress"));
  module.def("evaluate_classifier", &evaluate_samples, py::arg("classifier"), py::arg("samples"),
             py::arg("labels"), py::arg("options"));
  module.def("evaluate_reader", &evaluate_pages, py::arg("reader"), py::arg("pages"), py::arg("half"),
             py::arg("ignore_case"), py::arg("fold_marks"), py::arg("options"), py::arg("progress"));
}

}  // namespace ocelli::internal::python
