#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/features/responses.hpp"

/// The softmax loss and its objective once more, in double and by plain loops, and columns to try them on.
namespace ocelli::internal::test {

struct PlainSoftmax {
  double loss = 0;
  Eigen::VectorXd residuals;
};

/// Shareboost eq. 3 and 6 for one sample.
inline PlainSoftmax plain_softmax(const Eigen::VectorXd& scores, std::size_t label) {
  const auto y = static_cast<Eigen::Index>(label);
  Eigen::VectorXd exponents = scores.array() + 1 - scores[y];
  exponents[y] = 0;
  const double max = exponents.maxCoeff();
  const Eigen::VectorXd powers = (exponents.array() - max).exp();
  PlainSoftmax softmax{std::log(powers.sum()) + max, powers / powers.sum()};
  softmax.residuals[y] -= 1;
  return softmax;
}

/// Columns of these numbers (samples x columns), as near as bytes come: exactly, where a column has two
/// values.
inline BinnedResponses columns_of(const Eigen::MatrixXd& numbers) {
  const auto samples = static_cast<std::size_t>(numbers.rows());
  BinnedResponses columns(static_cast<std::size_t>(numbers.cols()), samples, 256);
  for (std::size_t j = 0; j < columns.features(); ++j) {
    const Eigen::VectorXf column = numbers.col(static_cast<Eigen::Index>(j)).cast<float>();
    const float first = column.minCoeff(), last = column.maxCoeff();
    columns.binning(j) = Binning::bytes(first, last > first ? last : first + 1);
    for (std::size_t i = 0; i < samples; ++i) {
      columns.of(j)[i] = columns.binning(j).bin(column[static_cast<Eigen::Index>(i)], 256);
    }
  }
  return columns;
}

/// The numbers that the bytes of columns stand for, samples x columns.
inline Eigen::MatrixXd numbers_of(const BinnedResponses& columns) {
  Eigen::MatrixXd numbers(columns.samples(), columns.features());
  for (std::size_t j = 0; j < columns.features(); ++j) {
    for (std::size_t i = 0; i < columns.samples(); ++i) {
      numbers(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          columns.binning(j).value(columns.of(j)[i]);
    }
  }
  return numbers;
}

/// Columns of noise, each with a range of its own around zero.
inline BinnedResponses noise_columns(std::size_t columns, std::size_t samples, std::uint64_t seed) {
  Random random(seed);
  BinnedResponses responses(columns, samples, 256);
  for (std::size_t j = 0; j < columns; ++j) {
    const double high = random.uniform(0.1, 2), low = random.uniform(-2, -0.1);
    responses.binning(j) = Binning::bytes(static_cast<float>(low), static_cast<float>(high));
    for (std::uint8_t& byte : responses.of(j)) byte = static_cast<std::uint8_t>(random.below(256));
  }
  return responses;
}

inline ClassWeights noise_weights(std::size_t classes, std::size_t columns, std::uint64_t seed) {
  Random random(seed);
  ClassWeights weights(classes, columns + 1);
  for (double& w : weights.reshaped()) w = random.normal();
  return weights;
}

inline std::vector<std::uint16_t> noise_labels(std::size_t samples, std::size_t classes, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint16_t> labels(samples);
  for (std::uint16_t& label : labels) label = static_cast<std::uint16_t>(random.below(classes));
  return labels;
}

/// The class that noisy linear scores of the columns favor: labels that can be learned, though not wholly.
inline std::vector<std::uint16_t> planted_labels(const BinnedResponses& columns, const ClassWeights& weights,
                                                 double noise, std::uint64_t seed) {
  Random random(seed);
  const Eigen::MatrixXd numbers = numbers_of(columns);
  std::vector<std::uint16_t> labels;
  for (Eigen::Index i = 0; i < numbers.rows(); ++i) {
    Eigen::VectorXd scores =
        weights.leftCols(numbers.cols()) * numbers.row(i).transpose() + weights.rightCols(1);
    for (double& score : scores) score += noise * random.normal();
    Eigen::Index best = 0;
    scores.maxCoeff(&best);
    labels.push_back(static_cast<std::uint16_t>(best));
  }
  return labels;
}

/// The mean loss of W (x, 1) over the labeled samples, and its gradient (shareboost eq. 3 and 6).
struct PlainObjective {
  Eigen::MatrixXd numbers;  ///< samples x columns
  std::vector<std::uint16_t> labels;
  Eigen::MatrixXd start;  ///< scores to begin with, samples x classes; empty: none

  double loss(const ClassWeights& weights) const {
    double sum = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) sum += softmax(weights, i).loss;
    return sum / static_cast<double>(labels.size());
  }

  ClassWeights gradient(const ClassWeights& weights) const {
    ClassWeights sum = ClassWeights::Zero(weights.rows(), weights.cols());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      sum += softmax(weights, i).residuals * extended(i).transpose();
    }
    return sum / static_cast<double>(labels.size());
  }

  /// The sample's numbers, and 1 for the constant.
  Eigen::VectorXd extended(std::size_t sample) const {
    Eigen::VectorXd x(numbers.cols() + 1);
    x << numbers.row(static_cast<Eigen::Index>(sample)).transpose(), 1;
    return x;
  }

  Eigen::VectorXd scores(const ClassWeights& weights, std::size_t sample) const {
    Eigen::VectorXd scores = weights * extended(sample);
    if (start.size() > 0) scores += start.row(static_cast<Eigen::Index>(sample)).transpose();
    return scores;
  }

  PlainSoftmax softmax(const ClassWeights& weights, std::size_t sample) const {
    return plain_softmax(scores(weights, sample), labels[sample]);
  }
};

/// Central differences of a function of the weights.
template <class Function>
ClassWeights finite_differences(const Function& function, ClassWeights at, double step = 1e-5) {
  ClassWeights slopes(at.rows(), at.cols());
  for (Eigen::Index c = 0; c < at.rows(); ++c) {
    for (Eigen::Index j = 0; j < at.cols(); ++j) {
      const double middle = at(c, j);
      at(c, j) = middle + step;
      const double above = function(at);
      at(c, j) = middle - step;
      slopes(c, j) = (above - function(at)) / (2 * step);
      at(c, j) = middle;
    }
  }
  return slopes;
}

}  // namespace ocelli::internal::test
