#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string_view>
#include <vector>

#include "ocelli/core/box.hpp"
#include "ocelli/detection/cascade.hpp"

namespace ocelli {

/// Which windows are looked at.
struct ScanOptions {
  int min_size = 0;         ///< smallest object width, source pixels; 0: the cascade's window
  int max_size = 0;         ///< largest object width; 0: as large as the image
  double scale_step = 1.1;  ///< ratio of one window size to the next
  int stride = 1;           ///< distance of neighbouring windows, in pixels of the scaled image

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("min-size", self.min_size, "smallest object width in source pixels (0: the model's window)");
    visit("max-size", self.max_size, "largest object width in source pixels (0: the whole image)");
    visit("scale-step", self.scale_step, "ratio of one window size to the next");
    visit("stride", self.stride, "distance of neighbouring windows in pixels of the scaled image");
  }

  void validate() const;
};

/// A window that passed the whole cascade.
struct ScoredWindow {
  Box box;
  float score = 0;
};

class ScanScratch;

/// Looks at every window of an image's pyramid with a cascade.
///
/// The first stage runs over neighbouring windows in vector lanes; the windows it leaves are compacted and the later
/// stages run on gathered lanes. Scores equal Cascade::score bit for bit on every instruction set. No allocation per
/// window, and none per image once the scratch has seen the largest one.
class Scanner {
 public:
  explicit Scanner(const Cascade& cascade, ScanOptions options);
  ~Scanner();
  Scanner(Scanner&&) noexcept;

  /// All windows that pass, in (level, y, x) order. Requires 8-bit, one channel. The result lives in the scratch.
  const std::vector<ScoredWindow>& scan(const cv::Mat& grey, ScanScratch& scratch) const;

 private:
  struct Program;
  std::unique_ptr<const Program> program_;
};

}  // namespace ocelli
