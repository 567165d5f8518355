#include "ocelli/baselines/mixed_norm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::baselines {
namespace {

constexpr std::size_t kMaxJoining = 64;  ///< groups that join the active set at once

/// Centered columns, which decouples them from the constant, and the scale of each group's weights.
struct CenteredColumns {
  BinnedResponses columns;
  Eigen::VectorXd means;
  Eigen::VectorXd curvatures;  ///< the mean square of a column, the largest of its group; 1 for the constant
};

CenteredColumns centered(const ColumnPool& pool, std::span<const std::uint64_t> groups,
                         std::size_t training) {
  CenteredColumns result{columns_of(pool, groups), {}, {}};
  const auto count = static_cast<Eigen::Index>(result.columns.features());
  result.means.resize(count);
  result.curvatures = Eigen::VectorXd::Ones(count + 1);
  for (Eigen::Index j = 0; j < count; ++j) {
    Binning& binning = result.columns.binning(static_cast<std::size_t>(j));
    double sum = 0, squares = 0;
    for (const std::uint8_t byte : result.columns.of(static_cast<std::size_t>(j)).first(training)) {
      sum += byte;
      squares += byte * byte;
    }
    const double mean = sum / static_cast<double>(training), scale = binning.scale;
    const double variance = squares / static_cast<double>(training) - mean * mean;
    result.means[j] = binning.value(0) + mean / scale;
    result.curvatures[j] = std::max(variance / (scale * scale), 1e-12);
    binning.low -= static_cast<float>(result.means[j]);
  }
  const auto width = static_cast<Eigen::Index>(pool.width());
  for (Eigen::Index j = 0; j < count; j += width) {
    auto own = result.curvatures.segment(j, width);
    own.setConstant(own.maxCoeff());
  }
  return result;
}

/// Weights, and the loss and its gradient at them.
struct Place {
  ClassWeights weights;
  double loss = 0;
  ClassWeights gradient;
};

/// The objective over the active columns.
class ActiveObjective {
 public:
  ActiveObjective(const CenteredColumns& active, const PoolLabels& labels, std::size_t width, double lambda)
      : loss_(active.columns, active.columns.features(), labels.learned(), labels.classes, {}, nullptr,
              labels.learned_weights()),
        curvatures_(active.curvatures),
        width_(static_cast<Eigen::Index>(width)),
        lambda_(lambda) {}

  ClassTable scores(const ClassWeights& weights) const { return loss_.scores(weights); }

  Place at(ClassWeights weights) const {
    Place place{std::move(weights), 0, {}};
    place.loss = loss_.evaluate(place.weights, place.gradient);
    return place;
  }

  double value(const Place& at) const { return at.loss + penalty(at.weights); }

  /// The proximal step against the gradient.
  ClassWeights step(const Place& from, double length) const {
    ClassWeights next = from.weights - length * from.gradient * curvatures_.cwiseInverse().asDiagonal();
    for (Eigen::Index j = 0; j + 1 < next.cols(); j += width_) {
      ClassWeights group = next.middleCols(j, width_);
      shrink_maximum({group.data(), static_cast<std::size_t>(group.size())},
                     length * lambda_ / curvatures_[j]);
      next.middleCols(j, width_) = group;
    }
    return next;
  }

  /// Whether the loss at `next` does not exceed the bound for a step of this length.
  bool keeps_promise(const Place& from, const Place& next, double length) const {
    const ClassWeights way = next.weights - from.weights;
    const double bend = way.colwise().squaredNorm() * curvatures_;
    return next.loss <=
           from.loss + from.gradient.cwiseProduct(way).sum() + bend / (2 * length) + kRounding * from.loss;
  }

  /// Upper bound on the distance of the objective from the minimum over these columns. By convexity that is
  ///   <gradient, W - W*> + penalty(W) - penalty(W*),
  /// where penalty(W*) is at most the objective, and the penalty covers a group's gradient up to lambda, so
  /// only the excess counts. (For the constants, the optimum is assumed at twice their value plus one unit.)
  double gap(const Place& at) const {
    const Eigen::Index columns = at.weights.cols() - 1;
    double excess = 0;
    for (Eigen::Index j = 0; j < columns; j += width_) {
      excess = std::max(excess, at.gradient.middleCols(j, width_).cwiseAbs().sum() - lambda_);
    }
    const double gained = at.gradient.leftCols(columns).cwiseProduct(at.weights.leftCols(columns)).sum();
    const double of_constants =
        at.gradient.col(columns).cwiseAbs().sum() * (1 + at.weights.col(columns).cwiseAbs().maxCoeff());
    return std::max(gained + penalty(at.weights), 0.0) + excess / lambda_ * value(at) + of_constants;
  }

  static constexpr double kRounding = 1e-7;  ///< of a loss, as a share

