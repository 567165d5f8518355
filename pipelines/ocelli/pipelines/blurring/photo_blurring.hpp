#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/pipelines/blurring/file_blurring.hpp"

namespace ocelli::internal {

/// blur_file() of a JPEG, PNG or WebP file, which keeps its format, depth and metadata. Of the metadata,
/// thumbnails and makers' notes are removed, since they may show the object. A file without objects
/// is copied as it is.
BlurredFile blur_photo(const BlurPair& pair, const BlurJob& job);

/// The objects to hide in a picture, with numbers from 1.
std::vector<Detection> objects_to_hide(const cv::Mat& gray, const HidingDetector& detector);

/// What is done to the files of photos.
struct PhotoEdit {
  std::span<const Detection> objects;  ///< in pixels as stored
  const Concealment& how;
  bool without_place = false, without_device = false;
};

/// The photo's file with the objects hidden, one source for each format.
/// Throws  Error(Kind::input) without a place if it cannot be kept.
std::vector<std::byte> blurred_jpeg(std::span<const std::byte> file, const PhotoEdit& edit);
std::vector<std::byte> blurred_png(std::span<const std::byte> file, const PhotoEdit& edit);
std::vector<std::byte> blurred_webp(std::span<const std::byte> file, const PhotoEdit& edit);

}  // namespace ocelli::internal
