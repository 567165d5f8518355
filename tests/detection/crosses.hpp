#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "detection/negatives.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/training/cascade_trainer.hpp"

/// A detection task that trains in a moment, yet takes several rounds a stage and some backtracking: crosses
/// of 12 x 12 pixels, little brighter than the noise they lie on, among single bars of the same brightness.
namespace ocelli::internal::test {

constexpr int kCrossSide = 12, kContrast = 25;

inline cv::Mat dim_noise(int height, int width, std::uint64_t seed) { return noise(height, width, seed) / 2; }

inline void draw_upright_bar(cv::Mat image, cv::Point corner) {
  image(cv::Rect(corner.x + 4, corner.y, 4, kCrossSide)) += kContrast;
}

inline void draw_level_bar(cv::Mat image, cv::Point corner) {
  image(cv::Rect(corner.x, corner.y + 4, kCrossSide, 4)) += kContrast;
}

inline void draw_cross(cv::Mat image, cv::Point corner) {
  draw_upright_bar(image, corner);
  draw_level_bar(image, corner);
}

inline TrainingWindows cross_windows(std::size_t count, std::uint64_t seed) {
  TrainingWindows windows(kCrossSide, kCrossSide);
  for (std::size_t i = 0; i < count; ++i) {
    cv::Mat window = dim_noise(kCrossSide, kCrossSide, hash(seed, {i}));
    draw_cross(window, {0, 0});
    windows.add(window);
  }
  return windows;
}

/// Noise with a bar, upright or level, somewhere in each field of 20 x 20 pixels.
inline cv::Mat bars(int rows, int columns, std::uint64_t seed) {
  constexpr int kField = 20;
  cv::Mat image = dim_noise(rows * kField, columns * kField, seed);
  Random random(seed);
  const auto within = [&] { return static_cast<int>(random.below(kField - kCrossSide + 1)); };
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const cv::Point corner(column * kField + within(), row * kField + within());
      random.below(2) == 0 ? draw_upright_bar(image, corner) : draw_level_bar(image, corner);
    }
  }
  return image;
}

inline TrainingData cross_training(std::uint32_t negative_images = 12) {
  std::vector<cv::Mat> negatives;
  for (std::uint32_t i = 0; i < negative_images; ++i) negatives.push_back(bars(4, 5, 100 + i));
  return {.positives = cross_windows(300, 1),
          .validation = cross_windows(200, 2),
          .negatives = images_of(std::move(negatives)),
          .negatives_fingerprint = 7};
}

/// The same with twice the contrast: OpenCV passes over windows that are nearly flat.
inline cv::Mat contrasted(const cv::Mat& image) {
  cv::Mat result = 2 * image;
  return result;
}

inline TrainingWindows contrasted(const TrainingWindows& windows) {
  TrainingWindows result(windows.width(), windows.height());
  for (std::size_t i = 0; i < windows.size(); ++i) result.add(contrasted(windows.image(i)));
  return result;
}

inline TrainingData contrasted_cross_training() {
  TrainingData data = cross_training();
  data.positives = contrasted(data.positives);
  data.validation = contrasted(data.validation);
  data.negatives.load = [plain = data.negatives.load](std::uint32_t i) { return contrasted(plain(i)); };
  return data;
}

inline CascadeTrainerOptions cross_options() {
  CascadeTrainerOptions options;
  options.label = "cross";
  options.stages = 3;
  options.min_hit_rate = 0.99;
  options.max_false_alarm_rate = 0.1;
  options.cascade_false_alarm_rate = 1e-6;
  options.max_weak_count = 10;
  options.mined = 400;
  options.features = 300;
  options.joint = 1;
  options.bins = 16;
  options.smoothing = 1;
  options.weight_capping = 0;
  return options;
}

}  // namespace ocelli::internal::test
