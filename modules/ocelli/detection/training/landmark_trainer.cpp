#include "ocelli/detection/training/landmark_trainer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <opencv2/core.hpp>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kShapeNumbers = std::tuple_size_v<LandmarkShape>;
constexpr std::uint64_t kLandmarkPixels = 21, kLandmarkPairs = 22;
/// Sums of residuals of so many samples fit 32 bits.
constexpr std::size_t kMaxLandmarkSamples = std::size_t{1} << 18;
constexpr int kMaxResidual = (1 << 13) - 1;
/// A node's split is chosen by so many of its samples.
constexpr std::size_t kSearched = 8192;
/// Each side of a split keeps this many of them.
constexpr int kMinOnSide = 8;
/// A leaf with few samples makes a smaller step.
constexpr double kPriorSamples = 10;
/// Thresholds are tried in steps of 2^kStepBits gray levels.
constexpr int kStepBits = 2, kThresholds = 512 >> kStepBits;

/// What is left of the way to the true shape, and in kShapeNumbers a 1. Padded to a register's size.
using Residual = std::array<std::int16_t, 16>;
using ResidualSum = std::array<std::int32_t, 16>;

struct Split {
  double gain = -1;
  LandmarkNode node = {};
};

/// The samples of one node, as a range of an order of all samples.
struct NodeRange {
  std::size_t begin = 0, end = 0;

  std::size_t size() const { return end - begin; }
};

double eye_distance(const LandmarkShape& shape) {
  return std::hypot(shape[2] - shape[0], shape[3] - shape[1]);
}

LandmarkShape mean_of(std::span<const LandmarkShape> shapes) {
  std::array<std::int64_t, kShapeNumbers> sum{};
  for (const LandmarkShape& shape : shapes)
    for (std::size_t i = 0; i < kShapeNumbers; ++i) sum[i] += shape[i];
  LandmarkShape mean{};
  for (std::size_t i = 0; i < kShapeNumbers; ++i)
    mean[i] = static_cast<std::int32_t>(sum[i] / static_cast<std::int64_t>(shapes.size()));
  return mean;
}

/// The step from a shape to its goal, in the frame of the mean shape.
LandmarkShape way_to(const LandmarkShape& goal, const LandmarkShape& shape, const ShapeTransform& transform) {
  const double a = transform.a, b = transform.b;
  const double scale = (1 << ShapeTransform::kBits) / std::max(a * a + b * b, 1.0);
  LandmarkShape way{};
  for (std::size_t i = 0; i < kShapeNumbers; i += 2) {
    const double x = goal[i] - shape[i], y = goal[i + 1] - shape[i + 1];
    way[i] = static_cast<std::int32_t>(std::lround((a * x + b * y) * scale));
    way[i + 1] = static_cast<std::int32_t>(std::lround((a * y - b * x) * scale));
  }
  return way;
}

/// One stage in training: values of its pixels in all samples, and the ways that are left.
class LandmarkStageTrainer {
 public:
  LandmarkStageTrainer(const LandmarkTrainerOptions& options, LandmarkSamples& samples,
                       const LandmarkShape& mean, std::uint64_t stage)
      : options_(options), samples_(samples), mean_(mean), stage_(stage), count_(samples.size()) {}

  void train(LandmarkParts& parts) {
    choose_pixels();
    read();
    parts_ = LandmarkParts{.depth = options_.depth, .mean = mean_, .pixels = pixels_};
    sums_.assign(count_, LandmarkShape{});
    for (int tree = 0; tree < options_.trees; ++tree) add_tree(static_cast<std::uint64_t>(tree));
    move_all();
    append(parts.pixels, pixels_);
    append(parts.nodes, parts_.nodes);
    append(parts.leaves, parts_.leaves);
    parts.scales.push_back(scale_);
  }

 private:
  template <class Item>
  static void append(std::vector<Item>& all, const std::vector<Item>& more) {
    all.insert(all.end(), more.begin(), more.end());
  }

