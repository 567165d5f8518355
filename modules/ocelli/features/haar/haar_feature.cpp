#include "ocelli/features/haar/haar_feature.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "ocelli/imaging/quarter_turn.hpp"

namespace ocelli::internal {

std::vector<WeightedCorner> corners(const HaarFeature& feature) {
  std::map<std::pair<int, int>, int> weights;  // (y, x) -> weight
  for (const WeightedRect& r : feature.used()) {
    weights[{r.y, r.x}] += r.weight;
    weights[{r.y, r.x + r.w}] -= r.weight;
    weights[{r.y + r.h, r.x}] -= r.weight;
    weights[{r.y + r.h, r.x + r.w}] += r.weight;
  }
  std::vector<WeightedCorner> result;
  for (const auto& [place, weight] : weights) {
    if (weight == 0) continue;
    result.push_back({static_cast<std::uint8_t>(place.second), static_cast<std::uint8_t>(place.first),
                      static_cast<std::int16_t>(weight)});
  }
  return result;
}

std::int32_t response(const HaarFeature& feature, const IntegralTable& sum, int x, int y) {
  std::int32_t total = 0;
  for (const WeightedRect& r : feature.used()) {
    total += r.weight * static_cast<std::int32_t>(sum.sum(x + r.x, y + r.y, r.w, r.h));
  }
  return total;
}

HaarFeature mirrored(HaarFeature feature, int window_width) {
  for (WeightedRect& rect : std::span(feature.rects).first(feature.count))
    rect.x = static_cast<std::uint8_t>(window_width - rect.x - rect.w);
  return feature;
}

HaarFeature turned(HaarFeature feature, int window_width, int window_height, int quarters) {
  for (WeightedRect& rect : std::span(feature.rects).first(feature.count)) {
    const cv::Rect own =
        turned(cv::Rect(rect.x, rect.y, rect.w, rect.h), cv::Size(window_width, window_height), quarters);
    rect = {static_cast<std::uint8_t>(own.x), static_cast<std::uint8_t>(own.y),
            static_cast<std::uint8_t>(own.width), static_cast<std::uint8_t>(own.height), rect.weight};
  }
  return feature;
}

bool is_balanced_inside(const HaarFeature& feature, int window_width, int window_height) {
  if (feature.count == 0 || feature.count > HaarFeature::kMaxRects) return false;
  int balance = 0;
  for (const WeightedRect& r : feature.used()) {
    if (r.w == 0 || r.h == 0 || r.weight == 0) return false;
    if (r.x + r.w > window_width || r.y + r.h > window_height) return false;
    balance += r.weight * r.w * r.h;
  }
  return balance == 0;
}

}  // namespace ocelli::internal
