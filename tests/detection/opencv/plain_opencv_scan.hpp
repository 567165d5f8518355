#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <vector>

#include "ocelli/detection/opencv/opencv_scanner.hpp"
#include "ocelli/imaging/integral_image.hpp"

namespace ocelli::internal::test {

/// One window of a level, evaluated as OpenCV does it, node by node in scalar code.
class PlainOpenCvWindow {
 public:
  PlainOpenCvWindow(const OpenCvCascade& cascade, const cv::Mat& level, int x, int y)
      : cascade_(cascade), pixels_(level({x, y, cascade.width(), cascade.height()})) {
    integrate(pixels_, sum_, squared_);
    tilted_ = integrate_tilted(pixels_);
    if (!cascade.has_haar()) return;
    const int w = cascade.width() - 2, h = cascade.height() - 2;
    const double area = static_cast<double>(w) * h, sum = sum_.sum(1, 1, w, h);
    const double spread = area * squared_.sum(1, 1, w, h) - sum * sum;
    inverse_deviation_ = spread > 0 ? static_cast<float>(1 / std::sqrt(spread)) : 0;
    flat_ = spread <= 0 || area * static_cast<double>(inverse_deviation_) >= 0.1;
  }

  bool flat() const { return flat_; }

  /// The sum of a stage's votes, unless it is below the threshold.
  std::optional<float> score(const OpenCvStage& stage) const {
    double sum = 0;
    for (const OpenCvTree& tree : stage.trees) sum += static_cast<double>(vote(tree));
    const float threshold = stage.threshold - OpenCvCascade::kSlack;
    return sum < static_cast<double>(threshold) ? std::nullopt : std::optional(static_cast<float>(sum));
  }

 private:
  float response(const OpenCvHaar& feature) const {
    float sum = 0;
    for (const OpenCvRect& r : feature.rects) {
      const std::uint32_t pixels =
          feature.tilted ? tilted_sum(tilted_, r.x, r.y, r.w, r.h) : sum_.sum(r.x, r.y, r.w, r.h);
      sum += r.weight * static_cast<float>(static_cast<std::int32_t>(pixels));
    }
    return sum;
  }

  int category(const OpenCvLbp& f) const {
    const auto block = [&](int column, int row) {
      return sum_.sum(f.x + column * f.w, f.y + row * f.h, f.w, f.h);
    };
    const cv::Point around[] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    int category = 0;
    for (const cv::Point at : around) category = 2 * category + (block(at.x, at.y) >= block(1, 1) ? 1 : 0);
    return category;
  }

  bool goes_left(const OpenCvNode& node) const {
    if (cascade_.has_haar())
      return response(cascade_.haar()[node.feature]) * inverse_deviation_ < node.threshold;
    const auto c = static_cast<std::size_t>(category(cascade_.lbp()[node.feature]));
    return (node.set[c / 32] >> (c % 32) & 1) != 0;
  }

  float vote(const OpenCvTree& tree) const {
    for (std::size_t n = 0;;) {
      const std::int32_t child = goes_left(tree.nodes[n]) ? tree.nodes[n].left : tree.nodes[n].right;
      if (child <= 0) return tree.leaves[static_cast<std::size_t>(-child)];
      n = static_cast<std::size_t>(child);
    }
  }

  const OpenCvCascade& cascade_;
  cv::Mat pixels_;
  IntegralTable sum_, squared_, tilted_;
  float inverse_deviation_ = 0;
  bool flat_ = false;
};

/// Every window that OpenCV's CascadeClassifier evaluates and that passes, one after the other.
inline std::vector<ScoredWindow> plain_opencv_scan(const OpenCvCascade& cascade, const ScanOptions& options,
                                                   const cv::Mat& gray) {
  std::vector<OpenCvLevel> levels;
  opencv_levels(gray.size(), {cascade.width(), cascade.height()}, options, ZeroSide::is_free, levels);
  std::vector<ScoredWindow> found;
  for (const OpenCvLevel& level : levels) {
    cv::Mat image;
    cv::resize(gray, image, {level.width, level.height}, 0, 0, cv::INTER_LINEAR_EXACT);
    for (int y = 0; y < level.end_y; y += level.stride) {
      for (int x = 0; x + cascade.width() <= image.cols; x += level.stride) {
        const PlainOpenCvWindow window(cascade, image, x, y);
        if (window.flat()) continue;
        std::optional<float> score;
        for (std::size_t s = 0; s < cascade.stages().size(); ++s) {
          score = window.score(cascade.stages()[s]);
          if (score) continue;
          if (s == 0) x += level.stride;
          break;
        }
        if (!score) continue;
        const auto place = [&](int at) {
          return static_cast<float>(cvRound(static_cast<float>(at) * level.scale));
        };
        const auto side = [](int pixels) { return static_cast<float>(pixels); };
        found.push_back({{place(x), place(y), side(level.window.width), side(level.window.height)}, *score});
      }
    }
  }
  return found;
}

}  // namespace ocelli::internal::test
