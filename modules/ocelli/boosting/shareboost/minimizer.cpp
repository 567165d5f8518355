#include "ocelli/boosting/shareboost/minimizer.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMemory = 10;
constexpr double kSufficient = 1e-4;  ///< Armijo's constant
constexpr int kMaxHalvings = 30;
constexpr double kMinObjective = 0.01;

double inner(const ClassWeights& a, const ClassWeights& b) { return a.cwiseProduct(b).sum(); }

/// The minimum decrease that justifies another step.
double min_gain(const MinimizerOptions& options, double objective) {
  return options.tolerance * std::max(objective, kMinObjective);
}

/// The inverse of a Hessian that is the same for every class.
///
/// Columns are centered on their weighted means, which decouples them from the constant. Only the blocks of
/// columns remain to be solved for.
class SharedCurvature {
 public:
  SharedCurvature(const SoftmaxObjective& objective, const ClassWeights& weights)
      : of_penalty_(objective.regularizer().curvature(objective.classes())),
        moments_(Eigen::VectorXd::Zero(weights.cols() - 1)) {
    const std::vector<float> of_samples = objective.sample_curvatures(weights);
    const std::size_t columns = objective.columns();
    const std::size_t step = columns <= kMaxDense ? std::max<std::size_t>(columns, 1) : kBlockColumns;
    for (std::size_t first = 0; first < columns; first += step) {
      const std::size_t count = std::min(step, columns - first);
      add_block(static_cast<Eigen::Index>(first), objective.curvature(of_samples, first, count));
    }
  }

  ClassWeights solve(const ClassWeights& gradient) const {
    const Eigen::Index columns = moments_.size();
    const Eigen::VectorXd constants = gradient.col(columns) / total_;
    ClassWeights solved(gradient.rows(), gradient.cols());
    for (const Block& block : blocks_) {
      const Eigen::Index count = block.factors.rows();
      const Eigen::MatrixXd centered = gradient.middleCols(block.first, count) -
                                       constants * moments_.segment(block.first, count).transpose();
      solved.middleCols(block.first, count) = block.factors.solve(centered.transpose()).transpose();
    }
    solved.col(columns) = constants - solved.leftCols(columns) * moments_ / total_;
    return solved;
  }

 private:
  static constexpr std::size_t kMaxDense = 512, kBlockColumns = 64;

  struct Block {
    Eigen::Index first;
    Eigen::LLT<Eigen::MatrixXd> factors;
  };

  void add_block(Eigen::Index first, const Eigen::MatrixXd& curvature) {
    const Eigen::Index count = curvature.rows() - 1;
    const Eigen::VectorXd moments = curvature.col(count).head(count);
    total_ = curvature(count, count) + kMinCurvature;
    Eigen::MatrixXd centered = curvature.topLeftCorner(count, count) - moments * moments.transpose() / total_;
    // Linearly dependent columns make it singular, so add a small ridge in each column's own unit.
    const Eigen::VectorXd own = centered.diagonal();
    centered.diagonal() +=
        1e-4 * own + Eigen::VectorXd::Constant(count, of_penalty_ + 1e-9 * own.maxCoeff() + kMinCurvature);
    moments_.segment(first, count) = moments;
    blocks_.push_back({first, Eigen::LLT<Eigen::MatrixXd>(centered)});
  }

  static constexpr double kMinCurvature = 1e-12;

  double of_penalty_;
  std::vector<Block> blocks_;
  Eigen::VectorXd moments_;  ///< of each column with the constant
  double total_ = 1;         ///< of the constant with itself
};

/// The pairs of steps and gradient changes that limited-memory BFGS remembers.
class Memory {
 public:
  explicit Memory(const SharedCurvature& first) : first_(first) {}

  void add(ClassWeights step, ClassWeights change) {
    const double curvature = inner(step, change);
    if (!(curvature > 1e-12 * std::sqrt(inner(step, step) * inner(change, change)))) return;
    if (pairs_.size() == kMemory) pairs_.pop_front();
    scale_ = curvature / inner(change, first_.solve(change));
    pairs_.push_back({std::move(step), std::move(change), 1 / curvature});
  }

  /// The inverse Hessian's guess times the gradient, by the two-loop recursion.
  ClassWeights direction(ClassWeights gradient) const {
    std::vector<double> alpha(pairs_.size());
    for (std::size_t i = pairs_.size(); i-- > 0;) {
      alpha[i] = pairs_[i].inverse * inner(pairs_[i].step, gradient);
      gradient -= alpha[i] * pairs_[i].change;
    }
    ClassWeights direction = scale_ * first_.solve(gradient);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      direction += (alpha[i] - pairs_[i].inverse * inner(pairs_[i].change, direction)) * pairs_[i].step;
    }
    return direction;
  }

 private:
  struct Pair {
    ClassWeights step, change;
    double inverse;
  };
  const SharedCurvature& first_;
  std::deque<Pair> pairs_;
  double scale_ = 1;
};

}  // namespace

void MinimizerOptions::validate() const { check_options(*this); }

Minimum minimize(const SoftmaxObjective& objective, const ClassWeights& start,
                 const MinimizerOptions& options) {
  Minimum at{start, 0, 1};
  ClassWeights gradient;
  at.objective = objective.evaluate(at.weights, gradient);
  const SharedCurvature curvature(objective, start);
  Memory memory(curvature);
  for (int step = 0; step < options.max_steps; ++step) {
    const ClassWeights direction = memory.direction(gradient);
    const double slope = inner(direction, gradient);
    if (!(slope / 2 > min_gain(options, at.objective))) break;

    double length = 1, value = 0;
    ClassWeights next, next_gradient;
    int halvings = 0;
    for (; halvings < kMaxHalvings; ++halvings, length /= 2) {
      next = at.weights - length * direction;
      value = objective.evaluate(next, next_gradient);
      ++at.evaluations;
      if (value <= at.objective - kSufficient * length * slope) break;
    }
    if (halvings == kMaxHalvings) break;
    memory.add(next - at.weights, next_gradient - gradient);
    at.weights = std::move(next);
    at.objective = value;
    gradient = std::move(next_gradient);
  }
  return at;
}

Minimum minimize_accelerated(const SoftmaxObjective& objective, const ClassWeights& start,
                             const MinimizerOptions& options) {
  Minimum at{start, 0, 1};
  ClassWeights gradient, ahead = start, next_gradient;
  at.objective = objective.evaluate(start, gradient);
  double ahead_value = at.objective, length = 1, momentum = 1;
  for (int step = 0; step < options.max_steps; ++step) {
    // The longest step from the look-ahead point that achieves the decrease predicted by the gradient there.
    const double squared = inner(gradient, gradient);
    ClassWeights next;
    double value = 0;
    int halvings = 0;
    for (length *= 2; halvings < kMaxHalvings; ++halvings, length /= 2) {
      next = ahead - length * gradient;
      value = objective.evaluate(next, next_gradient);
      ++at.evaluations;
      if (value <= ahead_value - length / 2 * squared) break;
    }
    if (halvings == kMaxHalvings) break;
    if (value > at.objective) {
      ahead = at.weights;
      momentum = 1;
    } else {
      const double gain = at.objective - value;
      const double next_momentum = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
      ahead = next + (momentum - 1) / next_momentum * (next - at.weights);
      momentum = next_momentum;
      at.weights = std::move(next);
      at.objective = value;
      if (gain < min_gain(options, value) / 10) break;
    }
    ahead_value = objective.evaluate(ahead, gradient);
    ++at.evaluations;
  }
  return at;
}

}  // namespace ocelli::internal
