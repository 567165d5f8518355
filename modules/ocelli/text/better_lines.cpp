#include "ocelli/text/better_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/imaging/box_index.hpp"
#include "ocelli/metrics/edit_distance.hpp"

namespace ocelli::internal {
namespace {

/// The sum and the number of glyph confidences.
struct GlyphConfidence {
  double sum = 0, count = 0;

  void add(double confidence, double glyphs) {
    sum += confidence * glyphs;
    count += glyphs;
  }
  void add(const ReadLine& line) {
    for (const ReadWord& word : line.words)
      for (const ReadGlyph& glyph : word.glyphs) add(static_cast<double>(glyph.confidence), 1);
  }
  double readability() const {
    constexpr double kOfNumber = 0.25;
    return count == 0 ? 0 : sum / count * std::pow(count, kOfNumber);
  }
};

/// Pointers to the lines of a page, which may be const.
template <class Page>
auto lines_of(Page& page) {
  std::vector<decltype(&page.blocks[0].lines[0])> lines;
  for (auto& block : page.blocks) {
    for (auto& line : block.lines) lines.push_back(&line);
  }
  return lines;
}

/// Whether the boxes share at least half the height of the lower one and half the length of the shorter one.
bool lie_on_each_other(const cv::Rect& one, const cv::Rect& other) {
  const cv::Rect common = one & other;
  return 2 * common.width >= std::min(one.width, other.width) &&
         2 * common.height >= std::min(one.height, other.height);
}

/// The lines of a page, indexed by position. `Line` may be const.
template <class Line>
class LinesByPlace {
 public:
  explicit LinesByPlace(std::vector<Line*> lines)
      : lines_(std::move(lines)), index_(boxes_of(lines_), kRow) {}

  const std::vector<Line*>& all() const { return lines_; }

  /// The only line that overlaps this one; null if there is none or more than one.
  Line* only_line_on(const ReadLine& line) const {
    Line* found = nullptr;
    const bool several = index_.any_over(line.box, [&](std::uint32_t i) {
      if (!lie_on_each_other(line.box, lines_[i]->box)) return false;
      if (found != nullptr && found != lines_[i]) return true;
      found = lines_[i];
      return false;
    });
    return several ? nullptr : found;
  }

 private:
  static constexpr double kRow = 32;  ///< pixels

  static std::vector<cv::Rect> boxes_of(const std::vector<Line*>& lines) {
    std::vector<cv::Rect> boxes;
    boxes.reserve(lines.size());
    for (const Line* line : lines) boxes.push_back(line->box);
    return boxes;
  }

