#include "ocelli/detection/training/opencv/opencv_stage_trainer.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <type_traits>
#include <utility>
#include <variant>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/metrics/roc.hpp"

namespace ocelli::internal {
namespace {

/// Bins of Haar responses: fine enough for thresholds, few enough to count for each feature and node.
constexpr int kBins = 128;
constexpr int kCategories = 256;
/// On a window of at most this many cells per side, a pool has some 100,000 features.
constexpr int kHaarGridCells = 32;

bool any_tilted(const OpenCvFeatures& features) {
  const auto* haar = std::get_if<std::vector<OpenCvHaar>>(&features);
  return haar != nullptr && std::ranges::any_of(*haar, &OpenCvHaar::tilted);
}

bool is_lbp(const OpenCvFeatures& features) {
  return std::holds_alternative<std::vector<OpenCvLbp>>(features);
}

std::size_t size_of(const OpenCvFeatures& features) {
  return std::visit([](const auto& list) { return list.size(); }, features);
}

OpenCvFeatures draw_pool(const CascadeTrainerOptions& goals, const OpenCvStageOptions& options,
                         std::size_t stage, const StageData& data) {
  const std::size_t samples = data.positives.windows.size() + data.negatives.windows.size();
  const std::size_t room = (static_cast<std::size_t>(goals.memory) << 20) / samples;
  const int width = data.positives.windows.width(), height = data.positives.windows.height();
  const OpenCvPoolOptions pool{.kind = options.feature_kind,
                               .width = width,
                               .height = height,
                               .min_side = goals.min_side,
                               .grid = (std::max(width, height) + kHaarGridCells - 1) / kHaarGridCells};
  return draw_opencv_features(pool, std::min(static_cast<std::size_t>(goals.features.value()), room),
                              hash(goals.seed, {stage}));
}

BinnedResponses respond(const std::vector<OpenCvHaar>& pool, const OpenCvWindowTables& tables) {
  return bin_responses(pool.size(), tables.size(), kBins, [&](std::size_t f, std::span<float> responses) {
    tables.respond(pool[f], responses);
  });
}

BinnedResponses respond(const std::vector<OpenCvLbp>& pool, const OpenCvWindowTables& tables) {
  BinnedResponses result(pool.size(), tables.size(), kCategories);
  parallel_for(std::size_t{0}, pool.size(), [&](std::size_t f) { tables.respond(pool[f], result.of(f)); });
  return result;
}

BinnedResponses respond(const OpenCvFeatures& pool, const TrainingWindows& positives,
                        const TrainingWindows& negatives) {
  TrainingWindows windows = positives;
  windows.append(negatives);
  const OpenCvWindowTables tables(windows, any_tilted(pool));
  return std::visit([&](const auto& features) { return respond(features, tables); }, pool);
}

OpenCvWindowTables tables_of(const TrainingWindows& first, const TrainingWindows& second, bool tilted) {
  TrainingWindows windows = first;
  windows.append(second);
  return {windows, tilted};
}

/// Maps floats to integers in the same order.
std::int32_t rank_of(float number) {
  const auto bits = std::bit_cast<std::int32_t>(number);
  return bits < 0 ? std::numeric_limits<std::int32_t>::min() - bits : bits;
}

float number_of(std::int32_t rank) {
  return std::bit_cast<float>(rank < 0 ? std::numeric_limits<std::int32_t>::min() - rank : rank);
}

/// The smallest response that falls into this bin or a higher one. Anything below it is in a lower bin,
/// exactly.
float min_response(const Binning& binning, std::uint8_t bin) {
  const float span = static_cast<float>(kBins) / binning.scale;
  std::int32_t below = rank_of(binning.low - span), reached = rank_of(binning.low + 2 * span);
  while (below + 1 < reached) {
    const auto middle = static_cast<std::int32_t>(std::midpoint(std::int64_t{below}, std::int64_t{reached}));
    (binning.bin(number_of(middle), kBins) < bin ? below : reached) = middle;
  }
  return number_of(reached);
}

/// The number of bins in a set of the lowest bins.
std::uint8_t count_bins(const BinSet& set) {
  int count = 0;
  for (const std::uint32_t word : set) count += std::popcount(word);
  return static_cast<std::uint8_t>(count);
}

/// Whether each window goes to the left child of a node.
std::vector<std::uint8_t> goes_left(const OpenCvNode& node, const OpenCvFeatures& features,
                                    const OpenCvWindowTables& windows) {
  std::vector<std::uint8_t> left(windows.size());
  if (is_lbp(features)) {
    windows.respond(std::get<std::vector<OpenCvLbp>>(features)[node.feature], left);
    for (std::uint8_t& answer : left) answer = holds(node.set, answer) ? 1 : 0;
    return left;
  }
  std::vector<float> responses(windows.size());
  windows.respond(std::get<std::vector<OpenCvHaar>>(features)[node.feature], responses);
  std::ranges::transform(responses, left.begin(),
                         [&](float r) { return static_cast<std::uint8_t>(r < node.threshold); });
  return left;
}

/// Copies features of a pool to a cascade, each only once.
class FeatureTransfer {
 public:
  /// Requires features of one kind.
  FeatureTransfer(const OpenCvFeatures& pool, OpenCvFeatures& cascade) : pool_(pool), cascade_(cascade) {}