  void choose_pixels() {
    Random random(hash(options_.seed, {stage_, kLandmarkPixels}));
    const double last = std::max(1, options_.stages - 1);
    const double reach = options_.first_reach * std::pow(options_.last_reach / options_.first_reach,
                                                         static_cast<double>(stage_) / last);
    const double units = reach * eye_distance(mean_);
    for (int i = 0; i < options_.pixels; ++i) {
      const auto landmark = static_cast<std::uint8_t>(random.below(kShapeNumbers / 2));
      double x = 0, y = 0;
      do x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      while (x * x + y * y > 1);
      pixels_.push_back({.x = static_cast<std::int16_t>(std::lround(units * x)),
                         .y = static_cast<std::int16_t>(std::lround(units * y)),
                         .landmark = landmark});
    }
  }

  /// Values are in one row a pixel.
  void read() {
    const std::size_t pixels = pixels_.size();
    values_.resize(pixels * count_);
    ways_.resize(count_);
    transforms_.resize(count_);
    constexpr std::size_t kReadBlock = 256;
    parallel_for(std::size_t{0}, (count_ + kReadBlock - 1) / kReadBlock, [&](std::size_t block) {
      std::vector<std::uint8_t> values(pixels);
      for (std::size_t n = block * kReadBlock; n < std::min(count_, (block + 1) * kReadBlock); ++n) {
        transforms_[n] = ShapeTransform::between(mean_, samples_.shapes[n]);
        read_pixels(samples_.crop(n), pixels_, samples_.shapes[n], transforms_[n], values);
        for (std::size_t p = 0; p < pixels; ++p) values_[p * count_ + n] = values[p];
        ways_[n] = way_to(samples_.goals[n], samples_.shapes[n], transforms_[n]);
      }
    });
  }

  void compute_residuals() {
    residuals_.resize(count_);
    for (std::size_t n = 0; n < count_; ++n) {
      const LandmarkShape done = scaled(sums_[n], scale_);
      Residual& residual = residuals_[n];
      for (std::size_t i = 0; i < kShapeNumbers; ++i)
        residual[i] =
            static_cast<std::int16_t>(std::clamp(ways_[n][i] - done[i], -kMaxResidual, kMaxResidual));
      residual[kShapeNumbers] = 1;
    }
  }

  double distance(const LandmarkPixel& a, const LandmarkPixel& b) const {
    const double dx = mean_[2 * a.landmark] + a.x - (mean_[2 * b.landmark] + b.x),
                 dy = mean_[2 * a.landmark + 1] + a.y - (mean_[2 * b.landmark + 1] + b.y);
    return std::hypot(dx, dy) / eye_distance(mean_);
  }

  /// A random pair of different pixels; close ones are likelier.
  LandmarkNode some_pair(Random& random) const {
    constexpr int kMaxTries = 1000;
    LandmarkNode node;
    for (int i = 0; i < kMaxTries; ++i) {
      node = {.first = static_cast<std::uint8_t>(random.below(pixels_.size())),
              .second = static_cast<std::uint8_t>(random.below(pixels_.size()))};
      if (node.first == node.second) continue;
      const double apart = distance(pixels_[node.first], pixels_[node.second]);
      if (random.uniform() < std::exp(-apart / options_.pair_distance)) break;
    }
    return node;
  }

  int difference(const LandmarkNode& node, std::size_t n) const {
    return values_[node.first * count_ + n] - values_[node.second * count_ + n];
  }

