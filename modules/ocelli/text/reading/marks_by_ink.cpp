#include <algorithm>
#include <opencv2/core.hpp>
#include <string_view>

#include "ocelli/text/reading/line_reader.hpp"

namespace ocelli::internal {
namespace {

bool may_read(std::span<const std::string> readable, std::string_view character) {
  return std::ranges::find(readable, character) != readable.end();
}

/// Whether ink fills its box as a disc or a square does, and letters do not.
bool is_filled(const cv::Mat& ink) {
  constexpr double kInkOfDisc = 0.7, kLongestDisc = 1.33;
  const int larger = std::max(ink.cols, ink.rows), smaller = std::min(ink.cols, ink.rows);
  return larger <= kLongestDisc * smaller && cv::countNonZero(ink) >= kInkOfDisc * ink.cols * ink.rows;
}

}  // namespace

void resolve_typed_dashes(const FoundLine& line, ReadLine& read, std::span<const std::string> readable) {
  constexpr double kWidestHyphen = 1.15;  ///< in cells
  if (!line.ink.pitch() || !may_read(readable, "-")) return;
  for (ReadWord& word : read.words) {
    for (ReadGlyph& glyph : word.glyphs) {
      const bool is_long = glyph.text == "\u2013" || glyph.text == "\u2014";
      if (is_long && glyph.box.width <= kWidestHyphen * line.ink.pitch()->width) glyph.text = "-";
    }
  }
}

void resolve_bullet(const FoundLine& line, ReadLine& read, std::span<const std::string> readable) {
  constexpr std::string_view kLikeBullets = "eocO0689*@&";
  constexpr double kSmallestBullet = 0.35, kLargestBullet = 1.1;  ///< in x-heights
  if (read.words.size() < 2 || read.words[0].glyphs.size() != 1 || !may_read(readable, "\u2022")) return;
  ReadGlyph& first = read.words[0].glyphs[0];
  const double height = first.box.height / line.frame.x_height;
  if (first.text.size() != 1 || kLikeBullets.find(first.text[0]) == std::string_view::npos ||
      height < kSmallestBullet || height > kLargestBullet)
    return;
  if (is_filled(line.ink.ink(line.glyphs[0].first, line.glyphs[0].last))) first.text = "\u2022";
}

}  // namespace ocelli::internal
