#include "ocelli/text/better_lines.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ocelli {
namespace {

/// Confidences of glyphs, summed, and their number.
struct GlyphConfidence {
  double sum = 0, count = 0;

  void add(const ReadLine& line) {
    for (const ReadWord& word : line.words) {
      for (const ReadGlyph& glyph : word.glyphs) sum += static_cast<double>(glyph.confidence);
      count += static_cast<double>(word.glyphs.size());
    }
  }
  double readability() const {
    constexpr double kOfNumber = 0.25;
    return count == 0 ? 0 : sum / count * std::pow(count, kOfNumber);
  }
};

std::vector<ReadLine*> lines_of(PageText& page) {
  std::vector<ReadLine*> lines;
  for (ReadBlock& block : page.blocks) {
    for (ReadLine& line : block.lines) lines.push_back(&line);
  }
  return lines;
}

/// Whether half of the lower one's height, and of the shorter one's length, is the other's as well.
bool lie_on_each_other(const cv::Rect& one, const cv::Rect& other) {
  const cv::Rect common = one & other;
  return 2 * common.width >= std::min(one.width, other.width) &&
         2 * common.height >= std::min(one.height, other.height);
}

/// The only line that lies on this one; null if there is none, or are several.
ReadLine* only_line_on(const ReadLine& line, const std::vector<ReadLine*>& lines) {
  ReadLine* found = nullptr;
  for (ReadLine* other : lines) {
    if (!lie_on_each_other(line.box, other->box)) continue;
    if (found != nullptr) return nullptr;
    found = other;
  }
  return found;
}

}  // namespace

double readability(const ReadLine& line) {
  GlyphConfidence confidence;
  confidence.add(line);
  return confidence.readability();
}

double readability(const PageText& page) {
  GlyphConfidence confidence;
  for (const ReadBlock& block : page.blocks) {
    for (const ReadLine& line : block.lines) confidence.add(line);
  }
  return confidence.readability();
}

PageText with_better_lines(PageText one, PageText other) {
  if (readability(other) > readability(one)) std::swap(one, other);
  const std::vector<ReadLine*> lines = lines_of(one), others = lines_of(other);
  for (ReadLine* line : lines) {
    ReadLine* const match = only_line_on(*line, others);
    if (match == nullptr || only_line_on(*match, lines) != line) continue;
    if (readability(*match) > readability(*line)) *line = std::move(*match);
  }
  return one;
}

}  // namespace ocelli