  std::vector<Line*> lines_;
  BoxIndex index_;
};

/// The line among `others` that overlaps this one of `lines`, if neither overlaps a third; otherwise null.
template <class Line>
Line* match_of(const ReadLine& line, const LinesByPlace<ReadLine>& lines, const LinesByPlace<Line>& others) {
  Line* const match = others.only_line_on(line);
  return match != nullptr && lines.only_line_on(*match) == &line ? match : nullptr;
}

/// Words of two readings of a line that overlap.
struct WordGroup {
  int right = 0;
  std::array<std::vector<ReadWord>, 2> readings;
};

/// The words of two readings from left to right, grouped by overlaps of more than `slack` pixels.
std::vector<WordGroup> groups_of(std::array<std::vector<ReadWord>, 2> readings, int slack) {
  struct Placed {
    int left, right;
    std::size_t reading;
    ReadWord* word;
  };
  std::vector<Placed> words;
  for (std::size_t reading = 0; reading < readings.size(); ++reading) {
    for (ReadWord& word : readings[reading]) {
      const cv::Rect box = word.box();
      words.push_back({box.x, box.x + box.width, reading, &word});
    }
  }
  std::ranges::stable_sort(words, {}, &Placed::left);
  std::vector<WordGroup> groups;
  for (const Placed& word : words) {
    if (groups.empty() || word.left > groups.back().right - slack) groups.emplace_back();
    groups.back().right = std::max(groups.back().right, word.right);
    groups.back().readings[word.reading].push_back(std::move(*word.word));
  }
  return groups;
}

/// The readability of a reading's words, by word confidence, which accounts for listed words.
double trust(const std::vector<ReadWord>& words) {
  constexpr double kNothing = 0.3;  ///< confidence that there is no word
  if (words.empty()) return kNothing;
  GlyphConfidence trust;
  for (const ReadWord& word : words)
    trust.add(static_cast<double>(word.confidence()), static_cast<double>(word.glyphs.size()));
  return trust.readability();
}

/// The better of two lines, with words of the other where they are more confident.
ReadLine with_better_words(ReadLine one, ReadLine other) {
  constexpr double kSlack = 0.3;  ///< x-heights by which neighbors may overlap
  if (readability(other) > readability(one)) std::swap(one, other);
  std::array<std::vector<ReadWord>, 2> readings{std::move(one.words), std::move(other.words)};
  one.words.clear();
  for (WordGroup& group : groups_of(std::move(readings), static_cast<int>(kSlack * one.x_height))) {
    std::vector<ReadWord>& words =
        group.readings[trust(group.readings[1]) > trust(group.readings[0]) ? 1 : 0];
    std::ranges::move(words, std::back_inserter(one.words));
  }
  return one;
}

/// A reading of a line, and its weight.
struct Vote {
  const ReadLine* line = nullptr;
  std::vector<std::uint32_t> bytes;  ///< of its text
  double weight = 0;
};

Vote vote_for(const ReadLine& line) {
  constexpr double kMin = 0.05;
  const std::string text = line.text();
  return {&line, {text.begin(), text.end()}, std::pow(std::max(trust(line.words), kMin), 2)};
}

/// The reading that differs least from the others; the first among ties.
const ReadLine& most_agreed(std::span<const Vote> votes) {
  std::vector<double> disagreement(votes.size());
  for (std::size_t i = 0; i < votes.size(); ++i) {
    for (std::size_t j = i + 1; j < votes.size(); ++j) {
      const auto distance = static_cast<double>(edit_distance(votes[i].bytes, votes[j].bytes));
      disagreement[i] += votes[j].weight * distance;
      disagreement[j] += votes[i].weight * distance;
    }
  }
  const auto min = std::ranges::min_element(disagreement) - disagreement.begin();
  return *votes[static_cast<std::size_t>(min)].line;
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
  return with_words_of(std::move(one), std::move(other));
}

PageText with_words_of(PageText one, PageText other) {
  const LinesByPlace<ReadLine> lines(lines_of(one)), others(lines_of(other));
  for (ReadLine* line : lines.all()) {
    ReadLine* const match = match_of(*line, lines, others);
    if (match != nullptr) *line = with_better_words(std::move(*line), std::move(*match));
  }
  return one;
}

PageText with_agreed_lines(PageText page, std::span<const PageText> readings) {
  constexpr std::size_t kMinCount = 3;
  if (readings.size() + 1 < kMinCount) return page;
  const LinesByPlace<ReadLine> lines(lines_of(page));
  std::vector<LinesByPlace<const ReadLine>> others;
  for (const PageText& reading : readings) others.emplace_back(lines_of(reading));
  std::vector<ReadLine> agreed;
  for (const ReadLine* line : lines.all()) {
    std::vector<Vote> votes = {vote_for(*line)};
    for (const LinesByPlace<const ReadLine>& other : others) {
      if (const ReadLine* const match = match_of(*line, lines, other)) votes.push_back(vote_for(*match));
    }
    agreed.push_back(votes.size() < kMinCount ? *line : most_agreed(votes));
  }
  for (std::size_t i = 0; i < agreed.size(); ++i) *lines.all()[i] = std::move(agreed[i]);
  return page;
}

}  // namespace ocelli::internal
