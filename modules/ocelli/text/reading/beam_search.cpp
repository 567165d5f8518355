#include "ocelli/text/reading/beam_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/text/reading/sign_cost.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kBeam = 8;
/// A path is dropped if its cost exceeds that of the best path to the same place so far by this much.
constexpr float kHopeless = 10;
constexpr std::size_t kShortestWord = 3;
constexpr double kPossible = 0.01;  ///< probability below which a space, or its absence, is not considered
constexpr float kUnread = 12;       ///< cost of an unreadable segment
constexpr float kSpeck = 7, kLikelySpeck = 3;                   ///< cost of a segment treated as dirt
constexpr double kLargestSpeck = 0.4, kLargestTinySpeck = 0.2;  ///< maximum side, in x-heights
/// Of glyphs, in x-heights above and below the baseline.
constexpr double kHighestFoot = 1.2, kDeepestHead = 0.3;
constexpr float kInWord = 1;    ///< cost of a digit beside a small letter
constexpr float kInNumber = 3;  ///< maximum language cost of a digit, or of a mark between digits
constexpr float kSign = 9;      ///< the same of a sign beyond ASCII: few texts have all of them
/// The same for a hyphen that divides a word at the end of a line: texts have few lines.
constexpr float kHyphen = 2;

/// Digits have equal width. The factor of the line's digit width up to which a digit costs nothing, the
/// factor from which on it certainly includes something else, and the cost of that.
constexpr double kWideFigure = 1.2, kTooWideFigure = 1.3;
constexpr double kTooWide = 5;

/// A typewriter's glyphs are near the centers of their cells, and the centers of neighbors are one cell
/// apart.
constexpr double kOffMiddle = 0.14;      ///< standard deviation in cells
constexpr double kMaxOff = 4;            ///< maximum cost of a glyph that is farther off, or wider
constexpr double kWiderThanCell = 1.35;  ///< in cells
/// Cells between centers at which a space and no space are equally likely.
constexpr double kBlankBetween = 1.5;
constexpr double kCellOdds = 14;  ///< log odds of a space added per cell
constexpr double kOneCell = 0.6;  ///< cells between the centers of two glyphs in one cell
constexpr float kCrowded = 2;     ///< cost of two glyphs in one cell

constexpr std::string_view kNumberMarks = ".,:/-%";

/// Old printers set white before these marks, in loose lines as much as a space elsewhere, though few
/// languages have a space there. Up to a wide gap the language model decides. Colons are included after small
/// letters, since forms align them, and points after points, since ellipses are spaced out.
constexpr std::string_view kClosingMarks = ",;!?";
constexpr double kWideGap = 2;  ///< in thresholds of a space

/// A point or a comma that begins a word is mostly a speck.
constexpr std::string_view kPoints = ".,";
constexpr float kLonePoint = 2;

constexpr int kKnownBits = 11;
constexpr std::size_t kKnown = std::size_t{1} << kKnownBits;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// A path to the end of a segment.
struct Way {
  float cost = 0;
  LanguageModel::Context context = LanguageModel::line_start();
  WordHash word = {};
  std::uint32_t before = kNone;     ///< the path that this one extends
  std::uint32_t arc = kNone;        ///< none for an unread segment
  std::uint32_t glyph_arc = kNone;  ///< of the last glyph; none before the first glyph
  GlyphCandidate glyph = {};
  bool space = false;
  Sign sign = Sign::none;  ///< the last character
};

bool is_number_mark(char byte) { return kNumberMarks.find(byte) != std::string_view::npos; }

bool is_small_letter(char byte) { return byte >= 'a' && byte <= 'z'; }

bool is_long_dash(std::string_view character) { return character == "\u2013" || character == "\u2014"; }

char last_byte(LanguageModel::Context context) { return static_cast<char>(context & 0xFF); }

/// Whether a byte continues a number. Language models cannot predict numbers, so the image has to decide.
bool goes_on_with_number(LanguageModel::Context context, char byte) {
  const char last = last_byte(context), before = last_byte(context >> 8);
  if (is_figure(last)) return is_figure(byte) || is_number_mark(byte);
  return is_number_mark(last) && is_figure(before) && is_figure(byte);
}

/// The costs of a gap being a space or not.
struct SpaceCosts {
  float space = 0, none = 0;
  bool may_be_space = false, may_be_none = true;
};

/// The gap before a position, for a word that begins there and for a closing mark.
struct Gap {
  SpaceCosts word, mark;
};

