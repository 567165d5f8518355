#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/scanner.hpp"

namespace ocelli::internal {

/// A scaled image that OpenCV's CascadeClassifier scans. One of its pixels is scale x scale source pixels.
/// Windows are `stride` level pixels apart, and the last row of windows is above y = `end_y`.
struct OpenCvLevel {
  int width = 0, height = 0;
  float scale = 1;
  int stride = 1;
  int end_y = 0;
  cv::Size window = {};  ///< in source pixels

  friend bool operator==(const OpenCvLevel&, const OpenCvLevel&) = default;
};

/// How to interpret a zero width or height in a size. OpenCV treats a maximum size with a zero as no limit.
/// For a minimum size with a zero, it looks for the size nearest to such a flat rectangle.
enum class ZeroSide { is_free, is_as_in_opencv };

/// The levels that CascadeClassifier::detectMultiScale scans for windows of this size, between the smallest
/// and largest size of the options and with their scale step. If there is no level in between, the one
/// nearest to the smallest size. The stride of the options does not apply: OpenCV has its own.
void opencv_levels(cv::Size image, cv::Size window, const ScanOptions& options, ZeroSide zero,
                   std::vector<OpenCvLevel>& levels);

/// Scans an image with a cascade as OpenCV's CascadeClassifier does: the windows that pass are exactly those
/// that detectMultiScale returns with minNeighbors = 0.
/// Each level is resized from the source image by exact linear interpolation. Windows are 2 pixels apart, or
/// 1 pixel in levels reduced by a factor of 2 or more. The window after one that the first stage rejects is
/// skipped. Windows of low contrast are rejected. The first stages process adjacent windows in vector lanes;
/// the later ones process clusters of survivors. Allocates nothing itself once the scratch has seen the
/// largest image.
/// seen the largest image.
class OpenCvScanner {
 public:
  /// Working memory of one caller. Grows to the largest image seen and is then reused.
  class Scratch {
   public:
    Scratch();
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;

    /// The number of windows of the last image that passed but were dropped because of the limit
    /// Scanner::kMaxWindows.
    std::size_t left_out() const;

   private:
    friend class OpenCvScanner;
    struct Buffers;
    std::unique_ptr<Buffers> buffers_;
  };

  /// Shares the cascade, which is immutable. Throws as ScanOptions::validate().
  OpenCvScanner(std::shared_ptr<const OpenCvCascade> cascade, ScanOptions options,
                ZeroSide zero = ZeroSide::is_free);
  ~OpenCvScanner();
  OpenCvScanner(OpenCvScanner&&) noexcept;
  OpenCvScanner& operator=(OpenCvScanner&&) noexcept;

  const OpenCvCascade& cascade() const { return *cascade_; }
  const ScanOptions& options() const { return options_; }

  /// Returns all windows that pass, or the Scanner::kMaxWindows with the highest scores, in (level, y, x)
  /// order. Boxes are in whole source pixels and may extend one pixel beyond the image. The score is the vote
  /// sum of the last stage. Requires 8-bit gray. The scratch owns the result.
  const std::vector<ScoredWindow>& scan(const cv::Mat& gray, Scratch& scratch) const;

 private:
  struct Program;

  void scan_level(const OpenCvLevel& level, Scratch::Buffers& buffers) const;

  std::shared_ptr<const OpenCvCascade> cascade_;
  ScanOptions options_;
  ZeroSide zero_;
  std::unique_ptr<const Program> program_;
};

}  // namespace ocelli::internal
