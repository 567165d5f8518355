#include "ocelli/samples/augmentation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <opencv2/core/mat.hpp>
#include <string>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/samples/image_fit.hpp"
#include "ocelli/samples/size_normalization.hpp"

namespace ocelli::internal {
namespace {

constexpr float kMiddleGray = 127.5F;
constexpr double kSide = 28;  ///< side of the images that the option lengths refer to

/// Weights of a Gaussian out to three deviations, with sum 1.
std::vector<float> gaussian(double sigma) {
  const int radius = static_cast<int>(std::ceil(3 * sigma));
  std::vector<double> weights(2 * radius + 1);
  double sum = 0;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[i + radius] = std::exp(-0.5 * i * i / (sigma * sigma));
  std::vector<float> kernel(weights.size());
  std::ranges::transform(weights, kernel.begin(),
                         [sum](double weight) { return static_cast<float>(weight / sum); });
  return kernel;
}

/// to[i] += weight * from[i] for all elements of `to`.
void add_times(float weight, const float* from, std::span<float> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += weight * from[i];
}

/// Uniform noise in [-1, 1), smoothed, with as many rows and columns as the shape.
std::vector<float> smooth_noise(ImageShape shape, std::span<const float> kernel, Random& random) {
  const std::size_t width = shape.width, height = shape.height, margin = kernel.size() - 1;
  std::vector<float> noise((width + margin) * (height + margin));
  for (float& value : noise) value = static_cast<float>(random.uniform(-1, 1));
  std::vector<float> along_x(width * (height + margin)), smooth(width * height);
  for (std::size_t y = 0; y < height + margin; ++y) {
    const std::span to = std::span(along_x).subspan(y * width, width);
    for (std::size_t k = 0; k < kernel.size(); ++k)
      add_times(kernel[k], &noise[y * (width + margin) + k], to);
  }
  for (std::size_t y = 0; y < height; ++y) {
    const std::span to = std::span(smooth).subspan(y * width, width);
    for (std::size_t k = 0; k < kernel.size(); ++k) add_times(kernel[k], &along_x[(y + k) * width], to);
  }
  return smooth;
}

/// A displacement for each pixel along one axis, with the given root mean square.
std::vector<float> displacements(ImageShape shape, std::span<const float> kernel, double strength,
                                 Random& random) {
  if (strength == 0) return std::vector<float>(shape.pixels());
  std::vector<float> values = smooth_noise(shape, kernel, random);
  double squares = 0;
  for (const float value : values) squares += static_cast<double>(value) * value;
  if (squares == 0) return values;
  const auto factor = static_cast<float>(strength / std::sqrt(squares / static_cast<double>(values.size())));
  for (float& value : values) value *= factor;
  return values;
}

/// The source position of each result pixel, relative to the image's center: x' = xx x + xy y + x0.
struct AffineMap {
  float xx = 1, xy = 0, yx = 0, yy = 1, x0 = 0, y0 = 0;
};

/// Factors along each axis that stretch an image's drawing toward a square.
struct Stretch {
  double across = 1, down = 1;
};

Stretch random_stretch(std::span<const float> image, ImageShape shape, double share, Random& random) {
  if (share == 0 || random.uniform() >= share) return {};
  const cv::Rect drawing = ink_box(image, shape);
  if (drawing.empty()) return {};
  const double aspect = static_cast<double>(drawing.width) / drawing.height;
  const double factor = std::pow(std::min(aspect, 1 / aspect), random.uniform());
  return aspect < 1 ? Stretch{factor, 1} : Stretch{1, factor};
}

AffineMap random_map(const DeformationOptions& options, float unit, const Stretch& stretch, Random& random) {
  const double angle = random.uniform(-1, 1) * options.rotation * std::numbers::pi / 180;
  const double scale_x = stretch.across * std::pow(1 + options.scale, random.uniform(-1, 1));
  const double scale_y = stretch.down * std::pow(1 + options.scale, random.uniform(-1, 1));
  const double shear = random.uniform(-1, 1) * options.shear;
  const double x0 = random.uniform(-1, 1) * options.translation * unit;
  const double y0 = random.uniform(-1, 1) * options.translation * unit;
  const double c = std::cos(angle), s = std::sin(angle);
  const auto number = [](double value) { return static_cast<float>(value); };
  return {number(c * scale_x), number((c * shear - s) * scale_y),
          number(s * scale_x), number((s * shear + c) * scale_y),
          number(x0),          number(y0)};
}

/// An image padded with its border level, so that interpolation needs no special cases.
class PaddedImage {
 public:
  PaddedImage(std::span<const float> image, ImageShape shape)
      : width_(shape.width), height_(shape.height), pixels_((shape.width + 3) * (shape.height + 3)) {
    const cv::Mat view(height_, width_, CV_32FC1, const_cast<float*>(image.data()));
    const auto border = static_cast<float>(border_median(view));
    has_dark_border_ = border < kMiddleGray;
    std::ranges::fill(pixels_, border);
    for (int y = 0; y < height_; ++y)
      std::copy_n(image.data() + y * width_, width_, pixels_.data() + (y + 1) * stride() + 1);
  }

