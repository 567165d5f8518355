#include "ocelli/training/object_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>

#include "ocelli/core/median.hpp"
#include "ocelli/detection/cascade.hpp"

namespace ocelli::internal {
namespace {

/// A box is near a shape within this factor: the overlap of boxes of one area is then at least 0.8.
constexpr double kNearFactor = 1.25;
constexpr double kFarShare = 0.1;

/// At most this many of the sorted numbers, at even intervals. Clusters of more are hardly better.
std::vector<double> thinned(const std::vector<double>& numbers) {
  constexpr std::size_t kMax = 1000;
  const std::size_t kept = std::min(numbers.size(), kMax);
  std::vector<double> some;
  for (std::size_t i = 0; i < kept; ++i) some.push_back(numbers[(2 * i + 1) * numbers.size() / (2 * kept)]);
  return some;
}

/// Sums over ranges of numbers.
class RangeSums {
 public:
  explicit RangeSums(std::span<const double> numbers) {
    for (const double number : numbers) {
      sums_.push_back(sums_.back() + number);
      squares_.push_back(squares_.back() + number * number);
    }
  }

  double mean(std::size_t begin, std::size_t end) const {
    return (sums_[end] - sums_[begin]) / static_cast<double>(end - begin);
  }
  /// The sum of the squared distances to the mean.
  double spread(std::size_t begin, std::size_t end) const {
    const double sum = sums_[end] - sums_[begin];
    return squares_[end] - squares_[begin] - sum * sum / static_cast<double>(end - begin);
  }

 private:
  std::vector<double> sums_{0}, squares_{0};
};

/// The means of the clusters of sorted numbers with the least sum of squared distances to their means, by
/// dynamic programming. Requires at least as many numbers as clusters.
std::vector<double> best_centers(std::span<const double> numbers, std::size_t count) {
  const RangeSums sums(numbers);
  const std::size_t n = numbers.size();
  // least[c][end]: of the numbers before `end` in c + 1 clusters, the last of which begins at begins[c][end].
  std::vector<std::vector<double>> least(count, std::vector<double>(n + 1));
  std::vector<std::vector<std::size_t>> begins(count, std::vector<std::size_t>(n + 1));
  for (std::size_t end = 1; end <= n; ++end) least[0][end] = sums.spread(0, end);
  for (std::size_t c = 1; c < count; ++c) {
    for (std::size_t end = c + 1; end <= n; ++end) {
      least[c][end] = std::numeric_limits<double>::infinity();
      for (std::size_t begin = c; begin < end; ++begin) {
        const double spread = least[c - 1][begin] + sums.spread(begin, end);
        if (spread < least[c][end]) least[c][end] = spread, begins[c][end] = begin;
      }
    }
  }
  std::vector<double> centers(count);
  for (std::size_t c = count, end = n; c-- > 0; end = begins[c][end])
    centers[c] = sums.mean(begins[c][end], end);
  return centers;
}

/// With three digits, because the last bits of logarithms differ between libraries.
double rounded(double shape) {
  double unit = 1;
  while (shape / unit < 100) unit /= 10;
  return std::round(shape / unit) * unit;
}

bool are_near(std::span<const double> boxes, std::span<const float> shapes) {
  const auto far = std::ranges::count_if(boxes, [&](double box) {
    return std::ranges::none_of(
        shapes, [=](float shape) { return ratio_between(box, static_cast<double>(shape)) <= kNearFactor; });
  });
  return static_cast<double>(far) <= kFarShare * static_cast<double>(boxes.size());
}

/// The fewest shapes that most boxes are near to.
std::vector<float> fewest_shapes(std::span<const double> boxes) {
  constexpr int kMax = Cascade::kMaxShapes;
  for (int count = 2; count < kMax; ++count) {
    std::vector<float> shapes = cluster_shapes(boxes, count);
    if (are_near(boxes, shapes)) return shapes;
  }
  return cluster_shapes(boxes, kMax);
}

}  // namespace

std::vector<double> box_shapes(const TrainingImages& positives) {
  std::vector<double> shapes;
  for (const AnnotatedImage& image : positives.images) {
    for (const AnnotatedObject& object : image.objects)
      shapes.push_back(object.eyes && object.mouth ? 1 : static_cast<double>(object.box.w) / object.box.h);
  }
  return shapes;
}

ShapeSpread spread_of(std::span<const double> boxes) {
  if (boxes.empty()) return {};
  const double middle = median(std::vector(boxes.begin(), boxes.end()));
  const auto [narrowest, widest] = std::ranges::minmax(boxes);
  const auto unlike = std::ranges::count_if(
      boxes, [=](double box) { return ratio_between(box, middle) > ShapeSpread::kUnlikeFactor; });
  return {narrowest, middle, widest, static_cast<std::size_t>(unlike), boxes.size()};
}

std::vector<float> cluster_shapes(std::span<const double> boxes, int count) {
  std::vector<double> logs(boxes.begin(), boxes.end());
  for (double& number : logs) number = std::log(number);
  std::ranges::sort(logs);
  logs = thinned(logs);
  const std::vector<double> centers =
      best_centers(logs, std::min(static_cast<std::size_t>(count), logs.size()));
  std::vector<float> shapes;
  for (const double center : centers) {
    const auto shape = static_cast<float>(rounded(std::exp(center)));
    if (shapes.empty() || shape > shapes.back()) shapes.push_back(shape);
  }
  return shapes;
}

std::vector<float> shapes_for(std::span<const double> boxes, std::optional<int> asked, double window) {
  if (boxes.empty() || asked.value_or(2) == 1) return {};
  if (!asked && !spread_of(boxes).is_wide()) return {};
  constexpr double kLimit = 0.9 * Cascade::kMaxStretch;
  std::vector<double> within(boxes.begin(), boxes.end());
  for (double& box : within) box = std::clamp(box, window / kLimit, window * kLimit);
  std::vector<float> shapes = asked ? cluster_shapes(within, *asked) : fewest_shapes(within);
  if (shapes.size() == 1) shapes.clear();
  return shapes;
}

double stretch_between(std::span<const float> shapes) {
  double farthest = 0;
  for (std::size_t s = 1; s < shapes.size(); ++s)
    farthest =
        std::max(farthest, std::log(static_cast<double>(shapes[s]) / static_cast<double>(shapes[s - 1])));
  return farthest / 4;
}

std::optional<std::string> shapes_note(std::span<const float> shapes, const TrainingImages& positives) {
  if (shapes.empty()) return std::nullopt;
  const ShapeSpread spread = spread_of(box_shapes(positives));
  std::string list;
  for (std::size_t s = 0; s < shapes.size(); ++s)
    list += (s == 0                   ? ""
             : s + 1 == shapes.size() ? " and "
                                      : ", ") +
            shape_text(static_cast<double>(shapes[s]));
  return "The boxes are " + shape_text(spread.narrowest) + " to " + shape_text(spread.widest) +
         " times as wide as high, so the detector searches for objects of " + std::to_string(shapes.size()) +
         " shapes: " + list + " wide per height. --shapes 1 trains for one.";
}

std::string shape_text(double shape) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", shape);
  return text.data();
}

}  // namespace ocelli::internal
