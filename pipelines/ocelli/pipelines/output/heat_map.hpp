#pragma once

#include <cstddef>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// Where objects were, over a run: a picture of the size of the frames, blue where they were seldom to red
/// where they were most often. The first frame, in gray, lies below.
///
/// Frames of other sizes are scaled to the first one's.
class HeatMap {
 public:
  /// `file` is a PNG.
  explicit HeatMap(std::filesystem::path file) : file_(std::move(file)) {}

  bool needs_picture() const { return ground_.empty(); }

  /// Other pictures than the first may be empty.
  void take(const cv::Mat& picture, const Record& record);
  /// Writes the file; nothing without a frame.
  /// Throws  Error(Kind::output) naming the file.
  void finish() const;

 private:
  std::filesystem::path file_;
  cv::Mat ground_;  ///< the first frame, 8-bit BGR
  cv::Mat heat_;    ///< 32-bit floats, reduced by kReduction
};

}  // namespace ocelli::internal
