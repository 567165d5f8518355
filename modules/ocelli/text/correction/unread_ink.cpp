#include <algorithm>
#include <cstddef>
#include <opencv2/core.hpp>

#include "ocelli/text/correction/corrections.hpp"

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kBesideNumber = 1;    ///< how far from a number unread ink may be a part of it
constexpr double kAboveLeaders = 0.3;  ///< dots lower than this beside a number are leaders or dirt
constexpr double kBelowFoot = 0.1;
constexpr double kUnreadSpeck = 0.06;  ///< square x-heights of ink that may be dirt

int ink_in(const cv::Mat& ink, const cv::Rect& box) {
  const cv::Rect inside = box & cv::Rect({}, ink.size());
  return inside.empty() ? 0 : cv::countNonZero(ink(inside));
}

cv::Rect box_between(int left, int top, int right, int bottom) {
  return {left, top, std::max(right - left, 0), std::max(bottom - top, 0)};
}

/// The pixels of ink about a word that are in none of its glyphs: over its width, and on both sides up to its
/// neighbors.
int unread_about(const ReadLine& line, std::size_t i, const cv::Mat& ink) {
  const ReadWord& word = line.words[i];
  const cv::Rect box = word.box();
  const auto pixels = [&line](double x_heights) { return static_cast<int>(x_heights * line.x_height); };
  const int foot = static_cast<int>(line.baseline + line.slope * (box.x + box.width / 2.0));
  const int before = i == 0 ? 0 : line.words[i - 1].box().br().x;
  const int after = i + 1 == line.words.size() ? ink.cols : line.words[i + 1].box().x;
  const int side_foot = foot - pixels(kAboveLeaders);
  int unread = ink_in(ink, box_between(box.x, box.y, box.br().x, foot + pixels(kBelowFoot)));
  for (const ReadGlyph& glyph : word.glyphs)
    unread -= ink_in(ink, glyph.box & box_between(box.x, box.y, box.br().x, foot + pixels(kBelowFoot)));
  const int left = std::max(before, box.x - pixels(kBesideNumber)),
            right = std::min(after, box.br().x + pixels(kBesideNumber));
  return std::max(unread, 0) + ink_in(ink, box_between(left, box.y, box.x, side_foot)) +
         ink_in(ink, box_between(box.br().x, box.y, right, side_foot));
}

}  // namespace

void doubt_numbers_beside_unread_ink(ReadLine& line, const cv::Mat& ink) {
  constexpr float kInDoubt = 0.75F;
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    std::vector<ReadGlyph>& glyphs = line.words[i].glyphs;
    if (std::ranges::none_of(glyphs, reads_figure)) continue;
    if (unread_about(line, i, ink) < kUnreadSpeck * line.x_height * line.x_height) continue;
    for (ReadGlyph& glyph : glyphs) glyph.confidence = std::min(glyph.confidence, kInDoubt);
  }
}

}  // namespace ocelli::internal
