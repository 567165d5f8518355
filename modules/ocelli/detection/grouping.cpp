#include "ocelli/detection/grouping.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

/// A group under construction: the box of its surest window attracts others; the mean is weighted by score.
struct Group {
  Box leader;
  double x = 0, y = 0, w = 0, h = 0, weight = 0, score = 0;
  int windows = 0;

  void add(const ScoredWindow& window, double evidence) {
    x += evidence * window.box.x;
    y += evidence * window.box.y;
    w += evidence * window.box.w;
    h += evidence * window.box.h;
    weight += evidence;
    score += evidence;
    ++windows;
  }
  Box mean() const {
    return {static_cast<float>(x / weight), static_cast<float>(y / weight), static_cast<float>(w / weight),
            static_cast<float>(h / weight)};
  }
};

bool surer(const ScoredWindow& a, const ScoredWindow& b) {
  return std::tuple(-a.score, a.box.y, a.box.x, a.box.w) < std::tuple(-b.score, b.box.y, b.box.x, b.box.w);
}

}  // namespace

void GroupOptions::validate() const {
  require(std::isfinite(overlap) && overlap > 0 && overlap <= 1, Kind::usage,
          "must lie above 0 and at most 1", "--overlap");
  require(min_neighbours >= 1, Kind::usage, "must be at least 1", "--min-neighbours");
  require(std::isfinite(min_score), Kind::usage, "must be a number", "--min-score");
}

std::vector<Detection> group(std::span<const ScoredWindow> windows, const GroupOptions& options,
                             const std::string& label) {
  std::vector<ScoredWindow> sorted(windows.begin(), windows.end());
  std::sort(sorted.begin(), sorted.end(), surer);
  std::vector<Group> groups;
  for (const ScoredWindow& window : sorted) {
    Group* best = nullptr;
    double best_overlap = options.overlap;
    for (Group& g : groups) {
      const double common = overlap(g.leader, window.box);
      if (common >= best_overlap && (best == nullptr || common > best_overlap)) {
        best = &g;
        best_overlap = common;
      }
    }
    if (best == nullptr) best = &groups.emplace_back(Group{.leader = window.box});
    best->add(window, std::log1p(std::exp(static_cast<double>(window.score))));
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