  /// The best threshold for a pair of pixels.
  Split best_split(const NodeRange& range, LandmarkNode pair) const {
    std::array<ResidualSum, kThresholds> sums{};
    const std::size_t step = std::max<std::size_t>(1, range.size() / kSearched);
    const std::uint8_t* const first = values_.data() + pair.first * count_;
    const std::uint8_t* const second = values_.data() + pair.second * count_;
    for (std::size_t at = range.begin; at < range.end; at += step) {
      const std::size_t n = order_[at];
      ResidualSum& sum = sums[static_cast<std::size_t>((first[n] - second[n] + 256) >> kStepBits)];
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += residuals_[n][i];
    }
    return best_threshold(sums, pair);
  }

  static Split best_threshold(std::span<const ResidualSum, kThresholds> sums, LandmarkNode pair) {
    ResidualSum all{}, left{};
    for (const ResidualSum& sum : sums)
      for (std::size_t i = 0; i < all.size(); ++i) all[i] += sum[i];
    Split best{.node = pair};
    for (int bin = 0; bin + 1 < kThresholds; ++bin) {
      const ResidualSum& sum = sums[static_cast<std::size_t>(bin)];
      if (sum[kShapeNumbers] == 0) continue;
      for (std::size_t i = 0; i < all.size(); ++i) left[i] += sum[i];
      const int on_left = left[kShapeNumbers], on_right = all[kShapeNumbers] - on_left;
      if (on_left < kMinOnSide || on_right < kMinOnSide) continue;
      double squared_left = 0, squared_right = 0;
      for (std::size_t i = 0; i < kShapeNumbers; ++i) {
        const double l = left[i], r = all[i] - left[i];
        squared_left += l * l, squared_right += r * r;
      }
      const double gain = squared_left / on_left + squared_right / on_right;
      if (gain <= best.gain) continue;
      best.gain = gain;
      best.node.threshold = static_cast<std::int16_t>(((bin + 1) << kStepBits) - 257);
    }
    return best;
  }

  /// The splits of the nodes of one level.
  std::vector<LandmarkNode> split_level(std::span<const NodeRange> ranges, std::uint64_t tree) const {
    const auto candidates = static_cast<std::size_t>(options_.candidates);
    std::vector<Split> splits(ranges.size() * candidates);
    parallel_for(std::size_t{0}, splits.size(), [&](std::size_t i) {
      Random random(hash(options_.seed, {stage_, tree, ranges.size(), i, kLandmarkPairs}));
      const LandmarkNode pair = some_pair(random);
      splits[i] = best_split(ranges[i / candidates], pair);
    });
    std::vector<LandmarkNode> best;
    for (std::size_t node = 0; node < ranges.size(); ++node) {
      const auto own = std::span<const Split>(splits).subspan(node * candidates, candidates);
      best.push_back(std::ranges::max_element(own, {}, &Split::gain)->node);
    }
    return best;
  }

