#include "ocelli/text/training/typesetting.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxCharacters = 2000;
constexpr double kMaxLinePixels = 1 << 26;

void require_within(double value, double min, double max, const char* option) {
  require(value >= min && value <= max, Kind::usage, [&] {
    return std::string(option) + " must be from " + std::to_string(min) + " to " + std::to_string(max);
  });
}

/// A glyph and its position relative to the start of the line and the baseline.
struct PlacedGlyph {
  cv::Mat coverage;
  cv::Rect box;
};

std::vector<PlacedGlyph> place_glyphs(const FontFace& face, std::u32string_view text,
                                      const TypesettingOptions& options) {
  Random random(options.seed);
  std::vector<PlacedGlyph> placed;
  double pen = options.start;
  for (std::size_t i = 0; i < text.size(); ++i) {
    require(pen * options.size <= kMaxLinePixels, Kind::usage, "a line of text has more than 2^26 pixels");
    const double whole = std::floor(pen);
    const GlyphImage glyph = face.draw(text[i], pen - whole, options.style);
    const int sunk = static_cast<int>(std::lround(options.wander * options.size * random.uniform(-1, 1)));
    placed.push_back({glyph.coverage, cv::Rect(static_cast<int>(whole) + glyph.left, glyph.top + sunk,
                                               glyph.coverage.cols, glyph.coverage.rows)});
    double step = face.advance(text[i]) + options.style.weight;
    if (options.kerning && i + 1 < text.size()) step += face.kerning(text[i], text[i + 1]);
    pen += std::max(0.0, step * options.style.stretch + options.spacing * options.size);
  }
  return placed;
}

/// Surrounds all ink and the area of small letters, so that a line of spaces also has a size.
cv::Rect line_box(const std::vector<PlacedGlyph>& glyphs, int x_height) {
  cv::Rect box(0, -x_height, 1, x_height);
  for (const PlacedGlyph& glyph : glyphs) {
    if (!glyph.box.empty()) box |= glyph.box;
  }
  return box;
}

/// Adds a glyph's ink. Where it overlaps another glyph, the glyph that covers more of a pixel owns it.
void print_glyph(const PlacedGlyph& glyph, std::uint16_t owner, cv::Mat& ink, SetLine& line,
                 cv::Point origin) {
  cv::Rect& box = line.characters[owner - 1].box;
  for (int y = 0; y < glyph.box.height; ++y) {
    const std::uint8_t* const from = glyph.coverage.ptr<std::uint8_t>(y);
    const cv::Point start = glyph.box.tl() + origin + cv::Point(0, y);
    std::uint8_t* const max = ink.ptr<std::uint8_t>(start.y) + start.x;
    std::uint8_t* const paper = line.image.ptr<std::uint8_t>(start.y) + start.x;
    std::uint16_t* const owners = line.owners.ptr<std::uint16_t>(start.y) + start.x;
    for (int x = 0; x < glyph.box.width; ++x) {
      paper[x] = static_cast<std::uint8_t>(std::max(0, paper[x] - from[x]));
      if (from[x] < 64) continue;
      box |= cv::Rect(start.x + x, start.y, 1, 1);
      if (from[x] <= max[x]) continue;
      max[x] = from[x];
      owners[x] = owner;
    }
  }
}

}  // namespace

void TypesettingOptions::validate() const {
  require_within(size, 4, 1000, "size");
  require_within(spacing, -0.5, 5, "spacing");
  require_within(wander, 0, 1, "wander");
  require_within(margin, 0, 1000, "margin");
  require_within(start, 0, 1, "start");
  require_within(style.slant, -1, 1, "slant");
  require_within(style.stretch, 0.2, 5, "stretch");
  require_within(style.weight, -0.2 * size, 0.2 * size, "weight");
}

SetLine set_line(FontFace& face, std::u32string_view text, const TypesettingOptions& options) {
  options.validate();
  require(text.size() <= kMaxCharacters, Kind::usage, "a line of text has more than 2000 characters");
  face.set_size(options.size);
  const std::vector<PlacedGlyph> glyphs = place_glyphs(face, text, options);
  const cv::Rect around = line_box(glyphs, static_cast<int>(std::ceil(face.x_height())));
  require(1.0 * (around.width + 2 * options.margin) * (around.height + 2 * options.margin) <= kMaxLinePixels,
          Kind::usage, "a line of text has more than 2^26 pixels");
  const cv::Size size(around.width + 2 * options.margin, around.height + 2 * options.margin);
  const cv::Point origin = cv::Point(options.margin, options.margin) - around.tl();
  SetLine line{cv::Mat(size, CV_8UC1, cv::Scalar(255)),
               cv::Mat::zeros(size, CV_16UC1),
               {},
               static_cast<double>(origin.y),
               face.x_height()};
  for (const char32_t character : text) line.characters.push_back({character, {}});
  cv::Mat ink = cv::Mat::zeros(size, CV_8UC1);
  for (std::size_t i = 0; i < glyphs.size(); ++i)
    print_glyph(glyphs[i], static_cast<std::uint16_t>(i + 1), ink, line, origin);
  return line;
}

cv::Mat spread_owners(const cv::Mat& owners, const cv::Mat& ink, int reach) {
  require(owners.type() == CV_16UC1 && ink.type() == CV_8UC1 && owners.size() == ink.size(), Kind::image,
          "owners of ink must be 16-bit, the ink 8-bit, both of one size");
  require_within(reach, 0, 64, "reach");
  cv::Mat grown = owners.clone();
  for (int step = 0; step < reach; ++step) {
    const cv::Mat before = grown.clone();
    for (int y = 0; y < grown.rows; ++y) {
      for (int x = 0; x < grown.cols; ++x) {
        std::uint16_t& owner = grown.at<std::uint16_t>(y, x);
        if (owner == 0 && x > 0) owner = before.at<std::uint16_t>(y, x - 1);
        if (owner == 0 && x + 1 < grown.cols) owner = before.at<std::uint16_t>(y, x + 1);
        if (owner == 0 && y > 0) owner = before.at<std::uint16_t>(y - 1, x);
        if (owner == 0 && y + 1 < grown.rows) owner = before.at<std::uint16_t>(y + 1, x);
      }
    }
  }
  grown.setTo(0, ink == 0);
  return grown;
}

}  // namespace ocelli::internal
