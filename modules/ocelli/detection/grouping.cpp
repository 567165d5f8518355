#include "ocelli/detection/grouping.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

/// What a window adds to its group's score: log(1 + exp(score)), about the score where that is large and never negative.
double evidence(double score) { return std::max(score, 0.0) + std::log1p(std::exp(-std::abs(score))); }

/// A group under construction: the box of its first, surest window attracts others.
struct Group {
  ScoredWindow leader;
  double x = 0, y = 0, w = 0, h = 0, likelihood = 0, score = 0;
  int windows = 0;

  void add(const ScoredWindow& window) {
    // Relative to the leader, so at most 1.
    const double likely = std::exp(static_cast<double>(window.score) - leader.score);
    x += likely * window.box.x;
    y += likely * window.box.y;
    w += likely * window.box.w;
    h += likely * window.box.h;
    likelihood += likely;
    score += evidence(window.score);
    ++windows;
  }
  Box mean() const {
    return {static_cast<float>(x / likelihood), static_cast<float>(y / likelihood),
            static_cast<float>(w / likelihood), static_cast<float>(h / likelihood)};
  }
};

/// Finds the group that a window belongs to without looking at all of them: leaders are filed by size octave
/// and by their centre on a grid of that octave's size, and boxes that overlap enough lie in neighbouring
/// files.
class LeaderIndex {
 public:
  explicit LeaderIndex(double least_overlap) : least_overlap_(least_overlap) {}

  void add(const Box& leader, std::size_t group) { files_[file_of(leader, octave(leader))].push_back(group); }

  /// The group whose leader overlaps the box most, and enough; groups.size() when there is none. Ties go to
  /// the older.
  std::size_t nearest(std::span<const Group> groups, const Box& box) const {
    std::pair<double, std::size_t> best{-least_overlap_, groups.size()};
    // An overlap of v bounds the ratio of areas by 1 / v and so, shapes being alike, that of widths by its
    // root.
    const int reach = static_cast<int>(std::ceil(-0.5 * std::log2(least_overlap_)));
    for (int o = octave(box) - reach; o <= octave(box) + reach; ++o) {
      const File centre = file_of(box, o);
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const auto file = files_.find({o, centre.y + dy, centre.x + dx});
          if (file == files_.end()) continue;
          for (const std::size_t g : file->second)
            best = std::min(best, {-overlap(groups[g].leader.box, box), g});
        }
      }
    }
    return best.second;
  }

 private:
  struct File {
    int octave, y, x;
    friend auto operator<=>(const File&, const File&) = default;
  };

  static int octave(const Box& box) { return std::ilogb(std::max(box.w, box.h)); }
  /// Cells are as wide as the largest box of the octave, so the centres of two that overlap are at most a
  /// cell apart.
  static File file_of(const Box& box, int octave) {
    const double cell = std::ldexp(2.0, octave);
    return {octave, static_cast<int>(std::floor(box.centre_y() / cell)),
            static_cast<int>(std::floor(box.centre_x() / cell))};
  }

  double least_overlap_;
  std::map<File, std::vector<std::size_t>> files_;
};

bool surer(const ScoredWindow& a, const ScoredWindow& b) {
  return std::tuple(-a.score, a.box.y, a.box.x, a.box.w) < std::tuple(-b.score, b.box.y, b.box.x, b.box.w);
}

}  // namespace

void GroupOptions::validate() const {
  require(std::isfinite(overlap) && overlap >= 0.15 && overlap <= 1, Kind::usage, "must lie in 0.15 to 1",
          "--overlap");
  require(min_neighbours >= 1, Kind::usage, "must be at least 1", "--min-neighbours");
  require(std::isfinite(min_score), Kind::usage, "must be a number", "--min-score");
}

std::vector<Detection> group(std::span<const ScoredWindow> windows, const GroupOptions& options,
                             const std::string& label) {
  std::vector<ScoredWindow> sorted(windows.begin(), windows.end());
  std::sort(sorted.begin(), sorted.end(), surer);
  std::vector<Group> groups;
  LeaderIndex index(options.overlap);
  for (const ScoredWindow& window : sorted) {
    std::size_t joined = index.nearest(groups, window.box);
    if (joined == groups.size()) {
      groups.push_back({.leader = window});
      index.add(window.box, joined);
    }
    groups[joined].add(window);
  }
  std::vector<Detection> detections;
  for (const Group& g : groups) {
    if (g.windows < options.min_neighbours || g.score < options.min_score) continue;
    detections.push_back({g.mean(), static_cast<float>(g.score), label});
  }
  std::stable_sort(detections.begin(), detections.end(), [](const Detection& a, const Detection& b) {
    return std::tuple(-a.score, a.box.y, a.box.x, a.box.w) < std::tuple(-b.score, b.box.y, b.box.x, b.box.w);
  });
  return detections;
}

}  // namespace ocelli
