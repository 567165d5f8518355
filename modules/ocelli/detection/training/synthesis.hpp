#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal {

/// Synthesis of samples from one picture of a flat object, as opencv_createsamples does it from a logo or a
/// sign.
struct SynthesisOptions {
  int synthesized = 1000;
  double x_angle = 30, y_angle = 30, z_angle = 15;  ///< largest rotation about each axis, degrees
  double intensity_change = 40;                     ///< largest one, gray levels
  std::string invert = "no";                        ///< whether light and dark change places: no, yes, random
  int transparent_level = -1;                       ///< gray level that lets the background through; -1: none
  int transparent_range = 10;                       ///< levels this near to it do so, too

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("synthesized", self.synthesized, "samples synthesized from the picture of --from-one",
          option::from(10).to(100'000).basic());
    visit("x-angle", self.x_angle, "largest rotation of the picture about its horizontal axis",
          option::from(0).to(80).in("degrees"));
    visit("y-angle", self.y_angle, "largest rotation of the picture about its vertical axis",
          option::from(0).to(80).in("degrees"));
    visit("z-angle", self.z_angle, "largest rotation of the picture in its plane",
          option::from(0).to(180).in("degrees"));
    visit("intensity-change", self.intensity_change, "largest change of the picture's brightness",
          option::from(0).to(255).in("gray levels"));
    visit("invert", self.invert, "invert the picture: no, yes, or random, in half of the samples",
          option::one_of("no|yes|random"));
    visit("transparent-level", self.transparent_level, "gray level of the picture that shows the background",
          option::from(0).to(255).in("gray levels").none_at(-1));
    visit("transparent-range", self.transparent_range, "difference from that level that still shows it",
          option::from(0).to(255).in("gray levels"));
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// The picture, rotated in space within the options' bounds and seen in perspective, on a random part of the
/// background. It fills the sample as far as its aspect ratio allows.
///
/// Requires  8-bit gray images with pixels.
cv::Mat synthesize(const cv::Mat& picture, const cv::Mat& background, cv::Size sample,
                   const SynthesisOptions& options, Random random);

}  // namespace ocelli::internal
