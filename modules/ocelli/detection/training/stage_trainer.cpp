#include "ocelli/detection/training/stage_trainer.hpp"

#include <algorithm>

#include "ocelli/core/random.hpp"
#include "ocelli/features/haar/haar_pool.hpp"
#include "ocelli/metrics/roc.hpp"

namespace ocelli::internal {
namespace {

constexpr int kGridCells = 24;

std::vector<HaarFeature> draw_pool(const CascadeTrainerOptions& options, std::size_t stage,
                                   const StageData& data) {
  const std::size_t samples = data.positives.windows.size() + data.negatives.windows.size();
  const std::size_t room = (static_cast<std::size_t>(options.memory) << 20) / samples;
  const int width = data.positives.windows.width(), height = data.positives.windows.height();
  // On a window of at most kGridCells cells per side, the pool has a few million features, which takes
  // milliseconds.
  const int grid = (std::max(width, height) + kGridCells - 1) / kGridCells;
  const HaarPoolOptions pool{.width = width,
                             .height = height,
                             .min_side = options.min_side,
                             .max_distance = std::max(width, height),
                             .grid = std::min(grid, std::min(width, height) / 2)};
  return sample_haar(pool, std::min(static_cast<std::size_t>(options.features.value()), room),
                     hash(options.seed, {stage}));
}

BinnedResponses respond(std::span<const HaarFeature> pool, const CascadeTrainerOptions& options,
                        const StageData& data) {
  TrainingWindows windows = data.positives.windows;
  windows.append(data.negatives.windows);
  return bin_responses(pool, windows, options.bins, static_cast<float>(options.min_deviation));
}

std::vector<float> start_scores(const StageData& data) {
  std::vector<float> start = data.positives.scores;
  start.insert(start.end(), data.negatives.scores.begin(), data.negatives.scores.end());
  return start;
}

FloatBoostOptions boost_options(const CascadeTrainerOptions& options) {
  return {.boost = {.smoothing = options.smoothing,
                    .weight_trimming = options.weight_trimming,
                    .weight_capping = options.weight_capping,
                    .joint = options.joint == 2},
          .error = false_alarms_at_detection(options.min_hit_rate.value()),
          .max_removals = static_cast<std::size_t>(options.backtrack.value_or(0))};
}

/// A stage may use as many weak classifiers as all previous stages together before it gives up an object.
/// Since each stage passes only a fraction of the windows, this hardly raises the cost per window.
std::size_t lossless_weak(const CascadeTrainerOptions& options, const CascadeParts& cascade) {
  if (options.lossless_weak == 0) return 0;
  const auto min = static_cast<std::size_t>(options.lossless_weak.value()),
             max = static_cast<std::size_t>(options.max_weak_count.value() / 2);
  return std::min(std::max(min, cascade.weak_count()), max);
}

/// The features of a weak classifier.
std::vector<std::uint32_t> features_of(const LookupTable& classifier) {
  return classifier.partner ? std::vector{classifier.feature, *classifier.partner}
                            : std::vector{classifier.feature};
}

void add_votes(const WindowIntegrals& integrals, std::span<const BinnedFeature> features, int bins,
               std::span<const float> table, std::vector<float>& scores) {
  std::vector<float> z(integrals.size());
  std::vector<std::size_t> cells(integrals.size());
  for (const BinnedFeature& binned : features) {
    integrals.respond(binned.feature, z);
    const Binning binning{binned.low, binned.scale};
    for (std::size_t i = 0; i < z.size(); ++i)
      cells[i] = cells[i] * static_cast<std::size_t>(bins) + binning.bin(z[i], bins);
  }
  for (std::size_t i = 0; i < cells.size(); ++i) scores[i] += table[cells[i]];
}

}  // namespace

float stage_threshold(float threshold, double false_alarm, double goal,
                      std::span<const float> negative_scores) {
  if (negative_scores.empty()) return threshold;
  return std::min(threshold, lowest_threshold_at(std::max(false_alarm, goal), negative_scores));
}

StageTrainer::StageTrainer(const CascadeTrainerOptions& options, const CascadeParts& cascade,
                           const StageData& data)
    : options_(options),
      stage_(cascade.stages.size()),
      lossless_(lossless_weak(options, cascade)),
      data_(data),
      pool_(draw_pool(options, stage_, data)),
      responses_(respond(pool_, options, data)),
      boost_(Ensemble({responses_, data.positives.windows.size()}, start_scores(data)),
             boost_options(options)),
      validation_{
          WindowIntegrals(data.validation_positives.windows, static_cast<float>(options.min_deviation)),
          WindowIntegrals(data.validation_negatives.windows, static_cast<float>(options.min_deviation)),
          data.validation_positives.scores, data.validation_negatives.scores} {}

void StageTrainer::restore(std::span<const LookupTable> weak, std::span<const double> min_error,
                           std::size_t rounds) {
  boost_.restore(weak, min_error);
  rounds_ = rounds;
  validate_anew();
}

bool StageTrainer::done() const {
  const auto max = static_cast<std::size_t>(options_.max_weak_count.value());
  return rounds_ > 0 && (false_alarm_ <= options_.max_false_alarm_rate || weak().size() >= max ||
                         rounds_ >= kRoundsPerWeak * max);
}

RoundReport StageTrainer::round() {
  const FloatBoostRound step = boost_.step();
  ++rounds_;
  if (step.removed.empty()) {
    add_to_validation(weak().back());
    measure();
  } else {
    validate_anew();
  }
  return {.stage = stage_ + 1,
          .round = rounds_,
          .weak = step.size,
          .loss = step.loss,
          .error = step.error,
          .false_alarm = false_alarm_,
          .removed = step.removed.size()};
}

void StageTrainer::validate_anew() {
  validation_.positive_scores = data_.validation_positives.scores;
  validation_.negative_scores = data_.validation_negatives.scores;
  for (const LookupTable& classifier : weak()) add_to_validation(classifier);
  measure();
}

std::vector<BinnedFeature> StageTrainer::binned(const LookupTable& classifier) const {
  std::vector<BinnedFeature> features;
  for (const std::uint32_t f : features_of(classifier)) {
    const Binning& binning = responses_.binning(f);
    features.push_back({pool_[f], binning.low, binning.scale});
  }
  return features;
}

void StageTrainer::add_to_validation(const LookupTable& classifier) {
  const std::vector<BinnedFeature> features = binned(classifier);
  add_votes(validation_.positives, features, options_.bins, classifier.table, validation_.positive_scores);
  add_votes(validation_.negatives, features, options_.bins, classifier.table, validation_.negative_scores);
}

double StageTrainer::detection_goal() const {
  return weak().size() <= lossless_ ? 1 : options_.min_hit_rate.value();
}

void StageTrainer::measure() {
  threshold_ = threshold_at(detection_goal(), validation_.positive_scores);
  false_alarm_ =
      validation_.negative_scores.empty() ? 1.0 : accepted_share(threshold_, validation_.negative_scores);
}

double StageTrainer::append_to(CascadeParts& cascade) const {
  for (const LookupTable& classifier : weak()) {
    const std::vector<BinnedFeature> features = binned(classifier);
    cascade.features.insert(cascade.features.end(), features.begin(), features.end());
    cascade.tables.insert(cascade.tables.end(), classifier.table.begin(), classifier.table.end());
  }
  const std::vector<float>& negatives = validation_.negative_scores;
  const float threshold = stage_threshold(threshold_, false_alarm_, options_.max_false_alarm_rate, negatives);
  cascade.stages.push_back({static_cast<std::uint32_t>(cascade.weak_count()), threshold});
  return negatives.empty() ? 1.0 : accepted_share(threshold, negatives);
}

}  // namespace ocelli::internal