  std::vector<NodeRange> parted(std::span<const NodeRange> ranges, std::span<const LandmarkNode> nodes) {
    std::vector<NodeRange> parts;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(ranges[i].begin),
                 end = order_.begin() + static_cast<std::ptrdiff_t>(ranges[i].end);
      const auto middle = std::stable_partition(
          begin, end, [&](std::uint32_t n) { return difference(nodes[i], n) <= nodes[i].threshold; });
      const auto at = static_cast<std::size_t>(middle - order_.begin());
      parts.push_back({ranges[i].begin, at});
      parts.push_back({at, ranges[i].end});
    }
    return parts;
  }

  using Step = std::array<double, kShapeNumbers>;

  Step step_of_leaf(const NodeRange& range) const {
    std::array<std::int64_t, kShapeNumbers> sum{};
    for (std::size_t at = range.begin; at < range.end; ++at)
      for (std::size_t i = 0; i < kShapeNumbers; ++i) sum[i] += residuals_[order_[at]][i];
    Step step{};
    for (std::size_t i = 0; i < kShapeNumbers; ++i)
      step[i] = options_.shrinkage * static_cast<double>(sum[i]) /
                (static_cast<double>(range.size()) + kPriorSamples);
    return step;
  }

  /// The first tree makes the largest steps.
  void set_scale(std::span<const Step> steps) {
    double largest = 0;
    for (const Step& step : steps)
      for (const double number : step) largest = std::max(largest, std::abs(number));
    const double scale = std::ceil(largest / 127 * 65536);
    scale_ = static_cast<std::int32_t>(std::clamp(scale, 1.0, 1.0 * LandmarkRegressor::kMaxScale));
  }

  void add_tree(std::uint64_t tree) {
    check_canceled();
    compute_residuals();
    order_.resize(count_);
    std::iota(order_.begin(), order_.end(), 0U);
    std::vector<NodeRange> ranges = {{0, count_}};
    for (int level = 0; level < options_.depth; ++level) {
      const std::vector<LandmarkNode> nodes = split_level(ranges, tree);
      ranges = parted(ranges, nodes);
      append(parts_.nodes, nodes);
    }
    std::vector<Step> steps;
    steps.reserve(ranges.size());
    for (const NodeRange& range : ranges) steps.push_back(step_of_leaf(range));
    if (tree == 0) set_scale(steps);
    for (std::size_t leaf = 0; leaf < ranges.size(); ++leaf) add_leaf(ranges[leaf], steps[leaf]);
  }

  void add_leaf(const NodeRange& range, const Step& step) {
    std::array<std::int8_t, kShapeNumbers> numbers{};
    for (std::size_t i = 0; i < kShapeNumbers; ++i)
      numbers[i] = static_cast<std::int8_t>(std::lround(std::clamp(step[i] * 65536 / scale_, -127.0, 127.0)));
    parts_.leaves.insert(parts_.leaves.end(), numbers.begin(), numbers.end());
    for (std::size_t at = range.begin; at < range.end; ++at)
      for (std::size_t i = 0; i < kShapeNumbers; ++i) sums_[order_[at]][i] += numbers[i];
  }

  void move_all() {
    for (std::size_t n = 0; n < count_; ++n)
      move(samples_.shapes[n], transforms_[n], scaled(sums_[n], scale_));
  }

  const LandmarkTrainerOptions& options_;
  LandmarkSamples& samples_;
  const LandmarkShape& mean_;
  std::uint64_t stage_;
  std::size_t count_;
  std::vector<LandmarkPixel> pixels_;
  std::vector<std::uint8_t> values_;
  std::vector<LandmarkShape> ways_, sums_;
  std::vector<ShapeTransform> transforms_;
  std::vector<Residual> residuals_;
  std::vector<std::uint32_t> order_;
  LandmarkParts parts_;
  std::int32_t scale_ = 1;
};

}  // namespace

LandmarkParts train_landmarks(const LandmarkFaces& faces, const LandmarkTrainerOptions& options,
                              const ProgressSink& progress) {
  LandmarkTrainerOptions used = options;
  const auto copies = static_cast<std::size_t>(used.changes.copies);
  if (faces.count * copies > kMaxLandmarkSamples)
    used.changes.copies = static_cast<int>(std::max<std::size_t>(1, kMaxLandmarkSamples / faces.count));
  require(faces.count > 0 && faces.count <= kMaxLandmarkSamples, Kind::training,
          "landmarks are learned from 1 to 262144 faces");
  LandmarkSamples samples = landmark_samples(faces, used.changes, used.seed);
  LandmarkParts parts{.depth = used.depth, .mean = mean_of(samples.goals)};
  for (const float tilt : samples.tilts) samples.shapes.push_back(ShapeTransform::rotation(tilt)(parts.mean));
  for (int stage = 0; stage < used.stages; ++stage) {
    if (progress)
      progress(
          {"Training landmarks", static_cast<std::size_t>(stage), static_cast<std::size_t>(used.stages), {}});
    LandmarkStageTrainer(used, samples, parts.mean, static_cast<std::uint64_t>(stage)).train(parts);
  }
  return parts;
}

}  // namespace ocelli::internal
