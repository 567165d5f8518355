#include "ocelli/boosting/float_boost.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

double share(std::size_t part, std::size_t all) {
  return static_cast<double>(part) / static_cast<double>(all);
}

std::size_t count_reaching(std::span<const float> scores, float threshold) {
  return static_cast<std::size_t>(
      std::count_if(scores.begin(), scores.end(), [&](float score) { return score >= threshold; }));
}

}  // namespace

float threshold_at_detection(std::span<const float> positives, double detection_rate) {
  std::vector<float> sorted(positives.begin(), positives.end());
  const double wanted = std::ceil(detection_rate * static_cast<double>(sorted.size()) - 1e-9);
  const std::size_t misses = sorted.size() - std::max<std::size_t>(1, static_cast<std::size_t>(wanted));
  const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(misses);
  std::nth_element(sorted.begin(), place, sorted.end());
  return *place;
}

ErrorMeasure false_alarms_at_detection(double detection_rate) {
  require(detection_rate > 0 && detection_rate <= 1, Kind::usage,
          "the detection rate must be above 0 and at most 1");
  return [detection_rate](std::span<const float> positives, std::span<const float> negatives) {
    return share(count_reaching(negatives, threshold_at_detection(positives, detection_rate)),
                 negatives.size());
  };
}

ErrorMeasure weighted_errors(double miss_cost, double false_alarm_cost) {
  require(miss_cost >= 0 && false_alarm_cost >= 0, Kind::usage, "costs of errors must not be negative");
  return [=](std::span<const float> positives, std::span<const float> negatives) {
    return miss_cost * (1 - share(count_reaching(positives, 0), positives.size())) +
           false_alarm_cost * share(count_reaching(negatives, 0), negatives.size());
  };
}

FloatBoost::FloatBoost(Ensemble ensemble, FloatBoostOptions options)
    : ensemble_(std::move(ensemble)), options_(std::move(options)) {
  options_.boost.validate();
}

void FloatBoost::restore(std::span<const HistogramStump> stumps, std::span<const double> least_error) {
  for (const HistogramStump& stump : stumps) ensemble_.add(stump);
  least_error_.assign(least_error.begin(), least_error.end());
}

double& FloatBoost::least_error_at(std::size_t size) {
  if (least_error_.size() < size) least_error_.resize(size, std::numeric_limits<double>::infinity());
  return least_error_[size - 1];
}

FloatBoostRound FloatBoost::step() {
  real_boost_step(ensemble_, options_.boost);
  FloatBoostRound round;
  round.error = options_.error(ensemble_.positive_scores(), ensemble_.negative_scores());
  double& least = least_error_at(ensemble_.size());
  least = std::min(least, round.error);

  while (ensemble_.size() > 1 && round.removed.size() < options_.max_removals) {
    const Removal removal = best_removal();
    if (removal.error >= least_error_at(ensemble_.size() - 1)) break;
    ensemble_.remove(removal.place);
    least_error_at(ensemble_.size()) = removal.error;
    round.error = removal.error;
    round.removed.push_back(removal.place);
  }
  round.size = ensemble_.size();
  round.loss = ensemble_.loss();
  return round;
}

FloatBoost::Removal FloatBoost::best_removal() const {
  const auto scores = ensemble_.scores();
  const std::size_t positives = ensemble_.samples().positives;
  std::vector<Removal> removals(ensemble_.size());
  tbb::enumerable_thread_specific<std::vector<float>> scratches;
  tbb::parallel_for(std::size_t{0}, ensemble_.size(), [&](std::size_t m) {
    std::vector<float>& without = scratches.local();
    without.resize(scores.size());
    const auto votes = ensemble_.votes(m);
    for (std::size_t i = 0; i < scores.size(); ++i) without[i] = scores[i] - votes[i];
    const std::span<const float> all(without);
    removals[m] = {options_.error(all.first(positives), all.subspan(positives)), m};
  });
  return *std::min_element(removals.begin(), removals.end());
}

}  // namespace ocelli
