#include "ocelli/boosting/cascade/float_boost.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/metrics/outcome_counts.hpp"
#include "ocelli/metrics/roc.hpp"

namespace ocelli::internal {

namespace {

/// The scores of one class in ascending order, with each sample's position in the class.
class RankedScores {
 public:
  struct Ranked {
    float score;
    std::uint32_t sample;
  };

  explicit RankedScores(std::span<const float> scores) : ranked_(scores.size()) {
    for (std::uint32_t i = 0; i < scores.size(); ++i) ranked_[i] = {scores[i], i};
    std::ranges::sort(ranked_, {}, &Ranked::score);
  }

  std::size_t size() const { return ranked_.size(); }
  const Ranked& operator[](std::size_t rank) const { return ranked_[rank]; }
  /// The number of scores below `score`.
  std::size_t below(double score) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(ranked_, score, {}, &Ranked::score) -
                                    ranked_.begin());
  }
  /// The number of scores up to and including `score`.
  std::size_t up_to(double score) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ranked_, score, {}, &Ranked::score) -
                                    ranked_.begin());
  }

 private:
  std::vector<Ranked> ranked_;
};

/// The range of a weak classifier's votes.
struct VoteRange {
  explicit VoteRange(const LookupTable& classifier) {
    const auto [min, max] = std::ranges::minmax(classifier.table);
    low = min;
    high = max;
  }

  double low, high;
};

/// For each weak classifier, the error of the ensemble without it.
///
/// Removing a weak classifier subtracts its vote from each score. Only samples with scores within the vote
/// range of the threshold can change sides. Only positives with scores about as low as the threshold can
/// determine it. Late weak classifiers have small votes compared with the scores, so these samples are few.
class ErrorsWithout {
 public:
  ErrorsWithout(const Ensemble& ensemble, const ErrorMeasure& error)
      : ensemble_(ensemble),
        error_(error),
        positives_(ensemble.positive_scores()),
        negatives_(ensemble.negative_scores()) {}

  double of(std::size_t m, std::vector<float>& scratch) const {
    const VoteRange range(ensemble_.weak()[m]);
    const auto votes = ensemble_.votes(m), positive_votes = votes.first(positives_.size()),
               negative_votes = votes.subspan(positives_.size());
    const float threshold = error_.detection_rate ? threshold_without(range, positive_votes, scratch) : 0.0f;
    return error_.at(accepted_without(range, positive_votes, positives_, threshold),
                     accepted_without(range, negative_votes, negatives_, threshold));
  }

 private:
  float threshold_without(const VoteRange& range, std::span<const float> votes,
                          std::vector<float>& scratch) const {
    const std::size_t missed = positives_.size() - min_accepted(*error_.detection_rate, positives_.size());
    // No positive that is missed now or determines the threshold can score more than this minus the lowest
    // vote. The positives above cannot score less.
    const double highest = positives_[missed].score + (range.high - range.low);
    scratch.clear();
    for (std::size_t rank = 0, end = positives_.up_to(highest); rank < end; ++rank) {
      scratch.push_back(positives_[rank].score - votes[positives_[rank].sample]);
    }
    const auto min = scratch.begin() + static_cast<std::ptrdiff_t>(missed);
    std::ranges::nth_element(scratch, min);
    return *min;
  }

  static double accepted_without(const VoteRange& range, std::span<const float> votes,
                                 const RankedScores& scores, float threshold) {
    const std::size_t undecided = scores.below(threshold + range.low),
                      sure = scores.below(threshold + range.high);
    std::size_t accepted = scores.size() - sure;
    for (std::size_t rank = undecided; rank < sure; ++rank) {
      accepted += scores[rank].score - votes[scores[rank].sample] >= threshold;
    }
    return share(accepted, scores.size());
  }

  const Ensemble& ensemble_;
  const ErrorMeasure& error_;
  RankedScores positives_, negatives_;
};

}  // namespace

double ErrorMeasure::operator()(std::span<const float> positives, std::span<const float> negatives) const {
  const float threshold = detection_rate ? threshold_at(*detection_rate, positives) : 0.0f;
  return at(accepted_share(threshold, positives), accepted_share(threshold, negatives));
}

ErrorMeasure false_alarms_at_detection(double detection_rate) {
  require(detection_rate > 0 && detection_rate <= 1, Kind::usage,
          "the detection rate must be above 0 and at most 1");
  return {.miss_cost = 0, .false_alarm_cost = 1, .detection_rate = detection_rate};
}

ErrorMeasure weighted_errors(double miss_cost, double false_alarm_cost) {
  require(miss_cost >= 0 && false_alarm_cost >= 0, Kind::usage, "costs of errors must not be negative");
  return {.miss_cost = miss_cost, .false_alarm_cost = false_alarm_cost};
}

FloatBoost::FloatBoost(Ensemble ensemble, FloatBoostOptions options)
    : ensemble_(std::move(ensemble)), options_(options) {
  options_.boost.validate();
}

void FloatBoost::restore(std::span<const LookupTable> weak, std::span<const double> min_error) {
  for (const LookupTable& classifier : weak) ensemble_.add(classifier);
  min_error_.assign(min_error.begin(), min_error.end());
}

double& FloatBoost::min_error_at(std::size_t size) {
  if (min_error_.size() < size) min_error_.resize(size, std::numeric_limits<double>::infinity());
  return min_error_[size - 1];
}

FloatBoostRound FloatBoost::step() {
  real_boost_step(ensemble_, options_.boost);
  FloatBoostRound round;
  round.added = ensemble_.weak().back();
  round.error = options_.error(ensemble_.positive_scores(), ensemble_.negative_scores());
  double& min = min_error_at(ensemble_.size());
  min = std::min(min, round.error);

  while (ensemble_.size() > 1 && round.removed.size() < options_.max_removals) {
    const double to_beat = min_error_at(ensemble_.size() - 1);
    if (to_beat <= 0) break;
    const Removal removal = best_removal();
    if (removal.error >= to_beat) break;
    ensemble_.remove(removal.place);
    min_error_at(ensemble_.size()) = removal.error;
    round.error = removal.error;
    round.removed.push_back(removal.place);
  }
  round.size = ensemble_.size();
  round.loss = ensemble_.loss();
  return round;
}

FloatBoost::Removal FloatBoost::best_removal() const {
  const ErrorsWithout errors(ensemble_, options_.error);
  std::vector<Removal> removals(ensemble_.size());
  tbb::enumerable_thread_specific<std::vector<float>> scratches;
  parallel_for(std::size_t{0}, ensemble_.size(), [&](std::size_t m) {
    removals[m] = {errors.of(m, scratches.local()), m};
  });
  return *std::min_element(removals.begin(), removals.end());
}

}  // namespace ocelli::internal
