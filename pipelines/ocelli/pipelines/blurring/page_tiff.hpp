#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>

#include "ocelli/core/new_file.hpp"
#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/data/images/tiff_stream.hpp"

namespace ocelli::internal {

/// A TIFF file of pages in writing, compressed without loss. It appears when it is finished.
/// Throws  Error(Kind::output) naming the path, like the functions below.
class PageTiff {
 public:
  explicit PageTiff(const std::filesystem::path& path);

  /// Requires  8-bit gray or BGR, at least one pixel.
  void add(const cv::Mat& page, const std::optional<Resolution>& resolution);
  void finish();

 private:
  void require_success(bool succeeds) const;

  std::filesystem::path path_;
  NewFile file_;
  TiffFile tiff_;
};

}  // namespace ocelli::internal
