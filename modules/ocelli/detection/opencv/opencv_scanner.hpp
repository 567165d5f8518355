#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/scanner.hpp"

namespace ocelli::internal {

/// A scaled image in which OpenCV's CascadeClassifier scans: one of its pixels is scale x scale source
/// pixels, and windows lie `stride` of its pixels apart, the last row of them above y = `end_y`.
struct OpenCvLevel {
  int width = 0, height = 0;
  float scale = 1;
  int stride = 1;
  int end_y = 0;
  cv::Size window = {};  ///< in source pixels

  friend bool operator==(const OpenCvLevel&, const OpenCvLevel&) = default;
};

/// What a zero among the width and height of a size says. OpenCV takes a largest size with one for none at
/// all, and looks for what is nearest to a smallest size with one as if it were that flat.
enum class ZeroSide { is_free, is_as_in_opencv };

/// The levels that CascadeClassifier::detectMultiScale scans for windows of this size, between the options'
/// smallest and largest size and with their scale step; where it has none between, the one nearest to the
/// smallest. The options' stride does not apply: OpenCV has its own.
void opencv_levels(cv::Size image, cv::Size window, const ScanOptions& options, ZeroSide zero,
                   std::vector<OpenCvLevel>& levels);

/// Scans an image with a cascade as OpenCV's CascadeClassifier does: the windows that pass are exactly those
/// that detectMultiScale returns with minNeighbors = 0.
///
/// Each level is resized from the source image by exact linear interpolation. Windows lie 2 pixels apart, and
/// 1 pixel apart in levels reduced by a factor of 2 or more; the window after one that the first stage
/// rejects is skipped; windows of low contrast are rejected. The first stages process adjacent windows in
/// vector lanes; the later ones process clusters of survivors. No allocation of its own once the scratch has
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

    /// Windows of the last image that passed but were dropped because there were more than
    /// Scanner::kMaxWindows.
    std::size_t left_out() const;

   private:
    friend class OpenCvScanner;
    struct Buffers;
    std::unique_ptr<Buffers> buffers_;
  };

  /// Keeps the cascade, which is shared and immutable. Throws as ScanOptions::validate().
  OpenCvScanner(std::shared_ptr<const OpenCvCascade> cascade, ScanOptions options,
                ZeroSide zero = ZeroSide::is_free);
  ~OpenCvScanner();
  OpenCvScanner(OpenCvScanner&&) noexcept;
  OpenCvScanner& operator=(OpenCvScanner&&) noexcept;

  const OpenCvCascade& cascade() const { return *cascade_; }
  const ScanOptions& options() const { return options_; }

  /// All windows that pass, or the Scanner::kMaxWindows with the highest scores, in (level, y, x) order.
  /// Boxes are whole source pixels and may reach one pixel beyond the image; the score is the vote sum of the
  /// last stage. Requires 8-bit gray. The result is stored in the scratch.
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
