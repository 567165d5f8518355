#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "ocelli/detection/object_detector.hpp"
#include "portable/c_program.hpp"
#include "portable/portable_detections.hpp"

/// The pictures that detect_noise.c makes and looks at.
namespace ocelli::internal::test {

struct Picture {
  int width = 0, height = 0;
  std::uint32_t seed = 0;
};

/// As detect_noise.c makes it: a picture of noise.
inline cv::Mat noise_of(const Picture& picture) {
  cv::Mat image(picture.height, picture.width, CV_8UC1);
  std::uint32_t state = picture.seed;
  for (std::uint8_t* pixel = image.data; pixel != image.data + image.total(); ++pixel) {
    state = state * 1664525U + 1013904223U;
    *pixel = static_cast<std::uint8_t>(state >> 24);
  }
  return image;
}

inline Words arguments_of(int extra_bytes, const DetectOptions& options,
                          const std::vector<Picture>& pictures) {
  const ScanOptions& scan = options.scan;
  Words words{std::to_string(extra_bytes),
              std::to_string(scan.smallest().width),
              std::to_string(scan.smallest().height),
              std::to_string(scan.largest().width),
              std::to_string(scan.largest().height),
              std::to_string(scan.scale_step),
              std::to_string(scan.stride),
              std::to_string(scan.scale_stride.value_or(0)),
              std::to_string(scan.overhang.value_or(-1)),
              std::to_string(options.group.min_neighbors),
              std::to_string(options.group.min_score.value_or(-1))};
  for (const auto& [width, height, seed] : pictures) {
    for (const std::string& word : {std::to_string(width), std::to_string(height), std::to_string(seed)})
      words.push_back(word);
  }
  return words;
}

/// What the detector finds in these pictures, as detect_noise.c prints it.
inline std::string found_in_noise(const ObjectDetector& detector, const std::vector<Picture>& pictures) {
  std::string lines;
  for (const Picture& picture : pictures) {
    const std::string where = std::to_string(picture.width) + " " + std::to_string(picture.height) + " " +
                              std::to_string(picture.seed) + ":";
    lines += detections_as_c_prints(detector, noise_of(picture), where);
  }
  return lines;
}

/// Pictures of several shapes, some smaller than a window.
inline const std::vector<Picture>& noise_pictures() {
  static const std::vector<Picture> some{{80, 60, 1}, {61, 83, 2}, {12, 12, 3},
                                         {13, 40, 4}, {11, 50, 5}, {97, 45, 6}};
  return some;
}

/// Enough for every window of a picture.
inline constexpr int kExtraBytes = 400;

/// All small sizes, with other sides too.
inline std::vector<Picture> sizes_from_one_pixel() {
  std::vector<Picture> sizes;
  for (int side = 1; side <= 40; side += side < 14 ? 1 : 5) {
    const auto seed = static_cast<std::uint32_t>(side);
    for (const Picture& picture :
         {Picture{side, side, seed}, {side, 41 - side, seed}, {50, side, seed}, {side, 45, seed}})
      sizes.push_back(picture);
  }
  return sizes;
}

}  // namespace ocelli::internal::test
