#include "ocelli/metrics/confusion.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/metrics/outcome_counts.hpp"
#include "ocelli/metrics/plot_axis.hpp"

namespace ocelli {
namespace {

using Cells = std::vector<std::string>;

std::string count_text(std::size_t count) { return count == 0 ? "." : std::to_string(count); }

std::string percent_text(double rate) { return format_number(100 * rate, 1) + " %"; }

Cells heading(const ConfusionMatrix& matrix) {
  Cells cells{"true \\ given"};
  cells.insert(cells.end(), matrix.classes().begin(), matrix.classes().end());
  cells.emplace_back("recall");
  return cells;
}

Cells row_of(const ConfusionMatrix& matrix, std::size_t truth) {
  Cells cells{matrix.classes()[truth]};
  for (std::size_t label = 0; label < matrix.classes().size(); ++label) {
    cells.push_back(count_text(matrix.count(truth, label)));
  }
  cells.push_back(percent_text(matrix.recall(truth)));
  return cells;
}

Cells footing(const ConfusionMatrix& matrix) {
  Cells cells{"precision"};
  for (std::size_t label = 0; label < matrix.classes().size(); ++label) {
    cells.push_back(percent_text(matrix.precision(label)));
  }
  cells.emplace_back();
  return cells;
}

/// Columns as wide as their widest cell, right-aligned.
std::string aligned(const std::vector<Cells>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Cells& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += std::string((c > 0 ? 2 : 0) + widths[c] - row[c].size(), ' ') + row[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

ConfusionMatrix::ConfusionMatrix(std::vector<std::string> classes)
    : classes_(std::move(classes)), counts_(classes_.size() * classes_.size(), 0) {}

void ConfusionMatrix::add(std::size_t truth, std::size_t label) {
  require(truth < classes_.size() && label < classes_.size(), Kind::usage,
          "a confusion matrix counts its own classes only");
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

std::string error_text(std::size_t errors, std::size_t samples) {
  return std::to_string(errors) + " of " + std::to_string(samples) + " wrong: error " +
         format_number(100 * share(errors, samples), 2) + " %";
}

std::string to_text(const ConfusionMatrix& matrix) {
  std::vector<Cells> rows{heading(matrix)};
  for (std::size_t truth = 0; truth < matrix.classes().size(); ++truth) rows.push_back(row_of(matrix, truth));
  rows.push_back(footing(matrix));
  return aligned(rows);
}

}  // namespace ocelli
