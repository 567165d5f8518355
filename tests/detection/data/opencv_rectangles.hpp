#pragma once

#include <algorithm>
#include <filesystem>
#include <opencv2/core/types.hpp>
#include <opencv2/imgcodecs.hpp>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "data_path.hpp"
#include "ocelli/detection.hpp"

namespace ocelli::internal::test {

/// x, y, width, height: what can be sorted and compared.
using Rectangle = std::tuple<int, int, int, int>;

inline Rectangle rectangle_of(const cv::Rect& r) { return {r.x, r.y, r.width, r.height}; }
inline Rectangle rectangle_of(const Box& box) {
  return {static_cast<int>(box.x), static_cast<int>(box.y), static_cast<int>(box.w), static_cast<int>(box.h)};
}

inline std::vector<Rectangle> sorted_rectangles(std::span<const cv::Rect> rects) {
  std::vector<Rectangle> list;
  for (const cv::Rect& r : rects) list.push_back(rectangle_of(r));
  std::ranges::sort(list);
  return list;
}

/// The smallest images of the face test sets, as OpenCV takes its time.
inline std::vector<cv::Mat> small_images(std::size_t count) {
  std::vector<cv::Mat> images;
  for (const char* const set : {"cmu_mit", "wider_dev"}) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(data_path() / "faces/test" / set))
      files.push_back(entry.path());
    std::ranges::sort(files);
    for (const auto& file : files) {
      cv::Mat image = cv::imread(file.string(), cv::IMREAD_GRAYSCALE);
      if (!image.empty()) images.push_back(std::move(image));
    }
  }
  std::ranges::stable_sort(images, {}, [](const cv::Mat& image) { return image.total(); });
  images.resize(std::min(images.size(), count));
  return images;
}

}  // namespace ocelli::internal::test
