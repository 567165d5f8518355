#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The title of the deformation options in help.
inline constexpr std::string_view kAugmentationTitle = "Augmentation of images";

/// The strength of random deformations. Lengths are in pixels of a 28 x 28 image and scale with the side of
/// larger ones (the side of a square with equal area).
struct DeformationOptions {
  double elastic_sigma = 4;   ///< deviation of the Gaussian that smooths the displacements
  double elastic_alpha = 20;  ///< the displacements have a root mean square of alpha / 28 along each axis
  double rotation = 10;       ///< largest rotation, degrees
  double scale = 0.1;         ///< largest change of scale along each axis, as a share
  double shear = 0.1;         ///< largest shift along x per pixel along y
  double translation = 1;     ///< largest shift along each axis
  double stretch = 0;         ///< share of the images whose ink is stretched toward a square
  double stroke = 0;          ///< largest change of the radius of strokes

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("elastic-sigma", self.elastic_sigma,
          "smoothness of the elastic displacements (standard deviation of a Gaussian)",
          option::from(0.1).to(100).in("pixels of a 28 x 28 image").under(kAugmentationTitle).fixed());
    visit("elastic-alpha", self.elastic_alpha,
          "strength of the elastic displacements, 28 times their root mean square",
          option::from(0).to(1000).under(kAugmentationTitle));
    visit("rotation", self.rotation, "maximum rotation",
          option::from(0).to(180).in("degrees").under(kAugmentationTitle));
    visit("scale", self.scale, "maximum relative change of the scale along each axis",
          option::from(0).to(1).under(kAugmentationTitle));
    visit("shear", self.shear, "maximum shear (horizontal shift per pixel of height)",
          option::from(0).to(1).under(kAugmentationTitle));
    visit("translation", self.translation, "maximum shift along each axis",
          option::from(0).to(100).in("pixels of a 28 x 28 image").under(kAugmentationTitle));
    visit("stretch", self.stretch,
          "share of the copies whose drawing is stretched toward a square, as other sources of characters "
          "normalize it",
          option::from(0).to(1).under(kAugmentationTitle));
    visit("stroke", self.stroke,
          "maximum change of the radius of strokes, which become thicker in half of the copies and thinner "
          "in the other half",
          option::from(0).to(10).in("pixels of a 28 x 28 image").under(kAugmentationTitle));
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// Deforms images of one shape at random, by an affine map about their center and an elastic displacement
/// field.
///
/// Rotation, shear, shifts and the logarithms of the scales are uniform within their bounds. The shorter side
/// of a stretched drawing grows by a power of its aspect ratio between 0 and 1. Strokes grow or shrink by a
/// gray dilation with a circle of a uniform radius: of bright pixels on a dark border, of dark ones on a
/// bright border. The field is uniform noise, one number per axis and pixel, smoothed by a Gaussian,
/// normalized to 1 (at 28 x 28) and multiplied by alpha. The noise extends beyond the image, so that the
/// field is as strong at its edges. Interpolation is bilinear. Pixels outside the image have the level of its
/// border_median().
///
/// With all strengths 0 the output equals the input bit for bit. Values never leave the range of the input.
/// Cost    about 35 us for 28 x 28 pixels, 150 us with a stroke.
/// Source  Simard, Steinkraus and Platt 2003, Best practices for convolutional neural networks, section 2.
class Deformation {
 public:
  /// Throws like options.validate(). Requires a shape of at least one pixel.
  Deformation(ImageShape shape, const DeformationOptions& options);

  /// Writes the image, deformed by `key`, to `out`. All random numbers derive from the key. Thread-safe.
  /// Requires  `image` and `out` of shape.pixels() values, or a multiple: planes, which are deformed alike.
  /// They must not overlap.
  void apply(std::span<const float> image, std::uint64_t key, std::span<float> out) const;

 private:
  ImageShape shape_;
  DeformationOptions options_;
  float unit_;                 ///< pixels of this shape per pixel of a 28 x 28 image
  std::vector<float> kernel_;  ///< the Gaussian
};

/// The key of a sample's copy in expand(), for callers that deform on the fly. Copies count from 1.
std::uint64_t deformation_key(std::uint64_t seed, std::uint64_t sample, std::uint64_t copy);

/// A training set with `copies` deformed copies: the original samples, then the first copy of all of them,
/// then the second, and so on. The result is the same for any number of threads, and copy i does not depend
/// on `copies`.
/// Throws  Error(Kind::usage) for invalid options, a negative number of copies, or more than 2^32 - 1 samples
/// in all; Error(Kind::training) for samples that are not images.
Samples expand(const Samples& samples, int copies, const DeformationOptions& options, std::uint64_t seed);

}  // namespace ocelli::internal
