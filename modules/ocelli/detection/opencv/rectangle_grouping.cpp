#include "ocelli/detection/opencv/rectangle_grouping.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/detection/grouping.hpp"

namespace ocelli::internal {
namespace {

/// OpenCV's GROUP_EPS: the maximum distance between edges of similar rectangles, as a fraction of their mean
/// side.
constexpr double kTolerance = 0.2;

cv::Rect to_rect(const Box& box) {
  return {static_cast<int>(box.x), static_cast<int>(box.y), static_cast<int>(box.w), static_cast<int>(box.h)};
}

bool are_similar(const cv::Rect& a, const cv::Rect& b) {
  const double reach = kTolerance * (std::min(a.width, b.width) + std::min(a.height, b.height)) * 0.5;
  return std::abs(a.x - b.x) <= reach && std::abs(a.y - b.y) <= reach &&
         std::abs(a.x + a.width - b.x - b.width) <= reach &&
         std::abs(a.y + a.height - b.y - b.height) <= reach;
}

/// For each rectangle, the first one of its group (union-find).
std::vector<std::size_t> leaders_of(std::span<const cv::Rect> rects) {
  std::vector<std::size_t> leader(rects.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto find = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  for (std::size_t i = 0; i < rects.size(); ++i) {
    check_canceled();
    for (std::size_t j = 0; j < i; ++j) {
      if (!are_similar(rects[i], rects[j])) continue;
      const auto [first, second] = std::minmax({find(i), find(j)});
      leader[second] = first;
    }
  }
  for (std::size_t i = 0; i < rects.size(); ++i) leader[i] = find(i);
  return leader;
}

struct RectGroup {
  cv::Rect sum, mean;
  int windows = 0;
  std::vector<float> scores;

  void add(const cv::Rect& rect, float score) {
    sum = {sum.x + rect.x, sum.y + rect.y, sum.width + rect.width, sum.height + rect.height};
    scores.push_back(score);
    ++windows;
  }
  void finish() {
    const float share = 1.0f / static_cast<float>(windows);
    const auto part = [&](int value) { return cvRound(static_cast<float>(value) * share); };
    mean = {part(sum.x), part(sum.y), part(sum.width), part(sum.height)};
  }
};

bool lies_within(const RectGroup& small, const RectGroup& large) {
  const int dx = cvRound(large.mean.width * kTolerance), dy = cvRound(large.mean.height * kTolerance);
  const cv::Rect &a = small.mean, &b = large.mean;
  return a.x >= b.x - dx && a.y >= b.y - dy && a.x + a.width <= b.x + b.width + dx &&
         a.y + a.height <= b.y + b.height + dy &&
         (large.windows > std::max(3, small.windows) || small.windows < 3);
}

std::vector<RectGroup> groups_of(std::span<const ScoredWindow> windows) {
  std::vector<cv::Rect> rects;
  for (const ScoredWindow& window : windows) rects.push_back(to_rect(window.box));
  const std::vector<std::size_t> leader = leaders_of(rects);
  std::vector<RectGroup> groups;
  std::vector<std::size_t> group_of(rects.size());
  for (std::size_t i = 0; i < rects.size(); ++i) {
    if (leader[i] == i) {
      group_of[i] = groups.size();
      groups.emplace_back();
    }
    groups[group_of[leader[i]]].add(rects[i], windows[i].score);
  }
  for (RectGroup& group : groups) group.finish();
  return groups;
}

std::vector<RectangleGroup> each_alone(std::span<const ScoredWindow> windows, cv::Size image) {
  std::vector<RectangleGroup> alone;
  for (const ScoredWindow& window : windows) {
    const cv::Rect inside = to_rect(window.box) & cv::Rect({0, 0}, image);
    if (inside.empty()) continue;
    alone.push_back(
        {.rect = inside, .windows = 1, .best_score = window.score, .score = group_score(window.score)});
  }
  return alone;
}

}  // namespace

std::vector<RectangleGroup> rectangle_groups(std::span<const ScoredWindow> windows, int neighbors,
                                             cv::Size image) {
  if (neighbors <= 0) return each_alone(windows, image);
  std::vector<RectGroup> groups = groups_of(windows);
  std::erase_if(groups, [&](const RectGroup& group) { return group.windows <= neighbors; });
  std::vector<RectangleGroup> kept;
  for (const RectGroup& group : groups) {
    const bool part = std::ranges::any_of(
        groups, [&](const RectGroup& other) { return &other != &group && lies_within(group, other); });
    const cv::Rect inside = group.mean & cv::Rect({0, 0}, image);
    if (part || inside.empty()) continue;
    kept.push_back({.rect = inside,
                    .windows = group.windows,
                    .best_score = *std::ranges::max_element(group.scores),
                    .score = group_score(group.scores)});
  }
  return kept;
}

std::vector<Detection> group_like_opencv(std::span<const ScoredWindow> windows, int neighbors, cv::Size image,
                                         const std::string& label) {
  std::vector<Detection> detections;
  for (const RectangleGroup& group : rectangle_groups(windows, neighbors, image)) {
    const Box box{static_cast<float>(group.rect.x), static_cast<float>(group.rect.y),
                  static_cast<float>(group.rect.width), static_cast<float>(group.rect.height)};
    detections.push_back({box, group.score, label});
  }
  std::ranges::sort(detections, {}, [](const Detection& d) {
    return std::tuple(-d.score, d.box.y, d.box.x, d.box.w, d.box.h);
  });
  return detections;
}

}  // namespace ocelli::internal