/// `odds`: log odds of a space.
SpaceCosts space_costs(double odds) {
  const double space = 1 / (1 + std::exp(-std::clamp(odds, -20.0, 20.0)));
  return {static_cast<float>(-std::log(space)), static_cast<float>(-std::log1p(-space)), space > kPossible,
          1 - space > kPossible};
}

class Search {
 public:
  explicit Search(const SearchedLine& line)
      : line_(line),
        ends_(line.ink.segments().size() + 1),
        min_(ends_.size(), std::numeric_limits<float>::infinity()),
        ways_{Way{}},
        known_(kKnown) {
    ends_[0] = {0};
  }

  FoundPath run() {
    const std::size_t segments = line_.ink.segments().size();
    const std::vector<GlyphArc>& arcs = line_.lattice.arcs();
    std::size_t arc = 0;
    for (std::uint32_t start = 0; start < segments; ++start) {
      check_canceled();
      keep_best(ends_[start]);
      const Gap gap = gap_before(start);
      for (; arc < arcs.size() && arcs[arc].first == start; ++arc) go_on(arc, gap);
      if (ends_[start + 1].empty())
        pass_over(start, kUnread);
      else if (is_speck(start))
        pass_over_speck(start);
    }
    return way_back();
  }

 private:
  Gap gap_before(std::uint32_t start) const {
    const std::vector<InkSegment>& segments = line_.ink.segments();
    if (start == 0 || segments[start].blob == segments[start - 1].blob) return {};
    const double threshold = line_.spaces.threshold, beyond = line_.gaps[start] - threshold;
    const double beyond_wide = line_.gaps[start] - kWideGap * threshold;
    return {space_costs(beyond / line_.spaces.spread),
            space_costs((std::min(beyond, 0.0) + std::max(beyond_wide, 0.0)) / line_.spaces.spread)};
  }