 private:
  double penalty(const ClassWeights& weights) const {
    double sum = 0;
    for (Eigen::Index j = 0; j + 1 < weights.cols(); j += width_) {
      sum += weights.middleCols(j, width_).cwiseAbs().maxCoeff();
    }
    return lambda_ * sum;
  }

  SoftmaxObjective loss_;
  const Eigen::VectorXd& curvatures_;
  Eigen::Index width_;
  double lambda_;
};

/// A step that satisfies its bound. Starts slightly longer than the last step and is halved as often as
/// needed.
Place stepped(const ActiveObjective& objective, const Place& from, double& length) {
  constexpr double kGrowth = 1.1, kShortest = 1e-9;
  length *= kGrowth;
  while (true) {
    Place next = objective.at(objective.step(from, length));
    if (length < kShortest || objective.keeps_promise(from, next, length)) return next;
    length /= 2;
  }
}

struct Solution {
  ClassWeights weights;
  double objective = 0, gap = 0;
  int steps = 0;
};

/// FISTA. The momentum restarts when the objective would rise by more than rounding, so it never rises.
Solution solve(const ActiveObjective& objective, const ClassWeights& start, const MixedNormOptions& options) {
  Place at = objective.at(start), ahead = at;
  double length = 1, momentum = 1;
  int steps = 0;
  for (; steps < options.max_steps; ++steps) {
    if (objective.gap(at) <= options.tolerance * objective.value(at)) break;
    Place next = stepped(objective, ahead, length);
    if (objective.value(next) > objective.value(at) + ActiveObjective::kRounding * at.loss) {
      if (momentum == 1) break;  // as close as rounding allows
      ahead = at;
      momentum = 1;
      continue;
    }
    const double next_momentum = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead = objective.at(next.weights + (momentum - 1) / next_momentum * (next.weights - at.weights));
    momentum = next_momentum;
    at = std::move(next);
  }
  return {at.weights, objective.value(at), objective.gap(at), steps};
}

/// Only the groups with weights.
WeightedGroups without_zeros(const WeightedGroups& all, std::size_t width) {
  const auto step = static_cast<Eigen::Index>(width);
  WeightedGroups kept;
  std::vector<Eigen::Index> columns;
  for (std::size_t g = 0; g < all.groups.size(); ++g) {
    const Eigen::Index first = static_cast<Eigen::Index>(g) * step;
    if (all.weights.middleCols(first, step).isZero(0)) continue;
    kept.groups.push_back(all.groups[g]);
    for (Eigen::Index j = first; j < first + step; ++j) columns.push_back(j);
  }
  columns.push_back(all.weights.cols() - 1);
  kept.weights = all.weights(Eigen::all, columns);
  return kept;
}

/// The groups outside the active set with gradients larger than `norm`, largest first.
std::vector<Candidate> violators(const ColumnPool& pool, const ClassTable& residuals,
                                 std::vector<std::uint64_t> active, double norm) {
  std::ranges::sort(active);
  std::vector<Candidate> found = pool.leaders(residuals, kMaxJoining, active);
  std::erase_if(found, [&](const Candidate& c) { return c.gain <= norm; });
  return found;
}

/// Fits the point's weights at its lambda, for its groups only, and returns the scores of all samples.
ClassTable fit(MixedNormPoint& point, const ColumnPool& pool, const PoolLabels& labels,
               const MixedNormOptions& options) {
  const CenteredColumns active = centered(pool, point.classifier.groups, labels.training);
  const ActiveObjective objective(active, labels, pool.width(), point.lambda);
  ClassWeights& weights = point.classifier.weights;
  const Eigen::Index columns = weights.cols() - 1;
  weights.rightCols(1) += weights.leftCols(columns) * active.means;
  const Solution solution = solve(objective, weights, options);
  ClassTable scores = objective.scores(solution.weights);
  weights = solution.weights;
  weights.rightCols(1) -= weights.leftCols(columns) * active.means;
  point.objective = solution.objective;
  point.gap = solution.gap;
  point.steps += solution.steps;
  return scores;
}

/// Each point's lambda follows from the previous one.
void require_fit(std::span<const MixedNormPoint> path, const ColumnPool& pool, std::size_t classes,
                 double ratio) {
  for (std::size_t p = 0; p < path.size(); ++p) {
    const bool follows = p == 0 ? path[p].lambda > 0 && std::isfinite(path[p].lambda)
                                : path[p].lambda == path[p - 1].lambda * ratio;
    require_of_state(follows, "its penalty strengths do not match these options");
    require_fit(path[p].classifier, pool, classes);
  }
}

/// Whether the point's classifier has the stated objective. Starting from weights far from the optimum, the
/// path to the next point would be endless.
bool is_as_told(const MixedNormPoint& point, const ColumnPool& pool, const PoolLabels& labels) {
  const CenteredColumns active = centered(pool, point.classifier.groups, labels.training);
  const ActiveObjective objective(active, labels, pool.width(), point.lambda);
  ClassWeights weights = point.classifier.weights;
  weights.rightCols(1) += weights.leftCols(weights.cols() - 1) * active.means;
  const double value = objective.value(objective.at(std::move(weights)));
  return std::abs(value - point.objective) <= 1e-3 * std::abs(point.objective);
}

void measure(MixedNormPoint& point, const ClassTable& scores, const PoolLabels& labels) {
  point.training_errors = count_errors(scores, labels.labels, 0, labels.training);
  point.validation_errors = count_errors(scores, labels.labels, labels.training, scores.samples());
}

}  // namespace

