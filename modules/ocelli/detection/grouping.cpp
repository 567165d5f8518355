#include "ocelli/detection/grouping.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// The evidence of a window for its group: log(1 + exp(score)). It is close to large scores and never
/// negative.
double evidence(double score) { return std::max(score, 0.0) + std::log1p(std::exp(-std::abs(score))); }

/// A group's score is the norm of this order of its windows' evidence. Order 1 would be their sum, which
/// measures how large and smooth an object is; a high order would keep only the highest-scoring window.
constexpr double kNorm = 4;
double power(double evidence) { return evidence * evidence * evidence * evidence; }

/// A group under construction. The box of its first, highest-scoring window attracts others.
struct Group {
  ScoredWindow leader;
  double x = 0, y = 0, w = 0, h = 0, likelihood = 0, powers = 0;
  int windows = 0;

  void add(const ScoredWindow& window) {
    // Relative to the leader, so at most 1.
    const double likely = std::exp(static_cast<double>(window.score) - leader.score);
    x += likely * window.box.x;
    y += likely * window.box.y;
    w += likely * window.box.w;
    h += likely * window.box.h;
    likelihood += likely;
    powers += power(evidence(window.score));
    ++windows;
  }
  double score() const { return std::pow(powers, 1 / kNorm); }
  Box mean() const {
    return {static_cast<float>(x / likelihood), static_cast<float>(y / likelihood),
            static_cast<float>(w / likelihood), static_cast<float>(h / likelihood)};
  }
};

/// Finds the group of a window without comparing it to all groups. Leaders are filed by size octave and by
/// their center on a grid of that octave's size, so boxes that overlap enough are in neighboring files. Files
/// are hashed to drawers. A leader that is in the same drawer by chance does not overlap enough.
class LeaderIndex {
 public:
  /// Removes all leaders and makes room for `max`.
  void clear(std::size_t max) {
    drawers_.assign(std::bit_ceil(max + 1), kNobody);
    next_.clear();
  }

  /// Adds the leader of the next group.
  void add(const Box& leader) {
    std::size_t& first = drawers_[drawer_of(file_of(leader, octave(leader)))];
    next_.push_back(std::exchange(first, next_.size()));
  }

  /// Returns the group whose leader overlaps the box most, by at least `min_overlap`, or groups.size() if
  /// there is none. Among ties the oldest group wins.
  std::size_t nearest(std::span<const Group> groups, const Box& box, double min_overlap) const {
    std::pair<double, std::size_t> best{-min_overlap, groups.size()};
    // An overlap of v bounds the ratio of areas by 1 / v and, for boxes of the same shape, the ratio of
    // widths by its square root.
    const int reach = static_cast<int>(std::ceil(-0.5 * std::log2(min_overlap)));
    for (int o = octave(box) - reach; o <= octave(box) + reach; ++o) {
      const File center = file_of(box, o);
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const std::size_t drawer = drawer_of({o, center.y + dy, center.x + dx});
          for (std::size_t g = drawers_[drawer]; g != kNobody; g = next_[g])
            best = std::min(best, {-overlap(groups[g].leader.box, box), g});
        }
      }
    }
    return best.second;
  }

 private:
  static constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

  struct File {
    int octave, y, x;
  };

  static int octave(const Box& box) { return std::ilogb(std::max(box.w, box.h)); }
  /// Cells are as wide as the largest box of the octave, so the centers of two overlapping boxes are at most
  /// one cell apart.
  static File file_of(const Box& box, int octave) {
    const double cell = std::ldexp(2.0, octave);
    return {octave, static_cast<int>(std::floor(box.center_y() / cell)),
            static_cast<int>(std::floor(box.center_x() / cell))};
  }
  std::size_t drawer_of(const File& file) const {
    // Odd multipliers spread numbers over the upper bits. hash() takes nearly as long as the rest of
    // grouping.
    const auto spread = [](int number, std::uint64_t by) { return static_cast<std::uint64_t>(number) * by; };
    const std::uint64_t mixed = spread(file.octave, 0x9E3779B97F4A7C15) + spread(file.y, 0xC2B2AE3D27D4EB4F) +
                                spread(file.x, 0x165667B19E3779F9);
    return (mixed >> 32) & (drawers_.size() - 1);
  }

  std::vector<std::size_t> drawers_;  ///< newest group of each drawer
  std::vector<std::size_t> next_;     ///< for each group, the next older one in its drawer
};

