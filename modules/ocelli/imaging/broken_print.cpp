#include "ocelli/imaging/page_cleaning.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {
namespace {

constexpr std::array kClosings = {3, 5, 7};  // pixels
constexpr double kBroken = 0.5;              // pieces per letter
constexpr double kLowest = 12;               // pixels: shorter letters may be dots of taller ones
constexpr double kGrowth = 1.15;             // in height, by closing broken print
constexpr double kWhole = 0.92;              // share of the height that further closing would give
constexpr double kJoined = 0.08;             // share of the letters that may have merged

/// A page of ink and the shapes on it.
struct Shapes {
  double height = 0;
  std::size_t letters = 0, pieces = 0, joined = 0;

  explicit Shapes(std::span<const Component> components) : height(text_height(components)) {
    for (const Component& component : components) {
      const double w = component.box.width, h = component.box.height;
      if (h >= 0.6 * height) {
        joined += w > 1.7 * h;
        letters += h < 2.5 * height && w < 2 * height;
      } else {
        pieces += h >= 0.15 * height;
      }
    }
  }

  bool broken() const {
    return height < kLowest || static_cast<double>(pieces) > kBroken * static_cast<double>(letters);
  }
  bool parted() const { return static_cast<double>(joined) <= kJoined * static_cast<double>(letters); }
};

struct Closed {
  cv::Mat ink;
  Shapes shapes;
};

Closed closed(const cv::Mat& ink, int side) {
  cv::Mat whole;
  cv::morphologyEx(ink, whole, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_ELLIPSE, {side, side}));
  const Shapes shapes(find_ink_runs(whole).list);
  return {whole, shapes};
}

}  // namespace

cv::Mat whole_print(const cv::Mat& ink, std::span<const Component> components) {
  const Shapes before(components);
  if (before.height == 0 || !before.broken()) return ink;
  std::vector<Closed> tried;
  double highest = kGrowth * before.height / kWhole;
  for (const int side : kClosings) {
    Closed next = closed(ink, side);
    if (!next.shapes.parted()) break;
    highest = std::max(highest, next.shapes.height);
    tried.push_back(std::move(next));
  }
  const auto whole =
      std::ranges::find_if(tried, [&](const Closed& c) { return c.shapes.height >= kWhole * highest; });
  return whole == tried.end() ? ink : whole->ink;
}

}  // namespace ocelli::internal
