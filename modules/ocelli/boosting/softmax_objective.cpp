#include "ocelli/boosting/softmax_objective.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "ocelli/boosting/column_kernel.hpp"

namespace ocelli {
namespace {

std::size_t blocks(std::size_t samples) {
  return (samples + SoftmaxObjective::kBlock - 1) / SoftmaxObjective::kBlock;
}

/// Weights turned from the columns' numbers to their bytes: a weight a byte step, and the constant's share.
struct ByteWeights {
  ByteWeights(const BinnedResponses& responses, const ClassWeights& weights)
      : constants(weights.col(weights.cols() - 1)) {
    const Eigen::Index columns = weights.cols() - 1;
    for (Eigen::Index c = 0; c < weights.rows(); ++c) {
      for (Eigen::Index j = 0; j < columns; ++j) {
        const Binning& binning = responses.binning(static_cast<std::size_t>(j));
        steps.push_back(static_cast<float>(weights(c, j) / binning.scale));
        constants[c] += weights(c, j) * binning.value(0);
      }
    }
  }
  std::vector<float> steps;
  Eigen::VectorXd constants;
};

std::vector<const std::uint8_t*> pointers(const BinnedResponses& responses, std::size_t columns,
                                          std::size_t first) {
  std::vector<const std::uint8_t*> starts;
  for (std::size_t j = 0; j < columns; ++j) starts.push_back(responses.of(j).data() + first);
  return starts;
}

/// The scores of the `count` samples from `first` on, on top of those in `start`, if there is one.
void fill_scores(const BinnedResponses& responses, const ByteWeights& weights, const ClassTable* start,
                 std::size_t first, std::size_t count, ClassTable& scores) {
  const std::size_t classes = scores.classes();
  for (std::size_t c = 0; c < classes; ++c) {
    const auto row = scores.of(c).first(count);
    const auto constant = static_cast<float>(weights.constants[static_cast<Eigen::Index>(c)]);
    if (start == nullptr) {
      std::ranges::fill(row, constant);
    } else {
      std::ranges::transform(start->of(c).subspan(first, count), row.begin(),
                             [constant](float s) { return s + constant; });
    }
  }
  const auto columns = pointers(responses, weights.steps.size() / classes, first);
  column_kernel::add_scores({columns, 0, count}, weights.steps, scores);
}

}  // namespace

double SoftmaxObjective::evaluate(const ClassWeights& weights, ClassWeights& gradient) const {
  const ByteWeights byte_weights(responses_, weights);
  const std::size_t samples = labels_.size(), parts = blocks(samples);
  // For each class: a sum a column, and the residuals' own.
  const std::size_t row = columns_ + 1;
  std::vector<float> sums(parts * classes_ * columns_, 0.0f);
  std::vector<double> residual_sums(parts * classes_), losses(parts);
  tbb::enumerable_thread_specific<ClassTable> tables(classes_, kBlock);
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, samples - first);
    ClassTable& table = tables.local();
    fill_scores(responses_, byte_weights, start_, first, count, table);
    losses[part] = softmax_residuals(table, 0, labels_.subspan(first, count));
    for (std::size_t c = 0; c < classes_; ++c) {
      for (const float r : table.of(c).first(count)) residual_sums[part * classes_ + c] += r;
    }
    const auto columns = pointers(responses_, columns_, first);
    column_kernel::add_gradients({columns, 0, count}, table,
                                 std::span(sums).subspan(part * classes_ * columns_, classes_ * columns_));
  });

  gradient.setZero(static_cast<Eigen::Index>(classes_), static_cast<Eigen::Index>(row));
  double loss = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    loss += losses[part];
    for (std::size_t c = 0; c < classes_; ++c) {
      double* const own = gradient.data() + c * row;
      const float* const sum = sums.data() + (part * classes_ + c) * columns_;
      for (std::size_t j = 0; j < columns_; ++j) own[j] += sum[j];
      own[columns_] += residual_sums[part * classes_ + c];
    }
  }
  for (std::size_t j = 0; j < columns_; ++j) {
    const Binning& binning = responses_.binning(j);
    const auto column = static_cast<Eigen::Index>(j);
    gradient.col(column) = gradient.col(column) / binning.scale + gradient.rightCols(1) * binning.value(0);
  }
  gradient /= static_cast<double>(samples);
  return loss / static_cast<double>(samples) + regulariser_.add(weights, gradient);
}

