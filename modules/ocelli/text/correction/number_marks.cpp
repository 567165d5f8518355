#include "ocelli/text/correction/corrections.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace ocelli::internal {
namespace {

constexpr std::size_t kFewMarks = 6;
constexpr std::size_t kMaxMarks = 2000;  ///< per page; only dirt has more
/// Minimum deviations of reaches, in digit heights. Those of points are about a pixel; commas differ in their
/// tails.
constexpr double kMinOfPoints = 0.025, kMinOfCommas = 0.05;
constexpr double kMinStep = 0.03;  ///< minimum difference between the reaches of points and of commas
constexpr double kMaxOdds = 3;     ///< maximum log odds of an image, either way
/// Maximum confidence of a mark if its image and the page disagree.
constexpr float kDoubtful = 0.75F;
constexpr double kNarrowSpace = 1.2;  ///< x-heights of a space that may split a number at a missed mark
constexpr float kHardlyRead = 0.5F;   ///< confidence of a glyph that may be anything
constexpr double kSplit = 6;          ///< minimum log-likelihood advantage of two kinds over one

/// A point or comma between two digits.
struct Mark {
  ReadGlyph* glyph;
  double reach;  ///< its height plus its depth below the bottom of the digits, in digit heights
  double odds;   ///< log odds, from its image, that it is a comma
};

bool has_figures(const ReadWord& word) { return std::ranges::any_of(word.glyphs, reads_figure); }
bool is_hardly_read(const ReadWord& word) {
  return std::ranges::any_of(word.glyphs,
                             [](const ReadGlyph& glyph) { return glyph.confidence < kHardlyRead; });
}
void doubt(ReadGlyph& glyph) { glyph.confidence = std::min(glyph.confidence, kDoubtful); }

/// Whether the word ends in a digit, or in a digit and a mark.
bool ends_in_figure(const ReadWord& word) {
  const std::size_t count = word.glyphs.size();
  const bool mark = count > 1 && (word.glyphs.back().text == "." || word.glyphs.back().text == ",");
  return reads_figure(word.glyphs[mark ? count - 2 : count - 1]);
}

/// Whether a space may be at a missed mark or digit of a number.
bool may_part_a_number(const ReadWord& left, const ReadWord& right) {
  if (!has_figures(left) && !has_figures(right)) return false;
  const bool figures = ends_in_figure(left) && reads_figure(right.glyphs.front());
  return figures || is_hardly_read(left) || is_hardly_read(right);
}

double foot(const cv::Rect& box) { return box.y + box.height; }

double image_odds(const ReadGlyph& glyph) {
  const double sure = std::clamp(static_cast<double>(glyph.confidence), 0.01, 0.99);
  const double odds = std::clamp(std::log(sure / (1 - sure)), 0.0, kMaxOdds);
  return glyph.text == "," ? odds : -odds;
}

std::vector<Mark> marks_of(std::span<ReadLine> lines) {
  std::vector<Mark> marks;
  for (ReadLine& line : lines) {
    for (ReadWord& word : line.words) {
      for (std::size_t i = 1; i + 1 < word.glyphs.size(); ++i) {
        ReadGlyph& glyph = word.glyphs[i];
        const ReadGlyph &left = word.glyphs[i - 1], &right = word.glyphs[i + 1];
        if ((glyph.text != "." && glyph.text != ",") || !reads_figure(left) || !reads_figure(right)) continue;
        const double height = (left.box.height + right.box.height) / 2.0;
        const double below = foot(glyph.box) - (foot(left.box) + foot(right.box)) / 2;
        marks.push_back({&glyph, (glyph.box.height + below) / height, image_odds(glyph)});
      }
    }
  }
  return marks;
}

/// The log likelihood of the reaches of some marks under a normal distribution fitted to them.
double suits(std::span<const Mark> marks, double min_deviation) {
  if (marks.empty()) return 0;
  double sum = 0, squares = 0;
  for (const Mark& mark : marks) {
    sum += mark.reach;
    squares += mark.reach * mark.reach;
  }
  const auto count = static_cast<double>(marks.size());
  const double variance = std::max(squares / count - sum / count * sum / count, 0.0);
  const double deviation = std::max(std::sqrt(variance), min_deviation);
  return -count * (std::log(deviation) + variance / (2 * deviation * deviation));
}

/// The first comma of marks sorted by reach: the split into points below and commas above that fits reaches
/// and images best.
std::optional<std::size_t> first_comma(std::span<const Mark> marks) {
  double images = 0;
  for (const Mark& mark : marks) images += mark.odds;
  std::optional<std::size_t> first;
  const double alike =
      std::max(suits(marks, kMinOfPoints) - images / 2, suits(marks, kMinOfCommas) + images / 2);
  double best = alike + kSplit;
  double by_images = images / 2;  // half the log odds of the class assigned to each mark
  for (std::size_t i = 1; i < marks.size(); ++i) {
    by_images -= marks[i - 1].odds;
    if (marks[i].reach - marks[i - 1].reach < kMinStep) continue;
    const double score =
        suits(marks.first(i), kMinOfPoints) + suits(marks.subspan(i), kMinOfCommas) + by_images;
    if (score <= best) continue;
    best = score;
    first = i;
  }
  return first;
}

}  // namespace

void resolve_number_marks(std::span<ReadLine> lines, std::span<const std::string> readable) {
  for (const char* const mark : {".", ","})
    if (std::ranges::find(readable, mark) == readable.end()) return;
  std::vector<Mark> marks = marks_of(lines);
  if (marks.size() < kFewMarks || marks.size() > kMaxMarks) return;
  std::ranges::stable_sort(marks, {}, &Mark::reach);
  const std::optional<std::size_t> comma = first_comma(marks);
  if (!comma) return;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const std::string text = i < *comma ? "." : ",";
    ReadGlyph& glyph = *marks[i].glyph;
    if (glyph.text == text) continue;
    glyph.text = text;
    doubt(glyph);
  }
}

void doubt_parted_numbers(ReadLine& line) {
  for (std::size_t i = 0; i + 1 < line.words.size(); ++i) {
    ReadWord &left = line.words[i], &right = line.words[i + 1];
    const cv::Rect before = left.glyphs.back().box, after = right.glyphs.front().box;
    const int gap = after.x - before.x - before.width;
    if (gap > kNarrowSpace * line.x_height || !may_part_a_number(left, right)) continue;
    std::ranges::for_each(left.glyphs, doubt);
    std::ranges::for_each(right.glyphs, doubt);
  }
}

}  // namespace ocelli::internal
