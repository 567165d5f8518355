#pragma once

#include <cstddef>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace ocelli::internal::bench {

/// Gray images that detectors are timed on.
struct PictureSet {
  std::string name;
  std::vector<cv::Mat> pictures;

  double megapixels() const;
};

/// All images of an annotation file, named after it.
PictureSet annotated_pictures(const std::filesystem::path& annotations);

/// Frames of one size, made of photos spread evenly over those of an annotation file: each resized to cover
/// the frame, and its middle cut out. (Detail is that of the photos: where they are smaller than the frame,
/// it is smooth.)
PictureSet frames(const std::filesystem::path& annotations, cv::Size size, std::size_t count);

}  // namespace ocelli::internal::bench