  /// Sorts the paths to a position by cost and keeps the best kBeam of those with different continuations.
  void keep_best(std::vector<std::uint32_t>& ways) {
    std::ranges::stable_sort(ways, {}, [this](std::uint32_t way) { return ways_[way].cost; });
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t way : ways) {
      const bool known = std::ranges::any_of(kept, [&](std::uint32_t other) {
        return ways_[other].context == ways_[way].context && ways_[other].word == ways_[way].word;
      });
      if (!known) kept.push_back(way);
      if (kept.size() == kBeam) break;
    }
    ways = std::move(kept);
  }

  void go_on(std::size_t arc, const Gap& gap) {
    const GlyphArc& glyph = line_.lattice.arcs()[arc];
    line_.lattice.candidates(arc, line_.frame, line_.reader, line_.filter, candidates_);
    const float in_cell = line_.ink.pitch() ? cell_cost(*line_.ink.pitch(), glyph.box) : 0;
    const std::vector<std::uint32_t>& ways = ends_[glyph.first];
    gaps_.clear();
    if (line_.ink.pitch())
      std::ranges::transform(ways, std::back_inserter(gaps_),
                             [&](std::uint32_t before) { return cells_between(before, arc, gap.word); });
    for (GlyphCandidate& candidate : candidates_) {
      doubt_width(candidate, glyph.box.width);
      candidate.cost += in_cell;
      for (std::size_t i = 0; i < ways.size(); ++i) {
        const SpaceCosts& costs = line_.ink.pitch() ? gaps_[i] : costs_before(candidate, ways[i], gap);
        if (costs.may_be_none) add(ways[i], arc, candidate, false, costs.none);
        if (costs.may_be_space) add(ways[i], arc, candidate, true, costs.space);
      }
    }
  }

  const SpaceCosts& costs_before(const GlyphCandidate& glyph, std::uint32_t way, const Gap& gap) const {
    const std::string& text = line_.reader.glyphs().classes()[glyph.label];
    return is_closing_mark(last_byte(ways_[way].context), text) ? gap.mark : gap.word;
  }

  static bool is_closing_mark(char last, std::string_view text) {
    if (text == ":") return is_small_letter(last);
    if (text == ".") return last == '.';
    return text.size() == 1 && kClosingMarks.find(text[0]) != std::string_view::npos;
  }

  /// The cost of a glyph that is off the center of its cell, or wider than it.
  static float cell_cost(const Pitch& pitch, const cv::Rect& box) {
    const double cells = pitch.cells_at(box.x + box.width / 2.0);
    const double off = (cells - std::floor(cells) - 0.5) / kOffMiddle;
    const double wider = box.width > kWiderThanCell * pitch.width ? kMaxOff : 0;
    return static_cast<float>(std::min(off * off / 2, kMaxOff) + wider);
  }

  /// Determines whether there is a blank typewriter cell between an arc and the last glyph of a path, from
  /// the distance of their centers in cells. Before the first glyph, `gap` applies.
  SpaceCosts cells_between(std::uint32_t way, std::size_t arc, const SpaceCosts& gap) const {
    const std::uint32_t last = ways_[way].glyph_arc;
    if (last == kNone) return gap;
    const cv::Rect &one = line_.lattice.arcs()[last].box, &other = line_.lattice.arcs()[arc].box;
    const double apart = other.x + other.width / 2.0 - one.x - one.width / 2.0;
    const double cells = apart / line_.ink.pitch()->width;
    SpaceCosts costs = space_costs(kCellOdds * (cells - kBlankBetween));
    if (cells > kOneCell) return costs;
    costs.none += kCrowded;
    costs.space += kCrowded;
    return costs;
  }

  void doubt_width(GlyphCandidate& candidate, int width) const {
    if (line_.figure_width <= 0 || !is_figure(line_.reader.glyphs().classes()[candidate.label][0])) return;
    const double excess = (width / line_.figure_width - kWideFigure) / (kTooWideFigure - kWideFigure);
    const auto cost = static_cast<float>(kTooWide * std::clamp(excess, 0.0, 1.0));
    candidate.cost += cost;
    candidate.confidence *= std::exp(-cost);
  }

  void add(std::uint32_t before, std::size_t arc, const GlyphCandidate& glyph, bool space, float gap_cost) {
    const ReadingWeights& weights = line_.reader.weights();
    const std::string& text = line_.reader.glyphs().classes()[glyph.label];
    Way way = ways_[before];
    way.before = before;
    way.arc = way.glyph_arc = static_cast<std::uint32_t>(arc);
    way.glyph = glyph;
    way.space = space;
    way.cost += gap_cost + glyph.cost + weights.glyph;
    const std::size_t end = line_.lattice.arcs()[arc].last + 1;
    if (weights.language > 0) {
      if (space) append(way, " ", false);
      append(way, text, end == line_.ink.segments().size());
    }
    if (way.cost > min_[end] + kHopeless) return;
    min_[end] = std::min(min_[end], way.cost);
    ends_[end].push_back(static_cast<std::uint32_t>(ways_.size()));
    ways_.push_back(way);
  }

  /// The language model's cost of a byte. Caches recent answers.
  float language_cost(LanguageModel::Context context, char byte) {
    const std::uint64_t question = (context << 8) | static_cast<std::uint8_t>(byte);
    auto& [asked, answer] = known_[question * 0x9E3779B97F4A7C15ULL >> (64 - kKnownBits)];
    if (asked != question) {
      asked = question;
      answer = -line_.reader.language().log_probability(context, {&byte, 1});
    }
    return answer;
  }

  /// The language model's cost of a character. After a letter, it knows best which signs there are.
  float character_cost(const Way& way, std::string_view character) {
    LanguageModel::Context context = way.context;
    float cost = 0;
    for (const char byte : character) {
      cost += language_cost(context, byte);
      context = LanguageModel::after(context, {&byte, 1});
    }
    const bool rare =
        is_long_dash(character) || (sign_of(character) != Sign::none && way.word.letters() == 0);
    return rare ? std::min(cost, kSign) : cost;
  }

  void append(Way& way, std::string_view character, bool ends_line) {
    float cost = character_cost(way, character);
    const char byte = character[0];
    if (goes_on_with_number(way.context, byte)) cost = std::min(cost, kInNumber);
    if (ends_line && byte == '-' && is_small_letter(last_byte(way.context))) cost = std::min(cost, kHyphen);
    if (is_figure_in_word(last_byte(way.context), byte)) way.cost += kInWord;
    if (is_lone_point(way.context, byte)) way.cost += kLonePoint;
    const Neighbor before{last_byte(way.context), way.word.letters() > 0, way.sign};
    way.cost += line_.reader.weights().language * cost + cost_of_sign(before, character);
    way.sign = sign_of(character);
    way.context = LanguageModel::after(way.context, character);
    if (!WordHash::is_letter(character)) return end_word(way);
    for (const char letter : character) way.word.add(letter);
  }

  static bool is_figure_in_word(char last, char next) {
    return (is_figure(last) && is_small_letter(next)) || (is_small_letter(last) && is_figure(next));
  }

  /// On a typewriter line, cells determine where a word begins. In numbers with wide gaps, the point may
  /// follow a gap.
  bool is_lone_point(LanguageModel::Context context, char byte) const {
    if (line_.ink.pitch() || last_byte(context) != ' ' || kPoints.find(byte) == std::string_view::npos)
      return false;
    const char before = last_byte(context >> 8);
    return before != '.' && !is_figure(before);
  }

  void end_word(Way& way) const {
    if (way.word.letters() >= kShortestWord && line_.reader.language().knows_word(way.word.value())) {
      way.cost -= line_.reader.weights().word;
    }
    way.word = {};
  }

  /// Whether a segment is small and isolated, or off the line, so that it may be dirt. Without a language
  /// model, dirt cannot be distinguished from marks.
  bool is_speck(std::uint32_t segment) const {
    if (line_.reader.weights().language <= 0) return false;
    const std::vector<InkSegment>& segments = line_.ink.segments();
    const std::uint32_t blob = segments[segment].blob;
    if (segment > 0 && segments[segment - 1].blob == blob) return false;
    if (segment + 1 < segments.size() && segments[segment + 1].blob == blob) return false;
    return size_of(segment) <= kLargestSpeck || stands_off(segment);
  }

  /// Whether a segment is entirely above or below the usual range of glyphs, like descenders of the line
  /// above.
  bool stands_off(std::uint32_t segment) const {
    const cv::Rect& box = line_.ink.segments()[segment].box;
    const double baseline = line_.frame.baseline + line_.frame.slope * (box.x + box.width / 2.0);
    return baseline - box.y - box.height > kHighestFoot * line_.frame.x_height ||
           box.y - baseline > kDeepestHead * line_.frame.x_height;
  }

  /// The longer side of a segment, in x-heights.
  double size_of(std::uint32_t segment) const {
    const cv::Rect& box = line_.ink.segments()[segment].box;
    return std::max(box.width, box.height) / line_.frame.x_height;
  }

  /// Extends all paths to a segment by skipping it.
  void pass_over(std::uint32_t segment, float cost) {
    for (const std::uint32_t before : ends_[segment]) pass_over(before, segment, cost);
  }

  /// The same for paths that are not in a number: a small segment there may be the only separator of its
  /// digits.
  void pass_over_speck(std::uint32_t segment) {
    const bool likely = size_of(segment) <= kLargestTinySpeck || stands_off(segment);
    const float cost = likely ? kLikelySpeck : kSpeck;
    for (const std::uint32_t before : ends_[segment]) {
      if (!is_figure(last_byte(ways_[before].context))) pass_over(before, segment, cost);
    }
  }

  void pass_over(std::uint32_t before, std::uint32_t segment, float cost) {
    Way way = ways_[before];
    way.before = before;
    way.arc = kNone;
    way.cost += cost;
    ends_[segment + 1].push_back(static_cast<std::uint32_t>(ways_.size()));
    ways_.push_back(way);
  }

  FoundPath way_back() {
    std::vector<std::uint32_t>& last = ends_.back();
    for (const std::uint32_t way : last) end_word(ways_[way]);
    keep_best(last);
    std::vector<FoundGlyph> glyphs;
    for (std::uint32_t way = last.front(); ways_[way].before != kNone; way = ways_[way].before) {
      const Way& at = ways_[way];
      if (at.arc == kNone) continue;
      const GlyphArc& arc = line_.lattice.arcs()[at.arc];
      glyphs.push_back({at.glyph.label, at.space, arc.first, arc.last, arc.box, at.glyph.confidence});
    }
    std::ranges::reverse(glyphs);
    return {std::move(glyphs), ways_[last.front()].cost};
  }

  const SearchedLine& line_;
  /// Paths to the start of each segment, and to the line's end.
  std::vector<std::vector<std::uint32_t>> ends_;
  std::vector<float> min_;  ///< cost of the best path to each so far
  std::vector<Way> ways_;
  std::vector<std::pair<std::uint64_t, float>> known_;  ///< cached language model queries and answers
  std::vector<GlyphCandidate> candidates_;              ///< of the current arc
  std::vector<SpaceCosts> gaps_;  ///< before the current arc, for each path to it; typewriter lines only
};

}  // namespace

FoundPath search(const SearchedLine& line) { return Search(line).run(); }

}  // namespace ocelli::internal