void MixedNormOptions::validate() const { check_options(*this); }

void shrink_maximum(std::span<double> x, double strength) {
  std::vector<double> sizes(x.size());
  std::ranges::transform(x, sizes.begin(), [](double v) { return std::abs(v); });
  std::ranges::sort(sizes, std::greater());
  // The level to which the largest are cut, so that the amounts cut off sum to the strength.
  double level = 0, sum = 0;
  for (std::size_t cut = 1; cut <= sizes.size(); ++cut) {
    sum += sizes[cut - 1];
    level = std::max((sum - strength) / static_cast<double>(cut), 0.0);
    if (cut == sizes.size() || level >= sizes[cut]) break;
  }
  for (double& v : x) v = std::clamp(v, -level, level);
}

MixedNormPoint strongest_penalty(const ColumnPool& pool, const PoolLabels& labels,
                                 const MixedNormOptions& options) {
  labels.require_fit(pool.samples());
  MixedNormPoint point{.lambda = 1};  // any value, if no group may have weights
  point.classifier.weights = ClassWeights::Zero(static_cast<Eigen::Index>(labels.classes), 1);
  MixedNormOptions exact = options;
  exact.tolerance = std::min(options.tolerance, 1e-6);
  const ClassTable scores = fit(point, pool, labels, exact);
  const auto largest = pool.leaders(residuals_of(scores, labels), 1, {});
  require(!largest.empty() && largest.front().gain > 0, Kind::training, "no feature separates the classes");
  point.lambda = largest.front().gain;
  measure(point, scores, labels);
  return point;
}

MixedNormPoint mixed_norm(const ColumnPool& pool, const PoolLabels& labels, double lambda,
                          const MixedNormPoint& from, const MixedNormOptions& options) {
  labels.require_fit(pool.samples());
  require(lambda > 0, Kind::usage, "the penalty's strength must be above 0");
  MixedNormPoint point{.lambda = lambda, .classifier = from.classifier};
  while (true) {
    const ClassTable scores = fit(point, pool, labels, options);
    const auto joining = violators(pool, residuals_of(scores, labels), point.classifier.groups,
                                   lambda * (1 + options.tolerance));
    if (joining.empty()) {
      point.gap +=
          options.tolerance * point.objective;  // the tolerance by which inactive groups may exceed lambda
      point.classifier = without_zeros(point.classifier, pool.width());
      measure(point, scores, labels);
      return point;
    }
    for (const Candidate& group : joining) point.classifier.groups.push_back(group.group);
    point.classifier.weights = widened(point.classifier.weights, joining.size() * pool.width());
  }
}

MixedNormState mixed_norm_path(const ColumnPool& pool, const PoolLabels& labels,
                               const MixedNormOptions& options, MixedNormState state,
                               const MixedNormWatcher& watch, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  std::vector<MixedNormPoint>& path = state.rounds;
  const auto add = [&](MixedNormPoint point) {
    path.push_back(std::move(point));
    if (watch) watch(state);
    check_canceled();
  };
  labels.require_fit(pool.samples());
  require_fit(path, pool, labels.classes, options.ratio);
  require_of_state(path.empty() || is_as_told(path.back(), pool, labels),
                   "its weights do not have its objective");
  if (path.empty()) add(strongest_penalty(pool, labels, options));
  const double min = options.min_lambda_ratio * path.front().lambda;
  while (path.back().features() < options.features && path.size() < options.points) {
    const double lambda = path.back().lambda * options.ratio;
    if (lambda < min) break;
    add(mixed_norm(pool, labels, lambda, path.back(), options));
  }
  return state;
}

void MixedNormState::check() const {
  require(!rounds.empty(), Kind::model, "contains no point");
  const auto classes = static_cast<std::size_t>(rounds.front().classifier.weights.rows());
  require(classes >= 2, Kind::model, "contains fewer than two classes");
  const auto is_sound = [](const MixedNormPoint& point) {
    return std::isfinite(point.lambda) && point.lambda > 0 && std::isfinite(point.objective) &&
           std::isfinite(point.gap);
  };
  require(std::ranges::all_of(rounds, is_sound), Kind::model,
          "a point's lambda is not above 0, or its objective not finite");
  std::size_t width = 0;
  for (const MixedNormPoint& point : rounds)
    check_weights(point.classifier.weights, classes, point.features(), width);
}

}  // namespace ocelli::internal::baselines
