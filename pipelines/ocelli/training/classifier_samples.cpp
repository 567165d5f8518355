#include "ocelli/training/classifier_samples.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/column_cells.hpp"
#include "ocelli/data/formats/sample_source.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

/// Classes with a single sample are usually a mistake: numbers read as labels, or a header read as a row.
void note_single_samples(const Samples& samples, const TrainingObserver& observer) {
  std::vector<std::size_t> counts(samples.classes.size());
  for (const std::uint16_t label : samples.labels) ++counts[label];
  const auto first = std::ranges::find(counts, std::size_t{1});
  if (first == counts.end()) return;
  const std::string& name = samples.classes[static_cast<std::size_t>(first - counts.begin())];
  observer.report(std::to_string(std::ranges::count(counts, std::size_t{1})) + " of " +
                  std::to_string(counts.size()) + " classes have only one sample, such as " +
                  in_quotes(name) + ".");
}

bool has_different_samples(const Samples& samples) {
  for (std::size_t i = 1; i < samples.count(); ++i)
    if (!std::ranges::equal(samples.row(i), samples.row(0))) return true;
  return false;
}

/// Balances the total weight of the classes.
std::vector<double> balanced_weights(const Samples& samples) {
  std::vector<double> counts(samples.classes.size());
  for (const std::uint16_t label : samples.labels) ++counts[label];
  std::vector<double> weights(samples.count());
  std::ranges::transform(samples.labels, weights.begin(),
                         [&](std::uint16_t label) { return 1 / counts[label]; });
  return weights;
}

/// The weights in a column of the table.
std::vector<double> column_weights(const ClassifierTraining& job, const Dataset& data) {
  const std::string option = "--weight-column";
  require(!data.columns.roles.empty(), Kind::usage, "only tables have columns", option);
  const ColumnCells cells = read_column_cells(job.samples, data.columns, csv_cell(job.weight_column), option,
                                              Labels::needed, job.limits);
  std::vector<double> weights;
  weights.reserve(cells.rows.size());
  for (const CsvRow& row : cells.rows) {
    const std::optional<WrittenNumber> weight = read_number(row.front());
    require(
        weight.has_value(), Kind::input,
        [&] {
          return "the weight of row " + std::to_string(weights.size() + 1) + " must be a number, got " +
                 in_quotes(row.front());
        },
        job.samples.string());
    weights.push_back(weight->value);
  }
  return weights;
}

/// The weight of each sample; empty if all are equal.
std::vector<float> weights_of(const ClassifierTraining& job, const Dataset& data) try {
  const bool has_column = !job.weight_column.empty(),
             is_balanced = job.class_weights == ClassWeighting::balanced;
  if (!has_column && !is_balanced) return {};
  std::vector<double> weights(data.samples.count(), 1);
  if (is_balanced) weights = balanced_weights(data.samples);
  if (has_column)
    std::ranges::transform(weights, column_weights(job, data), weights.begin(), std::multiplies());
  return scaled_weights(weights, data.samples.count());
} catch (const Error& error) {
  if (!error.where().empty()) throw;
  throw Error(error.kind(), error.message(), "--weight-column");
}

}  // namespace

TableOptions ignoring(TableOptions table, const std::string& column) {
  if (column.empty()) return table;
  table.ignore_columns += (table.ignore_columns.empty() ? "" : ",") + csv_cell(column);
  return table;
}

void require_learnable(const Samples& samples, const std::string& where) {
  require_every_class(samples, where);
  require(
      samples.classes.size() > 1, Kind::training,
      [&] {
        return "all samples are of one class, " + in_quotes(samples.classes.front()) +
               "; training requires at least two";
      },
      where);
  require(has_different_samples(samples), Kind::training,
          "all samples have the same values; nothing distinguishes the classes", where);
}

Dataset read_training_samples(const ClassifierTraining& job, const TrainingObserver& observer) {
  std::optional<ImageShape> shape;
  if (job.width) shape = ImageShape{*job.width, job.height.value()};
  const bool with_colors = job.algorithm->can_use_colors() && !job.tilt;
  Dataset data = read_samples(job.samples, job.labels, shape, ignoring(job.table, job.weight_column),
                              with_colors ? ImageReading::colors_if_any : ImageReading::gray, job.limits);
  for (const Problem& problem : data.problems) observer.problem(problem);
  for (const std::string& note : data.notes) observer.report(note);
  require(!data.samples.labels.empty(), Kind::usage, "the samples have no labels: give --labels",
          job.samples.native());
  require_learnable(data.samples, job.samples.string());
  require(!job.tilt || data.samples.shape, Kind::usage, "only images can be rotated", "--tilt");
  note_single_samples(data.samples, observer);
  data.samples.weights = weights_of(job, data);
  return data;
}

}  // namespace ocelli::internal