  std::uint32_t place(std::uint32_t feature) {
    const auto [entry, is_new] = places_.try_emplace(feature, static_cast<std::uint32_t>(size_of(cascade_)));
    if (is_new) {
      std::visit([&](auto& list) { list.push_back(std::get<std::decay_t<decltype(list)>>(pool_)[feature]); },
                 cascade_);
    }
    return entry->second;
  }

 private:
  const OpenCvFeatures& pool_;
  OpenCvFeatures& cascade_;
  std::map<std::uint32_t, std::uint32_t> places_;
};

RegressionTreeOptions tree_options(const CascadeTrainerOptions& goals, const OpenCvStageOptions& options) {
  const bool categories = options.feature_kind == OpenCvFeatureKind::lbp;
  return {.depth = options.tree_depth,
          .order = categories ? BinOrder::none : BinOrder::ordered,
          .weight_trimming = goals.weight_trimming};
}

/// Moves a stage's threshold to the middle of the gap between scores, without changing which scores pass.
/// OpenCV adds votes in a different order and passes sums up to kSlack below. Few trees produce few different
/// scores, so a threshold just above one would pass all windows with that score.
float amid_gap(float threshold, std::span<const float> scores) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  float below = -kInfinity, above = kInfinity;
  for (const float score : scores) {
    if (score < threshold) {
      below = std::max(below, score);
    } else {
      above = std::min(above, score);
    }
  }
  if (below == -kInfinity || above == kInfinity) return threshold;
  return std::midpoint(below, above) + OpenCvCascade::kSlack;
}

}  // namespace

void OpenCvStageOptions::validate() const { check_options(*this); }

OpenCvStageTrainer::OpenCvStageTrainer(const CascadeTrainerOptions& goals, const OpenCvStageOptions& options,
                                       const OpenCvCascadeParts& cascade, const StageData& data)
    : goals_(goals),
      stage_(cascade.stages.size()),
      pool_(draw_pool(goals, options, stage_, data)),
      responses_(respond(pool_, data.positives.windows, data.negatives.windows)),
      boost_({responses_, data.positives.windows.size()}, tree_options(goals, options)),
      validation_positives_(data.validation_positives.windows.size()),
      validation_(
          tables_of(data.validation_positives.windows, data.validation_negatives.windows, any_tilted(pool_))),
      validation_scores_(validation_.size(), 0.0f) {}

void OpenCvStageTrainer::restore(std::span<const RegressionTree> trees) {
  boost_.restore(trees);
  for (const RegressionTree& tree : trees) add_to_validation(opencv_tree(tree));
  measure();
}

bool OpenCvStageTrainer::done() const {
  return !weak().empty() && (false_alarm_ <= goals_.max_false_alarm_rate ||
                             weak().size() >= static_cast<std::size_t>(goals_.max_weak_count.value()));
}

RoundReport OpenCvStageTrainer::round() {
  boost_.step();
  add_to_validation(opencv_tree(weak().back()));
  measure();
  return {.stage = stage_ + 1,
          .round = weak().size(),
          .weak = weak().size(),
          .loss = boost_.loss(),
          .error =
              false_alarm_at(goals_.min_hit_rate.value(), boost_.positive_scores(), boost_.negative_scores()),
          .false_alarm = false_alarm_,
          .removed = 0};
}

OpenCvTree OpenCvStageTrainer::opencv_tree(const RegressionTree& tree) const {
  OpenCvTree result{.nodes = {}, .leaves = tree.leaves};
  for (const RegressionTree::Node& node : tree.nodes) {
    OpenCvNode& own = result.nodes.emplace_back();
    own.left = node.left;
    own.right = node.right;
    own.feature = node.feature;
    if (is_lbp(pool_)) {
      own.set = node.set;
    } else {
      own.threshold = min_response(responses_.binning(node.feature), count_bins(node.set));
    }
  }
  return result;
}

void OpenCvStageTrainer::add_to_validation(const OpenCvTree& tree) {
  std::vector<std::vector<std::uint8_t>> left;
  for (const OpenCvNode& node : tree.nodes) left.push_back(goes_left(node, pool_, validation_));
  for (std::size_t i = 0; i < validation_scores_.size(); ++i) {
    std::int32_t next = 0;
    do {
      const auto n = static_cast<std::size_t>(next);
      next = left[n][i] != 0 ? tree.nodes[n].left : tree.nodes[n].right;
    } while (next > 0);
    validation_scores_[i] += tree.leaves[static_cast<std::size_t>(-next)];
  }
}

void OpenCvStageTrainer::measure() {
  threshold_ = threshold_at(goals_.min_hit_rate.value(), positive_scores());
  false_alarm_ = negative_scores().empty() ? 1.0 : accepted_share(threshold_, negative_scores());
}

double OpenCvStageTrainer::append_to(OpenCvCascadeParts& cascade) const {
  FeatureTransfer transfer(pool_, cascade.features);
  OpenCvStage stage;
  for (const RegressionTree& tree : weak()) {
    OpenCvTree& own = stage.trees.emplace_back(opencv_tree(tree));
    for (OpenCvNode& node : own.nodes) node.feature = transfer.place(node.feature);
  }
  const float threshold =
      stage_threshold(threshold_, false_alarm_, goals_.max_false_alarm_rate, negative_scores());
  stage.threshold = amid_gap(threshold, validation_scores_);
  const double false_alarm = negative_scores().empty() ? 1.0 : accepted_share(threshold, negative_scores());
  cascade.stages.push_back(std::move(stage));
  return false_alarm;
}

}  // namespace ocelli::internal
