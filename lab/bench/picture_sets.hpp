#pragma once

#include <cstddef>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace ocelli::internal::bench {

/// Gray images for timing detectors.
struct PictureSet {
  std::string name;
  std::vector<cv::Mat> pictures;

  double megapixels() const;
};

/// All images of an annotation file, named after it.
PictureSet annotated_pictures(const std::filesystem::path& annotations);

/// Frames of one size, made from photos selected evenly over those of an annotation file. Each photo is
/// resized to cover the frame and cropped to its center. (A photo smaller than the frame becomes smooth.)
PictureSet frames(const std::filesystem::path& annotations, cv::Size size, std::size_t count);

}  // namespace ocelli::internal::bench
