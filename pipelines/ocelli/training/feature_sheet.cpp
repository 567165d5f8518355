#include "ocelli/training/feature_sheet.hpp"

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "ocelli/pipelines/output/contact_sheet.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxOnSheet = 24;
constexpr SheetLayout kLayout{.columns = 6, .side = 96};

/// BGR.
struct Tints {
  cv::Scalar added, taken;
};

const Tints& tints(std::size_t feature) {
  static const std::array<Tints, 2> kTints = {Tints{{255, 255, 255}, {0, 0, 0}},
                                              Tints{{60, 160, 255}, {170, 70, 20}}};
  return kTints[feature % kTints.size()];
}

/// The weight of each pixel of the window: rectangles may overlap.
cv::Mat1i pixel_weights(const HaarFeature& feature, cv::Size window) {
  cv::Mat1i weights(window, 0);
  for (const WeightedRect& rect : feature.used()) {
    weights(cv::Rect(rect.x, rect.y, rect.w, rect.h)) += cv::Scalar(rect.weight);
  }
  return weights;
}

void tint(cv::Mat& picture, const cv::Mat& window_pixels, const cv::Scalar& color) {
  constexpr double kStrength = 0.6;
  cv::Mat mask, tinted;
  cv::resize(window_pixels, mask, picture.size(), 0, 0, cv::INTER_NEAREST);
  cv::addWeighted(picture, 1 - kStrength, cv::Mat(picture.size(), picture.type(), color), kStrength, 0,
                  tinted);
  tinted.copyTo(picture, mask);
}

std::string caption(const Cascade& cascade, std::size_t m) {
  const auto stage =
      std::ranges::upper_bound(cascade.stages(), m, {}, &CascadeStage::end) - cascade.stages().begin();
  return std::to_string(m + 1) + ", stage " + std::to_string(stage + 1);
}

}  // namespace

cv::Mat mean_window(const TrainingWindows& windows) {
  cv::Mat mean(windows.height(), windows.width(), CV_64FC1, cv::Scalar(0));
  for (std::size_t i = 0; i < windows.size(); ++i) {
    cv::accumulate(windows.image(i), mean);
  }
  cv::Mat stretched;
  cv::normalize(mean, stretched, 0, 255, cv::NORM_MINMAX, CV_8U);
  return stretched;
}

cv::Mat sample_sheet(const TrainingWindows& windows) {
  std::vector<SheetCell> cells = {{mean_window(windows), "mean of " + std::to_string(windows.size())}};
  const std::size_t shown = std::min(windows.size(), kMaxOnSheet - 1);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::size_t i = k * windows.size() / shown;
    cells.push_back({windows.image(i).clone(), std::to_string(i + 1)});
  }
  return contact_sheet(cells, kLayout);
}

cv::Mat draw_features(const cv::Mat& window, std::span<const HaarFeature> features, int zoom) {
  cv::Mat picture;
  cv::cvtColor(window, picture, cv::COLOR_GRAY2BGR);
  cv::resize(picture, picture, window.size() * zoom, 0, 0, cv::INTER_NEAREST);
  for (std::size_t f = 0; f < features.size(); ++f) {
    const cv::Mat1i weights = pixel_weights(features[f], window.size());
    tint(picture, weights > 0, tints(f).added);
    tint(picture, weights < 0, tints(f).taken);
  }
  return picture;
}

cv::Mat feature_sheet(const Cascade& cascade, const cv::Mat& mean) {
  const int zoom = std::max(1, kLayout.side / std::max(mean.cols, mean.rows));
  std::vector<SheetCell> cells;
  for (std::size_t m = 0; m < std::min(cascade.weak_count(), kMaxOnSheet); ++m) {
    std::vector<HaarFeature> features;
    for (const BinnedFeature& binned : cascade.features(m)) features.push_back(binned.feature);
    cells.push_back({draw_features(mean, features, zoom), caption(cascade, m)});
  }
  return contact_sheet(cells, kLayout);
}

}  // namespace ocelli::internal
