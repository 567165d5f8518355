#include "ocelli/text/reading/beam_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kBeam = 8;
constexpr float kHopeless =
    10;  ///< cost above the best way to the same place, so far, at which a way is dropped
constexpr std::size_t kShortestWord = 3;
constexpr double kPossible = 0.01;  ///< probability below which a space, or none, is not considered
constexpr float kUnread = 12;       ///< cost of a segment that nothing can be made of
constexpr float kSpeck = 7, kLikelySpeck = 3;                   ///< of one that is taken for dirt
constexpr double kLargestSpeck = 0.4, kLargestTinySpeck = 0.2;  ///< either side of it, x-heights
constexpr double kHighestFoot = 1.2,
                 kDeepestHead = 0.3;  ///< of glyphs, x-heights above and below the baseline
constexpr float kInWord = 1;          ///< cost of a figure beside a small letter
constexpr float kInNumber = 3;        ///< the language's cost of a figure, or a mark between figures, at most
constexpr float kHyphen =
    2;  ///< the same of a hyphen that parts a word at the line's end: texts have few lines

/// Figures are of one width. How much wider than the line's one may be at no cost, from when on it surely is
/// a figure and something else, and what that costs.
constexpr double kWideFigure = 1.2, kTooWideFigure = 1.3;
constexpr double kTooWide = 5;

/// A typewriter's glyphs stand about the middles of their cells, and there is one cell between those of
/// neighbors.
constexpr double kOffMiddle = 0.14;      ///< cells, standard deviation
constexpr double kMaxOff = 4;            ///< cost of any glyph that is further off, and of one that is wider
constexpr double kWiderThanCell = 1.35;  ///< cells
constexpr double kBlankBetween =
    1.5;  ///< cells between the middles where there are as likely two glyphs as a space
constexpr double kCellOdds = 14;  ///< how much each cell more adds to the logarithm of the odds of a space
constexpr double kOneCell = 0.6;  ///< cells between the middles of two glyphs in one
constexpr float kCrowded = 2;     ///< cost of that

constexpr std::string_view kNumberMarks = ".,:/-%";

/// Old printers set white before these marks, in loose lines as much as a space is elsewhere, though few
/// languages have a space there: up to a wide gap the language decides. Colons count after small letters, as
/// forms line them up, and points after points, as ellipses are spaced out.
constexpr std::string_view kClosingMarks = ",;!?";
constexpr double kWideGap = 2;  ///< times the threshold of a space

/// Cost of what mostly is a speck: a point or a comma that begins a word.
constexpr std::string_view kPoints = ".,";
constexpr float kLonePoint = 2;

constexpr int kKnownBits = 11;
constexpr std::size_t kKnown = std::size_t{1} << kKnownBits;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// A way to the end of some segment.
struct Way {
  float cost = 0;
  LanguageModel::Context context = LanguageModel::line_start();
  WordHash word = {};
  std::uint32_t before = kNone;     ///< the path that this one extends
  std::uint32_t arc = kNone;        ///< none: an unread segment
  std::uint32_t glyph_arc = kNone;  ///< of the last glyph; none before the first
  GlyphCandidate glyph = {};
  bool space = false;
};

bool is_number_mark(char byte) { return kNumberMarks.find(byte) != std::string_view::npos; }

bool is_small_letter(char byte) { return byte >= 'a' && byte <= 'z'; }

char last_byte(LanguageModel::Context context) { return static_cast<char>(context & 0xFF); }

/// Whether a byte continues a number. No language model predicts numbers: the image has to decide.
bool goes_on_with_number(LanguageModel::Context context, char byte) {
  const char last = last_byte(context), before = last_byte(context >> 8);
  if (is_figure(last)) return is_figure(byte) || is_number_mark(byte);
  return is_number_mark(last) && is_figure(before) && is_figure(byte);
}

/// What it costs that a gap is a space, or is not.
struct SpaceCosts {
  float space = 0, none = 0;
  bool may_be_space = false, may_be_none = true;
};

/// The white before a place, where a word may begin there, and where a closing mark may stand.
struct Gap {
  SpaceCosts word, mark;
};

