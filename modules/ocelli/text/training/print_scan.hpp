#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal {

/// Degradations of printing, copying and scanning. Strengths are maxima. The actual strengths are drawn for
/// each line or page and are mostly far lower. Lengths are in pixels at 300 dpi and scale with the
/// resolution.
struct PrintScanOptions {
  double resolution = 300;   ///< of the scan, in dots per inch
  double spread = 0.9;       ///< ink gain (or loss) at each edge
  double blur = 1.1;         ///< standard deviation of the point spread
  double unevenness = 0.25;  ///< slow variation of ink and light, as a share of the contrast
  double grain = 0.3;        ///< fine noise of paper, toner and sensor, as a share of the contrast
  double specks = 2;         ///< specks of dirt, and as many holes in ink, per thousand pixels of ink
  double skew = 0.6;         ///< in degrees
  double breaks = 0.5;       ///< share of ink lost to worn ribbons, fax lines and dot matrix printing
  double gray = 0;           ///< share of results that stay gray; the others are bilevel
  double jpeg = 0.5;         ///< share of gray results that are JPEG-compressed

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("resolution", self.resolution, "resolution of the simulated scan",
          option::from(50).to(1200).in("dots per inch"));
    visit("ink-spread", self.spread, "maximum ink gain or loss at an edge",
          option::from(0).to(5).in("pixels of 300 dpi"));
    visit("scan-blur", self.blur, "maximum standard deviation of the blur of the scanner",
          option::from(0).to(5).in("pixels of 300 dpi"));
    visit("unevenness", self.unevenness, "maximum gradual change of ink and light",
          option::from(0).to(1).in("share of the contrast").fixed());
    visit("grain", self.grain, "maximum strength of fine noise",
          option::from(0).to(1).in("share of the contrast"));
    visit("specks", self.specks, "maximum number of specks and holes",
          option::from(0).to(100).in("a thousand pixels of ink").fixed());
    visit("skew", self.skew, "maximum skew of a line", option::from(0).to(10).in("degrees").fixed());
    visit("breaks", self.breaks,
          "maximum share of the ink lost to worn ribbons, fax lines and dot matrix printing",
          option::from(0).to(1).fixed());
    visit("gray", self.gray, "share of the lines that stay gray", option::from(0).to(1));
    visit("jpeg", self.jpeg, "share of the gray lines that are compressed as JPEG",
          option::from(0).to(1).fixed());
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// The result of a scan.
struct Scan {
  cv::Mat image;   ///< 8-bit, one channel, the size of the input; values 0 and 255 only if bilevel
  cv::Mat owners;  ///< of the ink: see spread_owners(); empty if none were given
};

/// Prints, copies and scans an image of a line or a page. All random numbers come from `random`, so the
/// result depends only on its state. Thread-safe.
/// Requires  an 8-bit gray image, paper 255 and ink 0, of at most 2^26 pixels; owners as in SetLine, or none.
/// Throws    Error(Kind::image) for any other image; as options.validate().
/// Cost      about 0.4 us per pixel.
Scan print_and_scan(const cv::Mat& image, const cv::Mat& owners, const PrintScanOptions& options,
                    Random& random);

}  // namespace ocelli::internal
