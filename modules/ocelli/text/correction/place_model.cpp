#include "ocelli/text/correction/place_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::array kNumbers = {&GlyphPlace::top, &GlyphPlace::bottom, &GlyphPlace::width};

bool is_sound(const PlaceDistribution& of) {
  return std::ranges::all_of(kNumbers, [&of](float GlyphPlace::*number) {
    return std::isfinite(of.mean.*number) && std::isfinite(of.deviation.*number) && of.deviation.*number > 0;
  });
}

float peak(const PlaceDistribution& of) {
  float sum = 0;
  for (float GlyphPlace::*const number : kNumbers) sum -= std::log(of.deviation.*number);
  return sum;
}

struct Moments {
  double count = 0, sum = 0, squares = 0;

  void add(double value) {
    ++count;
    sum += value;
    squares += value * value;
  }
  double mean() const { return sum / count; }
  double deviation() const { return std::sqrt(std::max(squares / count - mean() * mean(), 0.0)); }
};

}  // namespace

GlyphPlace LineFrame::place(const cv::Rect& box) const {
  const double base = baseline + slope * (box.x + box.width / 2.0);
  return {static_cast<float>((base - box.y) / x_height),
          static_cast<float>((base - box.y - box.height) / x_height),
          static_cast<float>(box.width / x_height)};
}

PlaceModel::PlaceModel(std::vector<PlaceDistribution> classes) : classes_(std::move(classes)) {
  require(std::ranges::all_of(classes_, is_sound), Kind::model, "has glyph positions that are not finite");
  std::ranges::transform(classes_, std::back_inserter(peaks_), peak);
}

float PlaceModel::log_density(std::size_t label, const GlyphPlace& place) const {
  const PlaceDistribution& of = classes_[label];
  float sum = peaks_[label];
  for (float GlyphPlace::*const number : kNumbers) {
    const float distance =
        std::min(std::abs(place.*number - of.mean.*number) / of.deviation.*number, kFarthest);
    sum -= distance * distance / 2;
  }
  return sum;
}

PlaceModel fit_places(std::span<const GlyphPlace> places, std::span<const std::uint16_t> labels,
                      std::size_t classes, float min_deviation) {
  std::vector<std::array<Moments, kNumbers.size()>> moments(classes);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < kNumbers.size(); ++k) moments[labels[i]][k].add(places[i].*kNumbers[k]);
  }
  std::vector<PlaceDistribution> fitted(classes, {{0.5F, 0.5F, 0.5F}, {1, 1, 1}});
  for (std::size_t label = 0; label < classes; ++label) {
    for (std::size_t k = 0; k < kNumbers.size(); ++k) {
      const Moments& of = moments[label][k];
      if (of.count == 0) continue;
      fitted[label].mean.*kNumbers[k] = static_cast<float>(of.mean());
      fitted[label].deviation.*kNumbers[k] = std::max(static_cast<float>(of.deviation()), min_deviation);
    }
  }
  return PlaceModel(std::move(fitted));
}

}  // namespace ocelli::internal
