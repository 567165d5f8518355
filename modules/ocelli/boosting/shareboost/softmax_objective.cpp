#include "ocelli/boosting/shareboost/softmax_objective.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "ocelli/boosting/pools/pool_kernels.hpp"
#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {
namespace {

using RowMajorFloats = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::size_t blocks(std::size_t samples) {
  return (samples + SoftmaxObjective::kBlock - 1) / SoftmaxObjective::kBlock;
}

/// Weights converted from the columns' values to their bytes: a weight per byte step, and the constant's
/// share.
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

/// The scores of samples first .. first + count - 1, added to those in `start`, if given.
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

/// The mean over classes of rho (1 - rho), one number per sample.
void mean_curvature(const ClassTable& residuals, std::span<float> h) {
  std::ranges::fill(h, 0.0f);
  const float share = 1 / static_cast<float>(residuals.classes());
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    const std::span<const float> row = residuals.of(c);
    for (std::size_t i = 0; i < h.size(); ++i) {
      const float r = std::abs(row[i]);  // rho, or 1 - rho for the label; rho (1 - rho) is the same
      h[i] += share * r * (1 - r);
    }
  }
}

/// Converts second moments of (byte, 1) to those of (value, 1). A value is value(0) + byte / scale.
Eigen::MatrixXd in_numbers(const Eigen::MatrixXd& of_bytes, const BinnedResponses& responses,
                           std::size_t first_column) {
  const Eigen::Index n = of_bytes.rows() - 1;
  Eigen::VectorXd steps(n + 1), zeros(n + 1);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Binning& binning = responses.binning(first_column + static_cast<std::size_t>(j));
    steps[j] = 1 / static_cast<double>(binning.scale);
    zeros[j] = binning.value(0);
  }
  steps[n] = 1;
  zeros[n] = 0;
  // (s b + z)(s b + z)^T, where the last byte is always 1.
  const Eigen::VectorXd first = steps.cwiseProduct(of_bytes.col(n));
  return steps.asDiagonal() * of_bytes * steps.asDiagonal() + first * zeros.transpose() +
         zeros * first.transpose() + of_bytes(n, n) * zeros * zeros.transpose();
}

}  // namespace

ClassWeights widened(const ClassWeights& weights, std::size_t columns) {
  const Eigen::Index known = weights.cols() - 1;
  ClassWeights wider =
      ClassWeights::Zero(weights.rows(), weights.cols() + static_cast<Eigen::Index>(columns));
  wider.leftCols(known) = weights.leftCols(known);
  wider.rightCols(1) = weights.rightCols(1);
  return wider;
}

double SoftmaxObjective::evaluate(const ClassWeights& weights, ClassWeights& gradient) const {
  const ByteWeights byte_weights(responses_, weights);
  const std::size_t samples = labels_.size(), parts = blocks(samples);
  // For each class, one sum per column and the sum of the residuals.
  const std::size_t row = columns_ + 1;
  std::vector<float> sums(parts * classes_ * columns_, 0.0f);
  std::vector<double> residual_sums(parts * classes_), losses(parts);
  tbb::enumerable_thread_specific<ClassTable> tables(classes_, kBlock);
  parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, samples - first);
    ClassTable& table = tables.local();
    fill_scores(responses_, byte_weights, start_, first, count, table);
    losses[part] = softmax_residuals(table, 0, labels_.subspan(first, count),
                                     weights_of_part(sample_weights_, first, count));
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
  gradient /= total_;
  return loss / total_ + regularizer_.add(weights, gradient);
}

ClassTable SoftmaxObjective::scores(const ClassWeights& weights) const {
  const ByteWeights byte_weights(responses_, weights);
  ClassTable all(classes_, responses_.samples());
  tbb::enumerable_thread_specific<ClassTable> tables(classes_, kBlock);
  parallel_for(std::size_t{0}, blocks(all.samples()), [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, all.samples() - first);
    ClassTable& table = tables.local();
    fill_scores(responses_, byte_weights, start_, first, count, table);
    for (std::size_t c = 0; c < classes_; ++c) {
      std::ranges::copy(table.of(c).first(count), all.of(c).begin() + static_cast<std::ptrdiff_t>(first));
    }
  });
  return all;
}

std::vector<float> SoftmaxObjective::sample_curvatures(const ClassWeights& weights) const {
  const ByteWeights byte_weights(responses_, weights);
  const std::size_t samples = labels_.size();
  std::vector<float> curvatures(samples);
  tbb::enumerable_thread_specific<ClassTable> tables(classes_, kBlock);
  parallel_for(std::size_t{0}, blocks(samples), [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, samples - first);
    ClassTable& table = tables.local();
    fill_scores(responses_, byte_weights, start_, first, count, table);
    softmax_residuals(table, 0, labels_.subspan(first, count));
    mean_curvature(table, std::span(curvatures).subspan(first, count));
    const std::span<const float> own = weights_of_part(sample_weights_, first, count);
    for (std::size_t i = 0; i < own.size(); ++i) curvatures[first + i] *= own[i];
  });
  return curvatures;
}

Eigen::MatrixXd SoftmaxObjective::curvature(std::span<const float> sample_curvatures,
                                            std::size_t first_column, std::size_t columns) const {
  const std::size_t samples = labels_.size(), parts = blocks(samples), rows = columns + 1;
  std::vector<std::vector<float>> sums(parts);
  std::vector<double> totals(parts);
  tbb::enumerable_thread_specific<ClassTable> tables(rows, kBlock);
  parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    const std::size_t first = part * kBlock, count = std::min(kBlock, samples - first);
    const std::span<const float> h = sample_curvatures.subspan(first, count);
    std::vector<const std::uint8_t*> bytes;
    ClassTable& weighted = tables.local();
    for (std::size_t j = 0; j < columns; ++j) {
      bytes.push_back(responses_.of(first_column + j).data() + first);
      const std::span<float> row = weighted.of(j);
      for (std::size_t i = 0; i < count; ++i) row[i] = h[i] * static_cast<float>(bytes[j][i]);
    }
    std::ranges::copy(h, weighted.of(columns).begin());
    sums[part].assign(rows * columns, 0.0f);
    column_kernel::add_gradients({bytes, 0, count}, weighted, sums[part]);
    totals[part] = std::accumulate(h.begin(), h.end(), 0.0);
  });

  // Moments of bytes, summed in block order, then converted to values.
  const auto n = static_cast<Eigen::Index>(columns);
  Eigen::MatrixXd moments = Eigen::MatrixXd::Zero(n + 1, n + 1);
  for (std::size_t part = 0; part < parts; ++part) {
    moments.leftCols(n) += Eigen::Map<const RowMajorFloats>(sums[part].data(), n + 1, n).cast<double>();
    moments(n, n) += totals[part];
  }
  moments.col(n).head(n) = moments.row(n).head(n).transpose();
  return in_numbers(moments, responses_, first_column) / total_;
}

}  // namespace ocelli::internal
