#include "ocelli/training/cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/column_cells.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/samples/split.hpp"
#include "ocelli/training/classifier_samples.hpp"

namespace ocelli::internal {
namespace {

using SampleNumbers = std::vector<std::uint32_t>;

/// Removes classes without samples.
Samples with_present_classes(Samples samples) {
  std::vector<bool> is_present(samples.classes.size());
  for (const std::uint16_t label : samples.labels) is_present[label] = true;
  std::vector<std::uint16_t> places(samples.classes.size());
  std::vector<std::string> present;
  for (std::size_t c = 0; c < is_present.size(); ++c) {
    places[c] = static_cast<std::uint16_t>(present.size());
    if (is_present[c]) present.push_back(samples.classes[c]);
  }
  for (std::uint16_t& label : samples.labels) label = places[label];
  samples.classes = std::move(present);
  return samples;
}

/// Samples, the fold of each, and the trainings on the other folds.
class CrossValidator {
 public:
  /// Keeps references to all arguments. `tilt` is that of ClassifierTraining.
  CrossValidator(const ClassifierAlgorithm& algorithm, double tilt, const Samples& samples,
                 std::span<const std::uint32_t> folds)
      : algorithm_(algorithm), tilt_(tilt), samples_(samples), folds_(folds) {}

  CrossValidationResult validate(const TrainingObserver& observer, const std::stop_token& stop) const {
    const std::uint32_t count = 1 + std::ranges::max(folds_);
    CrossValidationResult result{ConfusionMatrix(samples_.classes), {}};
    for (std::uint32_t fold = 0; fold < count; ++fold) {
      const auto [inside, outside] = parted(fold);
      const Classifier classifier = trained_on(outside, observer, stop);
      result.folds.push_back(graded(classifier, inside, result.confusion));
      const FoldErrors& errors = result.folds.back();
      observer.report("Fold " + std::to_string(fold + 1) + " of " + std::to_string(count) + ": " +
                      error_text(errors.errors, errors.samples) + ".");
    }
    return result;
  }

 private:
  /// The samples inside a fold and outside it.
  std::pair<SampleNumbers, SampleNumbers> parted(std::uint32_t fold) const {
    SampleNumbers inside, outside;
    for (std::uint32_t i = 0; i < folds_.size(); ++i) (folds_[i] == fold ? inside : outside).push_back(i);
    return {std::move(inside), std::move(outside)};
  }

  Classifier trained_on(const SampleNumbers& outside, const TrainingObserver& observer,
                        const std::stop_token& stop) const {
    const auto fresh = copy_of(algorithm_);
    const TrainingObserver watching{.progress = observer.progress, .log = observer.log};
    const ClassifierModel model =
        train_classifier(*fresh, with_present_classes(take(samples_, outside)), watching, stop);
    return with_tilt(model.classifier, tilt_);
  }

  FoldErrors graded(const Classifier& classifier, const SampleNumbers& inside,
                    ConfusionMatrix& confusion) const {
    const std::vector<Classification> given = classifier.classify(take(samples_, inside));
    FoldErrors fold{.samples = given.size()};
    for (std::size_t i = 0; i < given.size(); ++i) {
      const std::string& name = classifier.classes()[given[i].label()];
      const auto label =
          static_cast<std::size_t>(std::ranges::find(samples_.classes, name) - samples_.classes.begin());
      const std::size_t truth = samples_.labels[inside[i]];
      confusion.add(truth, label);
      fold.errors += label != truth ? 1 : 0;
    }
    return fold;
  }

  const ClassifierAlgorithm& algorithm_;
  double tilt_;
  const Samples& samples_;
  std::span<const std::uint32_t> folds_;
};

/// Reads the samples; the groups' column is not an input.
Dataset read_ungrouped(CrossValidation& job, const TrainingObserver& observer) try {
  job.training.table = ignoring(std::move(job.training.table), job.groups);
  Dataset data = read_training_samples(job.training, observer);
  require(job.groups.empty() || !data.columns.roles.empty(), Kind::usage, "only tables have groups",
          "--groups");
  return data;
} catch (const Error& error) {
  if (job.groups.empty() || error.where() != "--ignore-columns") throw;
  throw Error(error.kind(), error.message(), "--ignore-columns, --groups");
}

/// The group of each row of a table, numbered by first occurrence. Rows without a group form their own.
SampleNumbers groups_of(const CrossValidation& job, const TableColumns& columns) {
  const ColumnCells cells = read_column_cells(job.training.samples, columns, csv_cell(job.groups), "--groups",
                                              Labels::needed, job.training.limits);
  SampleNumbers groups;
  groups.reserve(cells.rows.size());
  std::unordered_map<std::string, std::uint32_t> known;
  std::uint32_t next = 0;
  for (const CsvRow& row : cells.rows) {
    if (is_missing(row.front())) {
      groups.push_back(next++);
      continue;
    }
    const auto [group, is_new] = known.try_emplace(row.front(), next);
    if (is_new) ++next;
    groups.push_back(group->second);
  }
  return groups;
}

}  // namespace

void CrossValidation::validate() const {
  check_options(*this);
  training.validate();
}

double CrossValidationResult::mean_error() const {
  const double sum = std::accumulate(folds.begin(), folds.end(), 0.0,
                                     [](double all, const FoldErrors& fold) { return all + fold.error(); });
  return sum / static_cast<double>(folds.size());
}

double CrossValidationResult::deviation() const {
  const double mean = mean_error();
  double squares = 0;
  for (const FoldErrors& fold : folds) squares += (fold.error() - mean) * (fold.error() - mean);
  return std::sqrt(squares / static_cast<double>(folds.size() - 1));
}

CrossValidationResult cross_validate(const ClassifierAlgorithm& algorithm, const Samples& samples,
                                     std::span<const std::uint32_t> folds, const TrainingObserver& observer,
                                     const std::stop_token& stop) {
  return CrossValidator(algorithm, 0, samples, folds).validate(observer, stop);
}

CrossValidationResult cross_validate(CrossValidation job, const TrainingObserver& observer,
                                     const std::stop_token& stop) {
  job.validate();
  const Dataset data = read_ungrouped(job, observer);
  SampleNumbers groups;
  if (!job.groups.empty()) groups = groups_of(job, data.columns);
  const ClassifierTraining& training = job.training;
  const SampleNumbers folds =
      stratified_folds(data.samples.labels, groups, job.folds, training.algorithm->seed());
  try {
    return CrossValidator(*training.algorithm, training.tilt.value_or(0), data.samples, folds)
        .validate(observer, stop);
  } catch (const Error& error) {
    if (error.kind() != Kind::training || !error.where().empty()) throw;
    throw Error(error.kind(), error.message(), training.samples.string());
  }
}

}  // namespace ocelli::internal
