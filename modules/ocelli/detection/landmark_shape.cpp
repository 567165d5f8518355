#include "ocelli/detection/landmark_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ocelli::internal {
namespace {

constexpr std::size_t kCorners = std::tuple_size_v<Landmarks>;

LandmarkShape centered(LandmarkShape shape) {
  std::int32_t x = 0, y = 0;
  for (std::size_t i = 0; i < kCorners; ++i) x += shape[2 * i], y += shape[2 * i + 1];
  constexpr auto kCount = static_cast<std::int32_t>(kCorners);
  for (std::size_t i = 0; i < kCorners; ++i) shape[2 * i] -= x / kCount, shape[2 * i + 1] -= y / kCount;
  return shape;
}

/// A transform enlarges at most fourfold, so that products fit.
std::int32_t limited(std::int64_t factor) {
  constexpr std::int64_t kMax = std::int64_t{4} << ShapeTransform::kBits;
  return static_cast<std::int32_t>(std::clamp(factor, -kMax, kMax));
}

std::int32_t within_reach(std::int64_t place) {
  constexpr std::int64_t kReach = LandmarkCrop::kReach;
  return static_cast<std::int32_t>(std::clamp(place, -kReach, kReach));
}

/// Units of a shape as pixels from the crop's edge.
double in_pixels(std::int32_t units) {
  return static_cast<double>(units) / LandmarkCrop::kUnit + LandmarkCrop::kSide / 2.0;
}

std::int32_t whole_units(double share) {
  const double units = (share - 0.5) * (LandmarkCrop::kSide * LandmarkCrop::kUnit);
  constexpr double kReach = LandmarkCrop::kReach;
  return static_cast<std::int32_t>(std::lround(std::clamp(units, -kReach, kReach)));
}

}  // namespace

ShapeTransform ShapeTransform::rotation(float degrees) {
  const double angle = static_cast<double>(degrees) * std::numbers::pi / 180;
  constexpr double kOne = 1 << kBits;
  return {.a = static_cast<std::int32_t>(std::lround(kOne * std::cos(angle))),
          .b = static_cast<std::int32_t>(std::lround(kOne * std::sin(angle)))};
}

ShapeTransform ShapeTransform::between(const LandmarkShape& from, const LandmarkShape& to) {
  const LandmarkShape base = centered(from), goal = centered(to);
  std::int64_t along = 0, across = 0, size = 0;
  for (std::size_t i = 0; i < kCorners; ++i) {
    const std::int64_t x = base[2 * i], y = base[2 * i + 1];
    along += x * goal[2 * i] + y * goal[2 * i + 1];
    across += x * goal[2 * i + 1] - y * goal[2 * i];
    size += x * x + y * y;
  }
  size = std::max<std::int64_t>(size, 1);
  return {.a = limited(along * (1 << kBits) / size), .b = limited(across * (1 << kBits) / size)};
}

LandmarkShape ShapeTransform::operator()(const LandmarkShape& shape) const {
  LandmarkShape moved{};
  for (std::size_t i = 0; i < kCorners; ++i) {
    moved[2 * i] = x(shape[2 * i], shape[2 * i + 1]);
    moved[2 * i + 1] = y(shape[2 * i], shape[2 * i + 1]);
  }
  return moved;
}

Box LandmarkCrop::around(const Box& object) {
  const float side = std::max(object.w, object.h) * (1 + 2 * kMargin);
  return {object.center_x() - side / 2, object.center_y() - side / 2, side, side};
}

Landmarks LandmarkCrop::places(const LandmarkShape& shape, const Box& part) {
  Landmarks places{};
  for (std::size_t i = 0; i < kCorners; ++i) {
    places[i] = {static_cast<float>(part.x + in_pixels(shape[2 * i]) * part.w / kSide),
                 static_cast<float>(part.y + in_pixels(shape[2 * i + 1]) * part.h / kSide)};
  }
  return places;
}

LandmarkShape LandmarkCrop::shape(const Landmarks& places, const Box& part) {
  LandmarkShape shape{};
  for (std::size_t i = 0; i < kCorners; ++i) {
    shape[2 * i] = whole_units((static_cast<double>(places[i].x) - part.x) / part.w);
    shape[2 * i + 1] = whole_units((static_cast<double>(places[i].y) - part.y) / part.h);
  }
  return shape;
}

void move(LandmarkShape& shape, const ShapeTransform& transform, const LandmarkShape& step) {
  const LandmarkShape moved = transform(step);
  for (std::size_t i = 0; i < shape.size(); ++i) shape[i] = within_reach(std::int64_t{shape[i]} + moved[i]);
}

void read_pixels(const cv::Mat& crop, std::span<const LandmarkPixel> pixels, const LandmarkShape& shape,
                 const ShapeTransform& transform, std::span<std::uint8_t> values) {
  constexpr std::int32_t kCenter = LandmarkCrop::kSide / 2 * LandmarkCrop::kUnit;
  const std::uint8_t* const first = crop.data;
  const std::size_t stride = crop.step[0];
  const auto pixel_of = [](std::int32_t place) {
    return static_cast<std::size_t>(
        std::clamp((place + kCenter) >> 8, 0, LandmarkCrop::kSide - 1));  // 2^8 units a pixel
  };
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const LandmarkPixel& pixel = pixels[i];
    const std::size_t at = 2 * std::size_t{pixel.landmark};
    const std::size_t x = pixel_of(shape[at] + transform.x(pixel.x, pixel.y)),
                      y = pixel_of(shape[at + 1] + transform.y(pixel.x, pixel.y));
    values[i] = first[y * stride + x];
  }
}

}  // namespace ocelli::internal
