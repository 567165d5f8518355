#include "ocelli/detection/training/positives.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

/// Separate the random numbers of light and print from those of poses.
constexpr std::uint64_t kLight = 1, kPrint = 2;

WindowPose vary(WindowPose pose, const PoseOptions& options, std::uint64_t copy, Random random) {
  if (copy == 0) return pose;
  pose.x += pose.width * random.uniform(-options.shift, options.shift);
  pose.y += pose.width * pose.stretch * random.uniform(-options.shift, options.shift);
  pose.width *= std::exp(random.uniform(-options.scale, options.scale));
  pose.rotation += random.uniform(-options.rotation, options.rotation) * std::numbers::pi / 180;
  pose.mirrored = options.mirror && copy % 2 == 1;
  if (options.stretch > 0) {
    const double change = random.uniform(-options.stretch, options.stretch);
    pose.width *= std::exp(-change / 2);
    pose.stretch *= std::exp(change);
  }
  return pose;
}

/// Applies directional light, tonal changes and noise, as requested.
void vary_appearance(cv::Mat& window, const PoseOptions& options, Random light, Random print) {
  if (options.shade > 0) {
    const double strength = light.uniform(0, options.shade);
    shade(window, strength, light.uniform(0, 2 * std::numbers::pi));
  }
  if (options.tone > 0) bend_tones(window, std::exp(print.uniform(-options.tone, options.tone)));
  if (options.noise > 0) {
    const double deviation = print.uniform(0, options.noise);
    add_noise(window, deviation, print);
  }
}

/// The part of the image around the window, so that the cost of halving depends only on the window's size. It
/// begins at a multiple of `grain` pixels, so that halving it pairs the same pixels as halving the whole
/// image.
cv::Rect surroundings(const cv::Mat& gray, const WindowPose& pose, double height, int grain) {
  const double reach = 0.75 * std::hypot(pose.width, height) + 2 * grain;
  const auto begin = [&](double center) {
    return std::max(0, static_cast<int>(std::floor((center - reach) / grain)) * grain);
  };
  const auto end = [&](double center, int limit) {
    return std::min(limit, static_cast<int>(std::ceil(center + reach)));
  };
  const int left = begin(pose.x), top = begin(pose.y);
  const int right = end(pose.x, gray.cols), bottom = end(pose.y, gray.rows);
  require(left < right && top < bottom, Kind::input, "an object is outside its image");
  return {left, top, right - left, bottom - top};
}

}  // namespace

WindowPose pose_around(const Box& box, int width, int height, BoxFit fit) {
  const double shape = static_cast<double>(width) / height;
  if (fit == BoxFit::stretched) {
    return {.x = box.center_x(), .y = box.center_y(), .width = box.w, .stretch = box.h * shape / box.w};
  }
  return {.x = box.center_x(), .y = box.center_y(), .width = std::max<double>(box.w, box.h * shape)};
}

void PoseOptions::validate() const {
  check_options(*this);
  require(samples_per_object.has_value(), Kind::usage,
          "must be set: only DetectorTraining derives it from the data", "--samples-per-object");
}

cv::Mat crop_window(const cv::Mat& gray, const WindowPose& pose, int width, int height) {
  require_gray(gray);
  const double least = pose.width / width * std::min(1.0, pose.stretch);  // source pixels per window pixel
  const int octaves = std::max(0, std::ilogb(least));
  const cv::Rect around = surroundings(gray, pose, pose.width * height / width * pose.stretch, 1 << octaves);
  cv::Mat part = gray(around);
  double x = pose.x - around.x, y = pose.y - around.y;
  double step = pose.width / width;  // pixels of `part` from one window pixel to the next in its row
  for (int octave = 0; octave < octaves && part.cols >= 2 && part.rows >= 2; ++octave) {
    cv::Mat halved;
    const cv::Rect even(0, 0, part.cols / 2 * 2, part.rows / 2 * 2);
    cv::resize(part(even), halved, even.size() / 2, 0, 0, cv::INTER_AREA);
    x /= 2;
    y /= 2;
    step /= 2;
    part = halved;
  }
  // Maps the center of window pixel (u, v) to pixel coordinates of `part`. Pixel centers are at halves.
  const double c = step * std::cos(pose.rotation), s = step * std::sin(pose.rotation);
  const double mirror = pose.mirrored ? -1 : 1;
  const double u0 = (width - 1) / 2.0, v0 = (height - 1) / 2.0;
  const double down_c = c * pose.stretch, down_s = s * pose.stretch;
  const cv::Matx23d to_part(mirror * c, -down_s, x - 0.5 - mirror * c * u0 + down_s * v0,  //
                            mirror * s, down_c, y - 0.5 - mirror * s * u0 - down_c * v0);
  cv::Mat window;
  cv::warpAffine(part, window, to_part, {width, height}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                 cv::BORDER_REPLICATE);
  return window;
}

void shade(cv::Mat& window, double strength, double direction) {
  require_gray(window);
  for (int y = 0; y < window.rows; ++y) {
    for (int x = 0; x < window.cols; ++x) {
      const double along = std::cos(direction) * ((x + 0.5) / window.cols - 0.5) +
                           std::sin(direction) * ((y + 0.5) / window.rows - 0.5);
      std::uint8_t& pixel = window.at<std::uint8_t>(y, x);
      pixel = cv::saturate_cast<std::uint8_t>(pixel * (1 + strength * along));
    }
  }
}

void bend_tones(cv::Mat& window, double gamma) {
  map_levels(window, [=](int level) { return 255 * std::pow(level / 255.0, gamma); });
}

void add_noise(cv::Mat& window, double deviation, Random& random) {
  require_gray(window);
  cv::Mat_<std::uint8_t> pixels(window);
  for (std::uint8_t& pixel : pixels)
    pixel = cv::saturate_cast<std::uint8_t>(pixel + deviation * random.normal());
}

TrainingWindows crop_positives(const PositiveImages& images, int width, int height, const PoseOptions& poses,
                               std::uint64_t seed) {
  poses.validate();
  const auto copies = static_cast<std::uint64_t>(poses.samples_per_object.value());
  std::vector<TrainingWindows> cut(images.count, TrainingWindows(width, height));
  parallel_for(std::uint32_t{0}, images.count, [&](std::uint32_t i) {
    const PositiveImage image = images.load(i);
    for (std::size_t b = 0; b < image.objects.size(); ++b) {
      for (std::uint64_t copy = 0; copy < copies; ++copy) {
        const WindowPose pose = vary(image.objects[b], poses, copy, Random(hash(seed, {i, b, copy})));
        cv::Mat window = crop_window(image.gray, pose, width, height);
        if (copy > 0) {
          vary_appearance(window, poses, Random(hash(seed, {i, b, copy, kLight})),
                          Random(hash(seed, {i, b, copy, kPrint})));
        }
        cut[i].add(window);
      }
    }
  });
  TrainingWindows all(width, height);
  for (const TrainingWindows& windows : cut) all.append(windows);
  return all;
}

}  // namespace ocelli::internal
