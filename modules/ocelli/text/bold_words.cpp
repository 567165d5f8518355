#include "ocelli/text/bold_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/imaging/box_index.hpp"

namespace ocelli::internal {
namespace {

/// Strokes of bold faces are about half as wide again. Those of single words differ by a fifth.
constexpr double kBold = 1.3;
constexpr std::size_t kTooShort = 2;  ///< in glyphs: so few do not show how wide the strokes of a face are
constexpr double kIndexRow = 32;      ///< pixels

/// A word and the width of its strokes in x-heights; 0 if unknown.
struct WordStroke {
  ReadWord* word = nullptr;
  double width = 0;
};

/// The number of pixels of a component that are above another one of it.
std::size_t pixels_above_others(std::span<const RowRun> runs) {
  std::size_t count = 0, next = 0;
  for (const RowRun& run : runs) {
    const auto precedes = [&](const RowRun& other) {
      return other.y <= run.y || (other.y == run.y + 1 && other.end <= run.begin);
    };
    while (next < runs.size() && precedes(runs[next])) ++next;
    for (std::size_t i = next; i < runs.size() && runs[i].y == run.y + 1 && runs[i].begin < run.end; ++i)
      count += static_cast<std::size_t>(std::min(run.end, runs[i].end) - std::max(run.begin, runs[i].begin));
  }
  return count;
}

/// The mean width of a word's strokes in pixels, in any direction; 0 without ink. Across a straight stroke of
/// width w at angle a, rows of ink are w / |sin a| long and columns w / |cos a|.
double stroke_of(const ReadWord& word, const Components& components, const BoxIndex& index) {
  std::set<std::uint32_t> parts;
  const cv::Rect box = word.box();
  index.any_over(box, [&](std::uint32_t i) {
    const cv::Rect& part = components.list[i].box;
    if (box.contains({part.x + part.width / 2, part.y + part.height / 2})) parts.insert(i);
    return false;
  });
  std::size_t area = 0, rows = 0, columns = 0;
  for (const std::uint32_t i : parts) {
    const std::span<const RowRun> runs = components.runs_of(i);
    area += components.list[i].area;
    rows += runs.size();
    columns += components.list[i].area - pixels_above_others(runs);
  }
  return area == 0 ? 0 : static_cast<double>(area) / std::hypot(rows, columns);
}

}  // namespace

void note_bold(std::span<ReadLine> lines, const Components& components) {
  std::vector<cv::Rect> boxes;
  boxes.reserve(components.list.size());
  for (const Component& part : components.list) boxes.push_back(part.box);
  const BoxIndex index(boxes, kIndexRow);
  std::vector<WordStroke> strokes;
  std::vector<double> widths;
  for (ReadLine& line : lines) {
    for (ReadWord& word : line.words) {
      if (word.glyphs.size() <= kTooShort || line.x_height <= 0) continue;
      const double width = stroke_of(word, components, index) / line.x_height;
      if (!(width > 0)) continue;
      strokes.push_back({&word, width});
      widths.push_back(width);
    }
  }
  if (widths.empty()) return;
  const double typical = median(std::move(widths));
  for (const auto& [word, width] : strokes) word->bold = width > kBold * typical;
}

}  // namespace ocelli::internal
