#include "ocelli/metrics/confusion.hpp"

#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/metrics/outcome_counts.hpp"
#include "ocelli/metrics/plot_axis.hpp"
#include "ocelli/metrics/text_rows.hpp"

namespace ocelli::internal {
namespace {

std::string count_text(std::size_t count) { return count == 0 ? "." : std::to_string(count); }

TextRow heading(const ConfusionMatrix& matrix) {
  TextRow cells{"true \\ given"};
  cells.insert(cells.end(), matrix.classes().begin(), matrix.classes().end());
  cells.emplace_back("recall");
  return cells;
}

TextRow row_of(const ConfusionMatrix& matrix, std::size_t truth) {
  TextRow cells{matrix.classes()[truth]};
  for (std::size_t label = 0; label < matrix.classes().size(); ++label) {
    cells.push_back(count_text(matrix.count(truth, label)));
  }
  cells.push_back(percent_text(matrix.recall(truth)));
  return cells;
}

TextRow footing(const ConfusionMatrix& matrix) {
  TextRow cells{"precision"};
  for (std::size_t label = 0; label < matrix.classes().size(); ++label) {
    cells.push_back(percent_text(matrix.precision(label)));
  }
  cells.emplace_back();
  return cells;
}

}  // namespace

ConfusionMatrix::ConfusionMatrix(std::vector<std::string> classes)
    : classes_(std::move(classes)), counts_(classes_.size() * classes_.size(), 0) {}

void ConfusionMatrix::add(std::size_t truth, std::size_t label) {
  require(truth < classes_.size() && label < classes_.size(), Kind::usage, "a class is out of range");
  ++counts_[truth * classes_.size() + label];
}

std::size_t ConfusionMatrix::samples() const {
  std::size_t samples = 0;
  for (const std::size_t count : counts_) samples += count;
  return samples;
}

std::size_t ConfusionMatrix::errors() const {
  std::size_t errors = samples();
  for (std::size_t c = 0; c < classes_.size(); ++c) errors -= count(c, c);
  return errors;
}

double ConfusionMatrix::error_rate() const { return share(errors(), samples()); }

std::size_t ConfusionMatrix::truths(std::size_t of_class) const {
  std::size_t samples = 0;
  for (std::size_t label = 0; label < classes_.size(); ++label) samples += count(of_class, label);
  return samples;
}

std::size_t ConfusionMatrix::labels(std::size_t of_class) const {
  std::size_t samples = 0;
  for (std::size_t truth = 0; truth < classes_.size(); ++truth) samples += count(truth, of_class);
  return samples;
}

double ConfusionMatrix::recall(std::size_t of_class) const {
  return share(count(of_class, of_class), truths(of_class));
}

double ConfusionMatrix::precision(std::size_t of_class) const {
  return share(count(of_class, of_class), labels(of_class));
}

double ConfusionMatrix::f1(std::size_t of_class) const {
  return share(2 * count(of_class, of_class), truths(of_class) + labels(of_class));
}

std::string error_text(std::size_t errors, std::size_t samples) {
  return std::to_string(errors) + " of " + std::to_string(samples) + " wrong: error " +
         format_number(100 * share(errors, samples), 2) + " %";
}

std::string to_text(const ConfusionMatrix& matrix) {
  std::vector<TextRow> rows{heading(matrix)};
  for (std::size_t truth = 0; truth < matrix.classes().size(); ++truth) rows.push_back(row_of(matrix, truth));
  rows.push_back(footing(matrix));
  return aligned(rows);
}

}  // namespace ocelli::internal