  /// The level at any position. Integers are pixel centers.
  float at(float x, float y) const {
    const float from_left = std::clamp(x, -1.0f, static_cast<float>(width_)) + 1;
    const float from_top = std::clamp(y, -1.0f, static_cast<float>(height_)) + 1;
    const int column = static_cast<int>(from_left), row = static_cast<int>(from_top);
    const float right = from_left - static_cast<float>(column), below = from_top - static_cast<float>(row);
    const float* const top = pixels_.data() + row * stride() + column;
    const float* const bottom = top + stride();
    return (1 - below) * ((1 - right) * top[0] + right * top[1]) +
           below * ((1 - right) * bottom[0] + right * bottom[1]);
  }

  bool has_dark_border() const { return has_dark_border_; }

 private:
  int stride() const { return width_ + 3; }

  int width_, height_;
  bool has_dark_border_ = true;
  std::vector<float> pixels_;
};

/// Dilates the drawing with a circle of this radius, or erodes it if the radius is negative.
void change_strokes(std::span<float> image, ImageShape shape, double radius) {
  constexpr std::size_t kDirections = 8;
  std::array<cv::Point2f, kDirections> circle;
  for (std::size_t d = 0; d < kDirections; ++d) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(d) / kDirections;
    circle[d] = {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
  }
  const PaddedImage source(image, shape);
  const bool takes_brighter = source.has_dark_border() == (radius > 0);
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      float& level = image[static_cast<std::size_t>(y) * shape.width + x];
      for (const cv::Point2f& step : circle) {
        const float other = source.at(static_cast<float>(x) + step.x, static_cast<float>(y) + step.y);
        level = takes_brighter ? std::max(level, other) : std::min(level, other);
      }
    }
  }
}

}  // namespace

void DeformationOptions::validate() const { check_options(*this); }

Deformation::Deformation(ImageShape shape, const DeformationOptions& options)
    : shape_(shape),
      options_(options),
      unit_(static_cast<float>(std::sqrt(static_cast<double>(shape.pixels())) / kSide)) {
  options.validate();
  kernel_ = gaussian(options.elastic_sigma * unit_);
}

void Deformation::apply(std::span<const float> image, std::uint64_t key, std::span<float> out) const {
  Random random(key);
  const Stretch stretch = random_stretch(image.first(shape_.pixels()), shape_, options_.stretch, random);
  const AffineMap map = random_map(options_, unit_, stretch, random);
  const double strength = options_.elastic_alpha / kSide * unit_;
  const std::vector<float> shift_x = displacements(shape_, kernel_, strength, random);
  const std::vector<float> shift_y = displacements(shape_, kernel_, strength, random);
  const double stroke = options_.stroke == 0 ? 0 : random.uniform(-1, 1) * options_.stroke * unit_;
  const float middle_x = static_cast<float>(shape_.width - 1) / 2;
  const float middle_y = static_cast<float>(shape_.height - 1) / 2;
  const std::size_t pixels = shape_.pixels();
  for (std::size_t plane = 0; plane < out.size(); plane += pixels) {
    const PaddedImage source(image.subspan(plane, pixels), shape_);
    const std::span<float> result = out.subspan(plane, pixels);
    for (std::size_t i = 0, row = 0; i < pixels; ++row) {
      const float y = static_cast<float>(row) - middle_y;
      for (int column = 0; column < shape_.width; ++column, ++i) {
        const float x = static_cast<float>(column) - middle_x;
        result[i] = source.at(map.xx * x + map.xy * y + map.x0 + middle_x + shift_x[i],
                              map.yx * x + map.yy * y + map.y0 + middle_y + shift_y[i]);
      }
    }
    if (stroke != 0) change_strokes(result, shape_, stroke);
  }
}

std::uint64_t deformation_key(std::uint64_t seed, std::uint64_t sample, std::uint64_t copy) {
  return hash(seed, {sample, copy});
}

Samples expand(const Samples& samples, int copies, const DeformationOptions& options, std::uint64_t seed) {
  constexpr std::size_t kMaxSamples = std::numeric_limits<std::uint32_t>::max();
  require(copies >= 0, Kind::usage, "the number of deformed copies must not be negative");
  require(samples.shape.has_value(), Kind::training, "only images can be deformed, not the rows of a table");
  const std::size_t count = samples.count(), parts = static_cast<std::size_t>(copies) + 1;
  require(count <= kMaxSamples / parts, Kind::usage, "there would be too many samples");

  Samples expanded{SampleValues(parts * count, samples.values.cols()), samples.shape, {}, samples.classes};
  expanded.values.topRows(samples.values.rows()) = samples.values;
  for (std::size_t part = 0; part < parts; ++part) {
    expanded.labels.insert(expanded.labels.end(), samples.labels.begin(), samples.labels.end());
    expanded.weights.insert(expanded.weights.end(), samples.weights.begin(), samples.weights.end());
  }
  const Deformation deformation(*samples.shape, options);
  parallel_for(count, parts * count, [&](std::size_t row) {
    const std::size_t sample = row % count;
    const std::span out(expanded.values.row(row).data(), samples.width());
    deformation.apply(samples.row(sample), deformation_key(seed, sample, row / count), out);
  });
  return expanded;
}

}  // namespace ocelli::internal
