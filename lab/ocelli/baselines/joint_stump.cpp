#include "ocelli/baselines/joint_stump.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ocelli/core/parallel.hpp"

namespace ocelli::internal::baselines {
namespace {

using Sums = ThresholdSums::Sums;

Sums operator+(const Sums& a, const Sums& b) { return {a.weight + b.weight, a.answer + b.answer}; }
Sums operator-(const Sums& a, const Sums& b) { return {a.weight - b.weight, a.answer - b.answer}; }

/// Weights that remain after subtraction may be rounding errors, and then do not count.
bool says_something(const Sums& part, double whole) { return part.weight > 1e-12 * whole; }

/// The best-fitting answer: the weighted mean.
double mean(const Sums& part, double whole) {
  return says_something(part, whole) ? part.answer / part.weight : 0;
}

/// The decrease of the squared error by that answer.
double gain(const Sums& part, double whole) {
  return says_something(part, whole) ? part.answer * part.answer / part.weight : 0;
}

double gain_of_cut(const Sums& above, const Sums& all) {
  return gain(above, all.weight) + gain(all - above, all.weight);
}

Sums sum_of(std::span<const Sums> of_classes, std::span<const std::uint32_t> classes) {
  Sums sum;
  for (const std::uint32_t c : classes) sum = sum + of_classes[c];
  return sum;
}

/// A threshold, and the decrease of some classes' error by two answers on its sides.
struct Cut {
  std::size_t threshold = 0;
  double gain = -1;
};

/// For each class, the best cut to share with the classes summed in `together`, which has one entry per
/// threshold.
std::vector<Cut> best_cuts(const ThresholdSums& sums, std::span<const Sums> together, const Sums& total) {
  const std::size_t classes = sums.classes();
  std::vector<Cut> best(sums.inputs() * classes);
  parallel_for(std::size_t{0}, sums.inputs(), [&](std::size_t input) {
    const auto own = std::span(best).subspan(input * classes, classes);
    for (std::size_t t = sums.first(input); t < sums.first(input + 1); ++t) {
      const auto above = sums.above(t);
      for (std::size_t c = 0; c < classes; ++c) {
        const double gain = gain_of_cut(together[t] + above[c], total + sums.totals()[c]);
        if (gain > own[c].gain) own[c] = {t, gain};
      }
    }
  });
  for (std::size_t i = classes; i < best.size(); ++i) {
    Cut& first = best[i % classes];
    if (best[i].gain > first.gain) first = best[i];
  }
  best.resize(classes);
  return best;
}

/// The stump at a threshold for these classes; the others get constants.
JointStump joint_stump(const ThresholdSums& sums, std::span<const std::uint32_t> classes,
                       std::size_t threshold) {
  const Sums all = sum_of(sums.totals(), classes), above = sum_of(sums.above(threshold), classes);
  JointStump stump{sums.stump(threshold),
                   {classes.begin(), classes.end()},
                   mean(above, all.weight),
                   mean(all - above, all.weight),
                   {},
                   0};
  double weights = 0, gained = gain_of_cut(above, all);
  for (std::uint32_t c = 0; c < sums.classes(); ++c) {
    const Sums& total = sums.totals()[c];
    stump.constants.push_back(mean(total, total.weight));
    weights += total.weight;
    if (!std::ranges::binary_search(classes, c)) gained += gain(total, total.weight);
  }
  stump.error = 1 - gained / weights;
  return stump;
}

/// The class outside the set that gains most from its cut. It loses its constant.
std::uint32_t joining_class(const ThresholdSums& sums, std::span<const Cut> cuts,
                            std::span<const std::uint32_t> classes) {
  std::uint32_t best = 0;
  double max = -std::numeric_limits<double>::infinity();
  for (std::uint32_t c = 0; c < sums.classes(); ++c) {
    const Sums& own = sums.totals()[c];
    const double gained = cuts[c].gain - gain(own, own.weight);
    if (gained <= max || std::ranges::binary_search(classes, c)) continue;
    best = c;
    max = gained;
  }
  return best;
}

/// The number of samples below each of an input's thresholds.
std::vector<std::size_t> thresholds_of(std::span<const SortedInputs::Ranked> order, std::size_t max) {
  std::vector<std::size_t> all, some;
  for (std::size_t t = 0; t + 1 < order.size(); ++t) {
    if (order[t].ends_value) all.push_back(t + 1);
  }
  if (all.size() <= max) return all;
  for (std::size_t q = 1; q <= max; ++q) {
    const std::size_t rank = q * order.size() / (max + 1);
    const auto place = std::ranges::lower_bound(all, rank);
    if (place != all.end() && (some.empty() || *place > some.back())) some.push_back(*place);
  }
  return some;
}

}  // namespace

ThresholdSums::ThresholdSums(const SortedInputs& inputs, const TargetWeights& weights, std::size_t max)
    : first_{0}, totals_(weights.targets()) {
  std::vector<std::vector<std::size_t>> ranks(inputs.inputs());
  parallel_for(std::size_t{0}, ranks.size(),
               [&](std::size_t input) { ranks[input] = thresholds_of(inputs.order(input), max); });
  for (std::size_t input = 0; input < ranks.size(); ++input) {
    for (const std::size_t rank : ranks[input]) stumps_.push_back(SortedInputs::name(input, rank));
    first_.push_back(stumps_.size());
  }

  const auto add = [](std::span<const float> row, std::span<Sums> sums) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      sums[c].weight += std::abs(row[c]);
      sums[c].answer += row[c];
    }
  };
  for (std::size_t i = 0; i < weights.samples(); ++i) add(weights.of(i), totals_);
  above_.resize(stumps_.size() * classes());
  parallel_for(std::size_t{0}, ranks.size(), [&](std::size_t input) {
    const auto order = inputs.order(input);
    std::vector<Sums> sums(classes());
    std::size_t sample = order.size();
    for (std::size_t t = first_[input + 1]; t-- > first_[input];) {
      for (; sample > SortedInputs::below_of(stumps_[t]); --sample) {
        add(weights.of(order[sample - 1].sample), sums);
      }
      std::ranges::copy(sums, above_.begin() + static_cast<std::ptrdiff_t>(t * classes()));
    }
  });
}

JointStump best_stump(const ThresholdSums& sums, std::span<const std::uint32_t> classes) {
  Cut best;
  const Sums all = sum_of(sums.totals(), classes);
  for (std::size_t t = 0; t < sums.first(sums.inputs()); ++t) {
    const double gain = gain_of_cut(sum_of(sums.above(t), classes), all);
    if (gain > best.gain) best = {t, gain};
  }
  return joint_stump(sums, classes, best.threshold);
}

std::vector<JointStump> best_first(const ThresholdSums& sums) {
  const std::size_t thresholds = sums.first(sums.inputs());
  std::vector<JointStump> nested;
  if (thresholds == 0) return nested;
  std::vector<Sums> together(thresholds);
  Sums total;
  std::vector<std::uint32_t> classes;
  while (classes.size() < sums.classes()) {
    const std::vector<Cut> cuts = best_cuts(sums, together, total);
    const std::uint32_t joining = joining_class(sums, cuts, classes);
    classes.insert(std::ranges::upper_bound(classes, joining), joining);
    total = total + sums.totals()[joining];
    for (std::size_t t = 0; t < thresholds; ++t) together[t] = together[t] + sums.above(t)[joining];
    nested.push_back(joint_stump(sums, classes, cuts[joining].threshold));
  }
  return nested;
}

}  // namespace ocelli::internal::baselines
