#include "ocelli/tracking/box_motion.hpp"

#include <algorithm>
#include <cstddef>

namespace ocelli::internal {
namespace {

constexpr double kPlaceNoise = 1.0 / 20, kVelocityNoise = 1.0 / 160;  // shares of the height

constexpr double squared(double value) { return value * value; }

std::array<double, 4> coordinates_of(const Box& box) {
  return {static_cast<double>(box.center_x()), static_cast<double>(box.center_y()),
          static_cast<double>(box.w), static_cast<double>(box.h)};
}

CoordinateEstimate predicted(const CoordinateEstimate& from, double height) {
  return {.place = from.place + from.velocity,
          .velocity = from.velocity,
          .p_place = from.p_place + 2 * from.p_both + from.p_velocity + squared(kPlaceNoise * height),
          .p_both = from.p_both + from.p_velocity,
          .p_velocity = from.p_velocity + squared(kVelocityNoise * height)};
}

CoordinateEstimate corrected(const CoordinateEstimate& from, double seen, double height) {
  const double spread = from.p_place + squared(kPlaceNoise * height);
  const double place_gain = from.p_place / spread, velocity_gain = from.p_both / spread;
  const double surprise = seen - from.place;
  return {.place = from.place + place_gain * surprise,
          .velocity = from.velocity + velocity_gain * surprise,
          .p_place = from.p_place * (1 - place_gain),
          .p_both = from.p_both * (1 - place_gain),
          .p_velocity = from.p_velocity - velocity_gain * from.p_both};
}

/// The estimate of a frame, given the smoothed one of the next frame and what was predicted for that. Only
/// the mean is needed.
CoordinateEstimate smoothed_by_next(CoordinateEstimate at, const CoordinateEstimate& next_predicted,
                                    const CoordinateEstimate& next) {
  // The gain is P F^T times the inverse of the predicted covariance, for F = [1 1; 0 1].
  const double a = next_predicted.p_place, b = next_predicted.p_both, d = next_predicted.p_velocity;
  const double determinant = a * d - b * b;
  if (determinant <= 0) return at;
  const double place = next.place - next_predicted.place, velocity = next.velocity - next_predicted.velocity;
  const double x = (d * place - b * velocity) / determinant, v = (a * velocity - b * place) / determinant;
  at.place += (at.p_place + at.p_both) * x + at.p_both * v;
  at.velocity += (at.p_both + at.p_velocity) * x + at.p_velocity * v;
  return at;
}

}  // namespace

BoxMotion::BoxMotion(const Box& first) {
  const double height = std::max(static_cast<double>(first.h), 1.0);
  const std::array<double, 4> seen = coordinates_of(first);
  for (std::size_t i = 0; i < seen.size(); ++i)
    coordinates_[i] = {.place = seen[i],
                       .p_place = squared(2 * kPlaceNoise * height),
                       .p_velocity = squared(10 * kVelocityNoise * height)};
}

double BoxMotion::height() const { return std::max(coordinates_[3].place, 1.0); }

void BoxMotion::predict() {
  const double height = this->height();
  for (CoordinateEstimate& coordinate : coordinates_) coordinate = predicted(coordinate, height);
}

void BoxMotion::correct(const Box& seen) {
  const double height = this->height();
  const std::array<double, 4> places = coordinates_of(seen);
  for (std::size_t i = 0; i < places.size(); ++i)
    coordinates_[i] = corrected(coordinates_[i], places[i], height);
}

Box BoxMotion::box() const {
  const double x = coordinates_[0].place, y = coordinates_[1].place;
  const double width = std::max(coordinates_[2].place, 1.0), height = this->height();
  return {static_cast<float>(x - width / 2), static_cast<float>(y - height / 2), static_cast<float>(width),
          static_cast<float>(height)};
}

std::vector<Box> smoothed(std::span<const std::optional<Box>> seen) {
  std::vector<BoxMotion> estimates, predictions;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    BoxMotion motion = i == 0 ? BoxMotion(*seen[0]) : estimates.back();
    if (i > 0) motion.predict();
    predictions.push_back(motion);
    if (i > 0 && seen[i]) motion.correct(*seen[i]);
    estimates.push_back(motion);
  }
  std::vector<Box> boxes(seen.size());
  for (std::size_t i = seen.size(); i-- > 0;) {
    if (i + 1 < seen.size())
      for (std::size_t c = 0; c < 4; ++c)
        estimates[i].coordinates_[c] =
            smoothed_by_next(estimates[i].coordinates_[c], predictions[i + 1].coordinates_[c],
                             estimates[i + 1].coordinates_[c]);
    boxes[i] = estimates[i].box();
  }
  return boxes;
}

}  // namespace ocelli::internal
