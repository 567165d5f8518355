#pragma once

#include <cstdint>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli::internal {

/// A position of the window over an image: center and width in source pixels, rotation in radians.
struct WindowPose {
  double x = 0, y = 0, width = 0, rotation = 0;
  bool mirrored = false;
  double stretch = 1;  ///< of the height that the window's shape gives
};

/// How a box becomes a window of another aspect ratio: extended about its center, or stretched.
enum class BoxFit : std::uint8_t { extended, stretched };

/// The upright window of the given shape around a box.
WindowPose pose_around(const Box& box, int width, int height, BoxFit fit = BoxFit::extended);

/// An image and the objects in it.
struct PositiveImage {
  cv::Mat gray;
  std::vector<WindowPose> objects;
};

/// Images with objects, numbered from 0. load(i) returns the same image on every call and is thread-safe.
struct PositiveImages {
  std::uint32_t count = 0;
  std::function<PositiveImage(std::uint32_t)> load;
};

/// Augmentation of objects. The first copy is the object as annotated. The others have a random pose within
/// these bounds, and every second one is mirrored.
struct PoseOptions {
  std::optional<int> samples_per_object = 3;  ///< must be set: only DetectorTraining derives it from the data
  double shift = 0.02;  ///< maximum shift along each axis, as a share of the box's width
  double scale = 0.04;  ///< maximum change of size, as a share
  double rotation = 6;  ///< maximum rotation, in degrees
  /// Maximum brightness gradient across a sample: difference of opposite edges, as a share.
  double shade = 0;
  double tone = 0;     ///< maximum change of the tonal curve: gamma from exp(-tone) to exp(tone)
  double noise = 0;    ///< maximum standard deviation of noise, in gray levels
  bool mirror = true;  ///< whether mirrored objects are objects; an option only where the data can decide
  /// Maximum change of the aspect ratio, as a logarithm. Not an option: it follows from the shapes.
  double stretch = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("samples-per-object", self.samples_per_object,
          "number of samples per object: the original and augmented copies (auto: from the data)",
          option::from(1).to(1000).basic().or_auto());
    visit("shift", self.shift, "maximum shift of an augmented sample",
          option::from(0).to(0.5).in("widths of the window"));
    visit("scale", self.scale, "maximum relative change of the scale of an augmented sample",
          option::from(0).to(1));
    visit("rotation", self.rotation, "maximum rotation of an augmented sample",
          option::from(0).to(180).in("degrees"));
    visit("shade", self.shade,
          "maximum brightness gradient across an augmented sample, as a share of its gray levels",
          option::from(0).to(1));
    visit("tone", self.tone,
          "maximum change of the gamma of an augmented sample (gamma from exp(-tone) to exp(tone))",
          option::from(0).to(2));
    visit("noise", self.noise, "maximum standard deviation of the noise that is added to an augmented sample",
          option::from(0).to(100).in("gray levels"));
  }

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// The pixels of a window in the given pose, reduced as in the scanner's pyramid (halved by averaging, then
/// interpolated). Outside the image, its border is replicated.
cv::Mat crop_window(const cv::Mat& gray, const WindowPose& pose, int width, int height);

/// Adds a brightness gradient to a window. Gray levels grow by the share `strength` from one edge to the
/// opposite one, along `direction` in radians. They do not change in the middle.
void shade(cv::Mat& window, double strength, double direction);

/// Applies a gamma curve to a window: raises gray levels, as a share of white, to the power `gamma`.
/// Requires  gamma > 0.
void bend_tones(cv::Mat& window, double gamma);

/// Adds independent normal noise to each pixel of a window. `deviation` is in gray levels.
void add_noise(cv::Mat& window, double deviation, Random& random);

/// Samples of all objects, in order of image, object and copy. The poses depend only on the seed, the image
/// and the object.
TrainingWindows crop_positives(const PositiveImages& images, int width, int height, const PoseOptions& poses,
                               std::uint64_t seed);

}  // namespace ocelli::internal
