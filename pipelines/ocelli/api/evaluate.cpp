#include "ocelli/evaluate.hpp"

#include <iterator>

#include "ocelli/api/model_access.hpp"
#include "ocelli/api/public_values.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/sample_source.hpp"
#include "ocelli/evaluation/classifier_evaluation.hpp"
#include "ocelli/evaluation/detector_evaluation.hpp"
#include "ocelli/evaluation/reader_evaluation.hpp"
#include "ocelli/evaluation/track_evaluation.hpp"
#include "ocelli/metrics/outcome_counts.hpp"
#include "ocelli/metrics/roc.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"

namespace ocelli {
DetectorFigures evaluate_detector(const Detector& detector,
                                  const std::vector<std::filesystem::path>& annotations,
                                  const Observer& observer) {
  internal::Annotations test;
  for (const std::filesystem::path& path : annotations) {
    internal::Annotations read = internal::read_annotations(path, {.part = internal::DataPart::test});
    internal::report(observer, read.problems);
    std::move(read.images.begin(), read.images.end(), std::back_inserter(test.images));
  }
  const internal::DetectorEvaluation found =
      internal::evaluate_detector(internal::Access::of(detector), test, {}, observer.progress);
  internal::report(observer, found.problems);
  DetectorFigures figures{
      .images = found.images.size(),
      .objects = found.matched.truths,
      .average_precision = internal::average_precision(internal::precision_recall(found.matched)),
      .roc = {}};
  for (const internal::RocPoint& point : internal::detection_roc(found.matched))
    figures.roc.push_back({point.false_positives, point.detection_rate, point.threshold});
  return figures;
}

ClassifierFigures evaluate_classifier(const Classifier& classifier, const std::filesystem::path& samples,
                                      const std::optional<std::filesystem::path>& labels) {
  const internal::ClassifierModel& model = internal::Access::of(classifier);
  const internal::Classifier& own = model.classifier;
  const internal::Dataset test = internal::read_samples(
      samples, labels, own.shape(), internal::table_of(model, {}), internal::images_for(own));
  internal::require(!test.samples.labels.empty(), Kind::usage, "has no labels", samples.string());
  const internal::ClassifierEvaluation found = internal::evaluate_classifier(own, test.samples);
  const internal::ConfusionMatrix& confusion = found.confusion;
  ClassifierFigures figures{.samples = confusion.samples(),
                            .errors = confusion.errors(),
                            .log_loss = found.log_loss,
                            .classes = confusion.classes(),
                            .confusion = {}};
  for (std::size_t truth = 0; truth < figures.classes.size(); ++truth) {
    figures.confusion.emplace_back();
    for (std::size_t answer = 0; answer < figures.classes.size(); ++answer)
      figures.confusion.back().push_back(confusion.count(truth, answer));
  }
  return figures;
}

ReaderFigures evaluate_reader(const Reader& reader, const std::vector<std::string>& folders,
                              const Observer& observer) {
  const internal::TruthPages found = internal::find_truth_pages(folders, internal::Half::all);
  internal::report(observer, found.problems);
  internal::require(!found.pages.empty(), Kind::input, "no pages NAME.png with their text NAME.gt.txt",
                    folders.empty() ? "" : folders.front());
  internal::ReaderTest test;
  test.options = internal::Access::of(reader).options;
  test.problem = [&](const internal::Problem& problem) { internal::report(observer, {&problem, 1}); };
  test.progress = observer.progress;
  const internal::ReadingScore score =
      internal::evaluate_reader(internal::Access::of(reader).reader, found.pages, test, {});
  return {.pages = score.pages(),
          .characters = score.characters().length,
          .character_errors = score.characters().edits,
          .words = score.words().length,
          .word_errors = score.words().edits};
}

TrackFigures evaluate_tracks(const std::filesystem::path& found, const std::filesystem::path& truth) {
  const internal::TrackScores all = internal::evaluate_tracks(found, truth).all;
  return {.objects = all.truths,
          .hits = all.hits,
          .false_positives = all.false_positives,
          .switches = all.switches,
          .mota = all.mota,
          .hota = all.hota};
}

}  // namespace ocelli