/// `odds`: logarithm, of a space.
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

  /// Sorts the paths to a place by cost and keeps the best of those that continue alike, kBeam of them.
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

  /// What it costs that a glyph stands off the middle of its cell, or is wider.
  static float cell_cost(const Pitch& pitch, const cv::Rect& box) {
    const double cells = pitch.cells_at(box.x + box.width / 2.0);
    const double off = (cells - std::floor(cells) - 0.5) / kOffMiddle;
    const double wider = box.width > kWiderThanCell * pitch.width ? kMaxOff : 0;
    return static_cast<float>(std::min(off * off / 2, kMaxOff) + wider);
  }

  /// Whether there is a blank cell of a typewriter between an arc and the last glyph of a way, from the cells
  /// between their middles. `gap` holds before the first glyph.
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

  /// The language model's cost of a byte; what was asked for lately is known.
  float language_cost(LanguageModel::Context context, char byte) {
    const std::uint64_t question = (context << 8) | static_cast<std::uint8_t>(byte);
    auto& [asked, answer] = known_[question * 0x9E3779B97F4A7C15ULL >> (64 - kKnownBits)];
    if (asked != question) {
      asked = question;
      answer = -line_.reader.language().log_probability(context, {&byte, 1});
    }
    return answer;
  }

  void append(Way& way, std::string_view text, bool ends_line) {
    for (const char byte : text) {
      float cost = language_cost(way.context, byte);
      if (goes_on_with_number(way.context, byte)) cost = std::min(cost, kInNumber);
      if (ends_line && byte == '-' && is_small_letter(last_byte(way.context))) cost = std::min(cost, kHyphen);
      if (is_figure_in_word(last_byte(way.context), byte)) way.cost += kInWord;
      if (is_lone_point(way.context, byte)) way.cost += kLonePoint;
      way.cost += line_.reader.weights().language * cost;
      way.context = LanguageModel::after(way.context, {&byte, 1});
      if (WordHash::is_letter(byte)) {
        way.word.add(byte);
      } else {
        end_word(way);
      }
    }
  }

  static bool is_figure_in_word(char last, char next) {
    return (is_figure(last) && is_small_letter(next)) || (is_small_letter(last) && is_figure(next));
  }

  /// On a typewriter's line cells tell where a word begins; in numbers with wide gaps the point may follow
  /// one.
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

  /// Whether a segment is a small one by itself, or lies off the line, so that it may be dirt. Without a
  /// language nothing tells dirt from the marks that it looks like.
  bool is_speck(std::uint32_t segment) const {
    if (line_.reader.weights().language <= 0) return false;
    const std::vector<InkSegment>& segments = line_.ink.segments();
    const std::uint32_t blob = segments[segment].blob;
    if (segment > 0 && segments[segment - 1].blob == blob) return false;
    if (segment + 1 < segments.size() && segments[segment + 1].blob == blob) return false;
    return size_of(segment) <= kLargestSpeck || stands_off(segment);
  }

  /// Whether a segment lies wholly above or below where glyphs do, as feet of the line above.
  bool stands_off(std::uint32_t segment) const {
    const cv::Rect& box = line_.ink.segments()[segment].box;
    const double baseline = line_.frame.baseline + line_.frame.slope * (box.x + box.width / 2.0);
    return baseline - box.y - box.height > kHighestFoot * line_.frame.x_height ||
           box.y - baseline > kDeepestHead * line_.frame.x_height;
  }

  /// The longer side of a segment, x-heights.
  double size_of(std::uint32_t segment) const {
    const cv::Rect& box = line_.ink.segments()[segment].box;
    return std::max(box.width, box.height) / line_.frame.x_height;
  }

  /// Goes on without a segment, on all ways to it.
  void pass_over(std::uint32_t segment, float cost) {
    for (const std::uint32_t before : ends_[segment]) pass_over(before, segment, cost);
  }

  /// The same on ways that are not in a number: what is small there may be all that parts its figures.
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
  std::vector<std::vector<std::uint32_t>> ends_;  ///< ways to before each segment, and to the line's end
  std::vector<float> min_;                        ///< cost of the best of them so far
  std::vector<Way> ways_;
  std::vector<std::pair<std::uint64_t, float>> known_;  ///< questions to the language model, and its answers
  std::vector<GlyphCandidate> candidates_;              ///< of the arc at hand
  std::vector<SpaceCosts> gaps_;  ///< before it, on each way to it; of typewriters' lines
};

}  // namespace

FoundPath search(const SearchedLine& line) { return Search(line).run(); }

}  // namespace ocelli::internal