ClassTable SoftmaxObjective::scores(const ClassWeights& weights) const {
  const ByteWeights byte_weights(responses_, weights);
  ClassTable all(classes_, responses_.samples());
  tbb::enumerable_thread_specific<ClassTable> tables(classes_, kBlock);
  tbb::parallel_for(std::size_t{0}, blocks(all.samples()), [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, all.samples() - first);
    ClassTable& table = tables.local();
    fill_scores(responses_, byte_weights, start_, first, count, table);
    for (std::size_t c = 0; c < classes_; ++c) {
      std::ranges::copy(table.of(c).first(count), all.of(c).begin() + static_cast<std::ptrdiff_t>(first));
    }
  });
  return all;
}

Eigen::MatrixXd SoftmaxObjective::curvature(const ClassWeights& weights) const {
  const ByteWeights byte_weights(responses_, weights);
  const std::size_t samples = labels_.size(), parts = blocks(samples), rows = columns_ + 1;
  std::vector<std::vector<float>> sums(parts);
  struct Scratch {
    ClassTable residuals, weighted;
  };
  tbb::enumerable_thread_specific<Scratch> scratches(ClassTable(classes_, kBlock), ClassTable(rows, kBlock));
  std::vector<double> totals(parts);
  std::vector<std::vector<double>> column_sums(parts);
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, samples - first);
    auto& [residuals, weighted] = scratches.local();
    fill_scores(responses_, byte_weights, start_, first, count, residuals);
    softmax_residuals(residuals, 0, labels_.subspan(first, count));
    const std::span<float> h = weighted.of(columns_);
    std::ranges::fill(h, 0.0f);
    for (std::size_t c = 0; c < classes_; ++c) {
      for (std::size_t i = 0; i < count; ++i) {
        const float r = std::abs(residuals.of(c)[i]);  // rho or 1 - rho: the product is the same
        h[i] += r * (1 - r) / static_cast<float>(classes_);
      }
    }
    const auto columns = pointers(responses_, columns_, first);
    column_sums[part].resize(columns_);
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::span<float> row = weighted.of(j);
      for (std::size_t i = 0; i < count; ++i) {
        row[i] = h[i] * static_cast<float>(columns[j][i]);
      }
    }
    sums[part].assign(rows * columns_, 0.0f);
    column_kernel::add_gradients({columns, 0, count}, weighted, sums[part]);
    for (std::size_t i = 0; i < count; ++i) totals[part] += h[i];
  });

  // Moments of bytes, summed in the blocks' order; then of numbers.
  const auto n = static_cast<Eigen::Index>(columns_);
  Eigen::MatrixXd bytes = Eigen::MatrixXd::Zero(n + 1, n + 1);
  for (std::size_t part = 0; part < parts; ++part) {
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t j = 0; j < columns_; ++j) {
        bytes(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(j)) += sums[part][r * columns_ + j];
      }
    }
    bytes(n, n) += totals[part];
  }
  bytes.col(n).head(n) = bytes.row(n).head(n).transpose();
  // x = value0 + step * byte  is the row (step, value0) of a triangular map applied to (byte, 1).
  Eigen::MatrixXd to_numbers = Eigen::MatrixXd::Zero(n + 1, n + 1);
  to_numbers(n, n) = 1;
  for (Eigen::Index j = 0; j < n; ++j) {
    const Binning& binning = responses_.binning(static_cast<std::size_t>(j));
    to_numbers(j, j) = 1 / static_cast<double>(binning.scale);
    to_numbers(j, n) = binning.value(0);
  }
  return to_numbers * bytes * to_numbers.transpose() / static_cast<double>(samples);
}

}  // namespace ocelli
