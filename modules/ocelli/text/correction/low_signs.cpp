#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/correction/place_model.hpp"

namespace ocelli::internal {
namespace {

/// A sign that is raised, and the character on the line that it resembles.
struct RaisedSign {
  std::string_view sign, plain;
};
constexpr std::array<RaisedSign, 3> kRaisedFigures = {{{"\u00B9", "1"}, {"\u00B2", "2"}, {"\u00B3", "3"}}};

/// The usual height of digits and capitals, in pixels; 0 with fewer than two.
double tall_height(const ReadLine& line) {
  constexpr std::string_view kTallGlyphs = "0123456789ABDEFGHKLMNRT";
  constexpr std::size_t kFewTallGlyphs = 2;
  std::vector<double> heights;
  for (const ReadWord& word : line.words) {
    for (const ReadGlyph& glyph : word.glyphs)
      if (glyph.text.size() == 1 && kTallGlyphs.find(glyph.text[0]) != std::string_view::npos)
        heights.push_back(glyph.box.height);
  }
  return heights.size() < kFewTallGlyphs ? 0 : median(std::move(heights));
}

/// Whether a glyph stands as low as a digit, or is as tall as one.
bool is_plain_figure(const ReadGlyph& glyph, const LineFrame& frame, double tall) {
  constexpr double kFootOfRaised = 0.3, kTallestRaised = 0.8;
  return frame.place(glyph.box).bottom < kFootOfRaised ||
         (tall > 0 && glyph.box.height >= kTallestRaised * tall);
}

/// Whether a glyph stands on the baseline and is no taller than an x. The multiplication sign is higher.
bool is_plain_x(const ReadGlyph& glyph, const LineFrame& frame) {
  constexpr double kHighestFootOfX = 0.12, kHighestMiddleOfX = 0.57;
  const GlyphPlace place = frame.place(glyph.box);
  return place.bottom < kHighestFootOfX && (place.top + place.bottom) / 2 < kHighestMiddleOfX;
}

}  // namespace

void resolve_low_signs(ReadLine& line, std::span<const std::string> readable) {
  const LineFrame frame{line.baseline, line.slope, line.x_height};
  const double tall = tall_height(line);
  const auto change = [&readable](ReadGlyph& glyph, std::string_view to) {
    if (std::ranges::find(readable, to) != readable.end()) glyph.text = to;
  };
  for (ReadWord& word : line.words) {
    for (ReadGlyph& glyph : word.glyphs) {
      const auto* const raised = std::ranges::find(kRaisedFigures, glyph.text, &RaisedSign::sign);
      if (raised != kRaisedFigures.end() && is_plain_figure(glyph, frame, tall)) change(glyph, raised->plain);
      if (glyph.text == "\u00D7" && is_plain_x(glyph, frame)) change(glyph, "x");
    }
  }
}

}  // namespace ocelli::internal
