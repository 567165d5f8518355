#include "ocelli/text/reading/line_reader.hpp"

#include <cmath>

namespace ocelli::internal {
namespace {

constexpr float kSureEnough = 0.5F;
constexpr std::size_t kFewGlyphs = 3;
/// Of the x-height, either way: capitals may have been read as small letters.
constexpr double kMaxChange = 0.6;
constexpr double kClose = 0.03;  ///< in x-heights

/// Weighted least squares of y = offset - x_height * level.
struct Fit {
  double weight = 0, level = 0, y = 0, level_level = 0, level_y = 0;

  void add(double at_level, double at_y, double deviation) {
    const double w = 1 / (deviation * deviation);
    weight += w;
    level += w * at_level;
    y += w * at_y;
    level_level += w * at_level * at_level;
    level_y += w * at_level * at_y;
  }
  double spread() const { return level_level - level * level / weight; }
  double x_height() const { return -(level_y - level * y / weight) / spread(); }
  double offset() const { return (y + x_height() * level) / weight; }
};

}  // namespace

LineFrame fit_frame(const LineFrame& frame, const std::vector<FoundGlyph>& glyphs, const Reader& reader) {
  Fit fit;
  std::size_t used = 0;
  for (const FoundGlyph& glyph : glyphs) {
    if (glyph.confidence < kSureEnough) continue;
    const PlaceDistribution& place = reader.places().classes()[glyph.label];
    const double line_y = frame.slope * (glyph.box.x + glyph.box.width / 2.0);
    fit.add(place.mean.top, glyph.box.y - line_y, place.deviation.top);
    fit.add(place.mean.bottom, glyph.box.y + glyph.box.height - line_y, place.deviation.bottom);
    ++used;
  }
  if (used < kFewGlyphs || fit.spread() <= 0) return frame;
  const double x_height = fit.x_height();
  if (std::abs(x_height - frame.x_height) > kMaxChange * frame.x_height) return frame;
  return {fit.offset(), frame.slope, x_height};
}

bool is_close(const LineFrame& one, const LineFrame& other) {
  return std::abs(one.x_height - other.x_height) < kClose * one.x_height &&
         std::abs(one.baseline - other.baseline) < kClose * one.x_height;
}

}  // namespace ocelli::internal
