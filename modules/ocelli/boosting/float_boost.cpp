#include "ocelli/boosting/float_boost.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/metrics/roc.hpp"

namespace ocelli {

ErrorMeasure false_alarms_at_detection(double detection_rate) {
  require(detection_rate > 0 && detection_rate <= 1, Kind::usage,
          "the detection rate must be above 0 and at most 1");
  return [=](std::span<const float> positives, std::span<const float> negatives) {
    return false_alarm_at(detection_rate, positives, negatives);
  };
}

ErrorMeasure weighted_errors(double miss_cost, double false_alarm_cost) {
  require(miss_cost >= 0 && false_alarm_cost >= 0, Kind::usage, "costs of errors must not be negative");
  return [=](std::span<const float> positives, std::span<const float> negatives) {
    return miss_cost * (1 - accepted_share(0, positives)) + false_alarm_cost * accepted_share(0, negatives);
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