bool surer(const ScoredWindow& a, const ScoredWindow& b) {
  return std::tuple(-a.score, a.box.y, a.box.x, a.box.w) < std::tuple(-b.score, b.box.y, b.box.x, b.box.w);
}

/// A total order: detections with equal keys are equal.
auto surest_first(const Detection& d) { return std::tuple(-d.score, d.box.y, d.box.x, d.box.w, d.box.h); }

/// Drops detections within or around a higher-scoring one: they are a part of it, or include its
/// surroundings, such as chin and neck, or a head detected as a face.
/// Requires  detections sorted by descending score.
/// Cost  pairs of detections.
void drop_parts(std::vector<Detection>& detections, double share) {
  if (share >= 1) return;
  auto kept = detections.begin();
  for (Detection& detection : detections) {
    const bool part = std::any_of(detections.begin(), kept, [&](const Detection& surer) {
      const float smaller = std::min(surer.box.area(), detection.box.area());
      return intersection_area(surer.box, detection.box) > share * smaller;
    });
    if (part) continue;
    if (&*kept != &detection) *kept = std::move(detection);
    ++kept;
  }
  detections.erase(kept, detections.end());
}

}  // namespace

struct GroupScratch::Buffers {
  std::vector<ScoredWindow> windows;
  std::vector<Group> groups;
  LeaderIndex leaders;
};

GroupScratch::GroupScratch() : buffers_(std::make_unique<Buffers>()) {}
GroupScratch::~GroupScratch() = default;
GroupScratch::GroupScratch(GroupScratch&&) noexcept = default;
GroupScratch& GroupScratch::operator=(GroupScratch&&) noexcept = default;

void GroupOptions::validate() const { check_options(*this); }

float group_score(float window_score) { return static_cast<float>(evidence(window_score)); }

float group_score(std::span<const float> window_scores) {
  double powers = 0;
  for (const float score : window_scores) powers += power(evidence(score));
  return static_cast<float>(std::pow(powers, 1 / kNorm));
}

std::vector<Detection> group(std::span<const ScoredWindow> windows, const GroupOptions& options,
                             const std::string& label, GroupScratch& scratch) {
  auto& [sorted, groups, leaders] = *scratch.buffers_;
  sorted.assign(windows.begin(), windows.end());
  std::sort(sorted.begin(), sorted.end(), surer);
  groups.clear();
  leaders.clear(sorted.size());
  for (const ScoredWindow& window : sorted) {
    const std::size_t joined = leaders.nearest(groups, window.box, options.overlap);
    if (joined == groups.size()) {
      groups.push_back({.leader = window});
      leaders.add(window.box);
    }
    groups[joined].add(window);
  }
  std::erase_if(groups, [&](const Group& g) {
    return g.windows < options.min_neighbors || (options.min_score && g.score() < *options.min_score);
  });
  std::vector<Detection> detections;
  detections.reserve(groups.size());
  for (const Group& g : groups) detections.push_back({g.mean(), static_cast<float>(g.score()), label});
  drop_contained(detections, options.containment);
  return detections;
}

void drop_contained(std::vector<Detection>& detections, double containment) {
  std::ranges::sort(detections, {}, surest_first);
  drop_parts(detections, containment);
}

std::vector<Detection> group(std::span<const ScoredWindow> windows, const GroupOptions& options,
                             const std::string& label) {
  GroupScratch scratch;
  return group(windows, options, label, scratch);
}

}  // namespace ocelli::internal
