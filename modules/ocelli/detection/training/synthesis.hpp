#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <utility>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal {

/// Which samples are inverted: all, none, or a random half.
enum class Inversion : std::uint8_t { no, yes, random };
constexpr auto names_of(Inversion) {
  return std::array{std::pair{Inversion::no, "no"}, std::pair{Inversion::yes, "yes"},
                    std::pair{Inversion::random, "random"}};
}

/// Synthesis of samples from one picture of a flat object, such as a logo or a sign, as in
/// opencv_createsamples.
struct SynthesisOptions {
  int synthesized = 1000;
  double x_angle = 30, y_angle = 30, z_angle = 15;  ///< maximum rotation about each axis, in degrees
  double intensity_change = 40;                     ///< maximum, in gray levels
  Inversion invert = Inversion::no;                 ///< whether light and dark are swapped
  std::optional<int> transparent_level = {};        ///< this gray level is transparent; empty: none
  int transparent_range = 10;  ///< maximum difference from that level that is also transparent

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("synthesized", self.synthesized, "number of samples synthesized from the image of --from-one",
          option::from(10).to(100'000).basic());
    visit("x-angle", self.x_angle, "maximum rotation of that image about the horizontal axis",
          option::from(0).to(80).in("degrees"));
    visit("y-angle", self.y_angle, "maximum rotation of that image about the vertical axis",
          option::from(0).to(80).in("degrees"));
    visit("z-angle", self.z_angle, "maximum rotation of that image in its plane",
          option::from(0).to(180).in("degrees"));
    visit("intensity-change", self.intensity_change, "maximum change of the brightness of that image",
          option::from(0).to(255).in("gray levels"));
    visit("invert", self.invert, "invert that image: no, yes, or random, which inverts half of the samples");
    visit("transparent-level", self.transparent_level, "gray level of that image that is transparent",
          option::from(0).to(255).in("gray levels").or_none());
    visit("transparent-range", self.transparent_range,
          "maximum difference from that level that is also transparent",
          option::from(0).to(255).in("gray levels"));
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// Returns the picture, rotated in space within the options' bounds and seen in perspective, on a random part
/// of the background. It fills the sample as far as its aspect ratio allows.
///
/// Requires  8-bit gray images with pixels.
cv::Mat synthesize(const cv::Mat& picture, const cv::Mat& background, cv::Size sample,
                   const SynthesisOptions& options, Random random);

}  // namespace ocelli::internal
