#include "ocelli/text/bold_words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/imaging/box_index.hpp"

namespace ocelli::internal {
namespace {

/// Strokes of bold faces are at least half as wide again; blur and capitals account for some of it.
constexpr double kBold = 1.3;
constexpr std::size_t kTooShort = 2;  ///< in glyphs: so few do not show how wide the strokes of a face are
constexpr double kIndexRow = 32;      ///< pixels

/// A word and the width of its strokes in x-heights; 0 if unknown.
struct WordStroke {
  ReadWord* word = nullptr;
  double width = 0;
};

/// The median length of the rows of ink in a word: mostly cuts across upright strokes.
double stroke_of(const ReadWord& word, double x_height, const Components& components, const BoxIndex& index) {
  std::vector<std::int32_t> lengths;
  const cv::Rect box = word.box();
  index.any_over(box, [&](std::uint32_t i) {
    const cv::Rect& part = components.list[i].box;
    const cv::Point middle(part.x + part.width / 2, part.y + part.height / 2);
    if (!box.contains(middle)) return false;
    for (const RowRun& run : components.runs_of(i)) lengths.push_back(run.end - run.begin);
    return false;
  });
  return lengths.empty() || x_height <= 0 ? 0 : median(std::move(lengths)) / x_height;
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
      if (word.glyphs.size() <= kTooShort) continue;
      const double width = stroke_of(word, line.x_height, components, index);
      if (width <= 0) continue;
      strokes.push_back({&word, width});
      widths.push_back(width);
    }
  }
  if (widths.empty()) return;
  const double typical = median(std::move(widths));
  for (const auto& [word, width] : strokes) word->bold = width > kBold * typical;
}

}  // namespace ocelli::internal
