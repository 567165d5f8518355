#include "ocelli/imaging/ruling_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {
namespace {

/// In letter heights.
constexpr double kClosedGap = 0.2;                            ///< within a piece: grain
constexpr double kJoinedGap = 1.2;                            ///< between pieces; a row of a table is higher
constexpr double kEndGap = 0.5;                               ///< before the end of a rule
constexpr double kShortestLevel = 3, kShortestUpright = 1.8;  ///< of pieces
constexpr double kShortestRule = 4;                           ///< shorter upright ones end at level ones
constexpr double kThickest = 0.5;
constexpr double kSameLine = 0.2;
constexpr double kOpenRow = 4.5;  ///< height of a row without upright rules
constexpr double kTouch = 0.8;    ///< between the end of a rule and the rule that it meets

constexpr double kShortestSpan = 0.5;     ///< of ink without a gap, in letter heights
constexpr int kThickened = 1;             ///< pixels on either side
constexpr double kMinInked = 0.8;         ///< share of a piece with ink as thin as it
constexpr double kBeside = 0.2;           ///< in letter heights, from the side of a piece
constexpr double kMaxBeside = 0.12;       ///< share of a piece with ink on both sides there
constexpr int kMaxAcross = 200;           ///< pixels; thicker ink is no rule
constexpr double kLongThan = 5;           ///< minimum ratio of length to thickness
constexpr std::size_t kMaxPieces = 3000;  ///< of one direction

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }

  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// The smaller number names the set.
  void join(std::size_t a, std::size_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

/// Ink of a row, from `begin` to before `end`.
struct Span {
  int begin = 0, end = 0;
  std::size_t piece = 0;  ///< to which it belongs
};

/// Spans with the gaps between them closed, and those that are then too short left out.
std::vector<Span> closed(const std::vector<Span>& spans, int gap, int shortest) {
  std::vector<Span> long_ones;
  for (std::size_t i = 0; i < spans.size();) {
    Span joined = spans[i++];
    for (; i < spans.size() && spans[i].begin - joined.end <= gap; ++i)
      joined.end = std::max(joined.end, spans[i].end);
    if (joined.end - joined.begin >= shortest) long_ones.push_back(joined);
  }
  return long_ones;
}

/// For each row, the long spans of ink.
std::vector<std::vector<Span>> spans_of(const InkRuns& page, int gap, int shortest) {
  std::vector<std::vector<Span>> rows;
  std::vector<Span> row;
  for (int y = 0; y < page.size.height; ++y) {
    row.clear();
    for (const InkRun& run : page.row(y)) row.push_back({run.begin, run.end});
    rows.push_back(closed(row, gap, shortest));
  }
  return rows;
}

/// The spans of three rows as one row, so that rules that lean continue over their steps.
std::vector<std::vector<Span>> thickened(const std::vector<std::vector<Span>>& rows, int gap, int shortest) {
  std::vector<std::vector<Span>> thick;
  std::vector<Span> near;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    near.clear();
    for (std::size_t i = y - std::min<std::size_t>(y, 1); i < std::min(y + 2, rows.size()); ++i)
      near.insert(near.end(), rows[i].begin(), rows[i].end());
    std::ranges::sort(near, {}, &Span::begin);
    thick.push_back(closed(near, gap, shortest));
  }
  return thick;
}

/// Sums over the pixels of a piece, from which a line is fitted.
struct Sums {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  int begin = INT32_MAX, end = 0;

  void add(const Span& span, int at) {
    const double length = span.end - span.begin, mid = (span.begin + span.end - 1) / 2.0;
    n += length;
    x += length * mid;
    y += length * at;
    xx += length * (mid * mid + (length * length - 1) / 12);
    xy += length * mid * at;
    begin = std::min(begin, span.begin);
    end = std::max(end, span.end);
  }

  RulingLine fit() const {
    const double spread = xx - x * x / n;
    const double slope = spread > 0 ? (xy - x * y / n) / spread : 0;
    const double thickness = std::max(1.0, n / (end - begin) - 2 * kThickened);
    return {(y - slope * x) / n, slope, begin, end, thickness};
  }
};

bool is_thin(const RulingLine& line, double letter) {
  return line.thickness <= std::max(3.0, kThickest * letter) && line.length() >= kLongThan * line.thickness;
}

/// The ink across a line at one place: how thick it is; 0 without ink within two pixels of the line.
int ink_across(const cv::Mat& ink, const RulingLine& line, int along) {
  if (along < 0 || along >= ink.cols) return 0;
  const int center = static_cast<int>(std::lround(line.at(along)));
  const auto is_ink = [&](int y) { return y >= 0 && y < ink.rows && ink.at<std::uint8_t>(y, along) != 0; };
  int y = center;
  for (const int off : {0, -1, 1, -2, 2}) {
    y = center + off;
    if (is_ink(y)) break;
  }
  if (!is_ink(y)) return 0;
  int thickness = 1;
  for (int up = y - 1; is_ink(up) && thickness < kMaxAcross; --up) ++thickness;
  for (int down = y + 1; is_ink(down) && thickness < kMaxAcross; ++down) ++thickness;
  return thickness;
}

/// The greatest thickness at most places of a rule.
int thickest(const RulingLine& line, double letter) {
  return std::max(static_cast<int>(line.thickness) + 3, static_cast<int>(kThickest * letter));
}

/// Whether there is ink along a line that is hardly thicker than it: feet of letters in a row are not a rule.
bool is_inked(const cv::Mat& ink, const RulingLine& line, double letter) {
  const int most = thickest(line, letter);
  int inked = 0;
  for (int along = line.begin; along < line.end; ++along) {
    const int thickness = ink_across(ink, line, along);
    inked += thickness > 0 && thickness <= most;
  }
  return inked >= kMinInked * line.length();
}

/// Whether there is paper along at least one side of a line: a row of specks in a shaded area is not a rule.
bool has_paper_beside(const cv::Mat& ink, const RulingLine& line, double letter) {
  const double off = line.thickness / 2 + std::max(2.0, kBeside * letter);
  int before = 0, after = 0;
  const auto is_ink = [&](int along, double across) {
    const int y = static_cast<int>(std::lround(across));
    return y >= 0 && y < ink.rows && ink.at<std::uint8_t>(y, along) != 0;
  };
  for (int along = line.begin; along < line.end; ++along) {
    before += is_ink(along, line.at(along) - off);
    after += is_ink(along, line.at(along) + off);
  }
  return std::min(before, after) <= kMaxBeside * line.length();
}

/// Follows the ink of a rule beyond its ends.
void extend_ends(const cv::Mat& ink, RulingLine& line, double letter) {
  const int most = thickest(line, letter), gap = static_cast<int>(kEndGap * letter);
  const auto follow = [&](int end, int direction) {
    for (int along = end, white = 0; along >= 0 && along < ink.cols && white <= gap; along += direction) {
      const int thickness = ink_across(ink, line, along);
      if (thickness > most) break;
      white = thickness > 0 ? 0 : white + 1;
      if (thickness > 0) end = along;
    }
    return end;
  };
  line.begin = follow(line.begin, -1);
  line.end = follow(line.end - 1, 1) + 1;
}

/// Numbers the pieces that spans of neighboring rows form. Returns how many there are.
std::size_t number_pieces(std::vector<std::vector<Span>>& rows) {
  std::size_t count = 0;
  for (const std::vector<Span>& row : rows) count += row.size();
  DisjointSets sets(count);
  std::size_t next = 0;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (Span& span : rows[y]) span.piece = next++;
    if (y == 0) continue;
    for (const Span& above : rows[y - 1])
      for (const Span& span : rows[y])
        if (span.begin < above.end && above.begin < span.end) sets.join(above.piece, span.piece);
  }
  std::vector<std::size_t> numbers(count, count);
  std::size_t pieces = 0;
  for (std::vector<Span>& row : rows) {
    for (Span& span : row) {
      std::size_t& number = numbers[sets.find(span.piece)];
      if (number == count) number = pieces++;
      span.piece = number;
    }
  }
  return pieces;
}

/// The pieces of level rules.
std::vector<RulingLine> pieces_of(const cv::Mat& ink, double letter, double shortest) {
  const int gap = std::max(2, static_cast<int>(kClosedGap * letter));
  const auto part = std::max(3, static_cast<int>(kShortestSpan * letter));
  const InkRuns page = find_ink_runs(ink);
  std::vector<std::vector<Span>> rows =
      thickened(spans_of(page, gap, part), gap, std::max(part, static_cast<int>(shortest * letter)));
  const std::size_t count = number_pieces(rows);
  if (count > kMaxPieces) return {};
  std::vector<Sums> sums(count);
  for (std::size_t y = 0; y < rows.size(); ++y)
    for (const Span& span : rows[y]) sums[span.piece].add(span, static_cast<int>(y));
  std::vector<RulingLine> pieces;
  for (const Sums& of : sums) {
    RulingLine line = of.fit();
    if (!is_thin(line, letter) || !is_inked(ink, line, letter) || !has_paper_beside(ink, line, letter))
      continue;
    extend_ends(ink, line, letter);
    pieces.push_back(line);
  }
  return pieces;
}

/// Whether a piece, which begins later, continues another.
bool continues(const RulingLine& one, const RulingLine& next, double letter) {
  if (next.begin - one.end > kJoinedGap * letter) return false;
  const double place = (std::min(one.end, next.end) + next.begin) / 2.0;
  return std::abs(one.at(place) - next.at(place)) <= std::max(2.0, kSameLine * letter);
}

RulingLine joined(const RulingLine& one, const RulingLine& next) {
  RulingLine line = one.length() >= next.length() ? one : next;
  const double ink = one.thickness * one.length() + next.thickness * next.length();
  line.begin = std::min(one.begin, next.begin);
  line.end = std::max(one.end, next.end);
  line.thickness = std::max(std::max(one.thickness, next.thickness), ink / line.length());
  // The ends of both pieces lie on the line.
  const double from = one.at(line.begin), to = (one.end > next.end ? one : next).at(line.end);
  line.slope = (to - from) / std::max(1, line.length());
  line.across = from - line.slope * line.begin;
  return line;
}

std::vector<RulingLine> joined_pieces(std::vector<RulingLine> pieces, double letter) {
  std::ranges::sort(pieces, {}, [](const RulingLine& line) { return std::tuple(line.begin, line.across); });
  std::vector<RulingLine> lines;
  for (const RulingLine& piece : pieces) {
    check_canceled();
    const auto before =
        std::ranges::find_if(lines, [&](const RulingLine& line) { return continues(line, piece, letter); });
    if (before == lines.end()) {
      lines.push_back(piece);
    } else {
      *before = joined(*before, piece);
    }
  }
  std::ranges::sort(lines, {}, [](const RulingLine& line) { return std::tuple(line.middle(), line.begin); });
  return lines;
}

/// Whether an end of a rule lies on the other rule.
bool ends_at(double along, const RulingLine& one, const RulingLine& other, double touch) {
  const double across = one.at(along);
  return across >= other.begin - touch && across <= other.end + touch &&
         std::abs(other.at(across) - along) <= touch;
}

bool cross(const RulingLine& level, const RulingLine& upright, double touch) {
  const double x = upright.at(level.middle()), y = level.at(upright.middle());
  return x >= level.begin - touch && x <= level.end + touch && y >= upright.begin - touch &&
         y <= upright.end + touch;
}

/// Short upright strokes that are not between level rules are characters.
bool is_rule(const RulingLine& upright, const std::vector<RulingLine>& level, double letter) {
  if (upright.length() >= kShortestRule * letter) return true;
  const auto any = [&](double along) {
    return std::ranges::any_of(
        level, [&](const RulingLine& line) { return ends_at(along, upright, line, kTouch * letter); });
  };
  return any(upright.begin) && any(upright.end);
}

/// Joins the grids above and below a row without upright rules: at least two of their upright rules are in
/// line.
void join_continued(DisjointSets& sets, const RulingLines& lines, double letter) {
  const std::size_t levels = lines.level.size();
  std::map<std::pair<std::size_t, std::size_t>, int> in_line;
  for (std::size_t i = 0; i < lines.upright.size(); ++i) {
    for (std::size_t j = 0; j < lines.upright.size(); ++j) {
      const RulingLine &above = lines.upright[i], &below = lines.upright[j];
      const double gap = below.begin - above.end;
      if (gap <= 0 || gap > kOpenRow * letter) continue;
      if (std::abs(above.at(above.end) - below.at(below.begin)) <= kTouch * letter / 2)
        ++in_line[{sets.find(levels + i), sets.find(levels + j)}];
    }
  }
  for (const auto& [pair, count] : in_line)
    if (count > 1) sets.join(pair.first, pair.second);
}

/// Erases the rule's own ink at one place along it: all of a mark as thin as the rule, else the band of the
/// rule unless ink continues on both sides.
void erase_at(cv::Mat& ink, int along, const RulingLine& line, bool upright, int spare) {
  const int depth = upright ? ink.cols : ink.rows;
  const auto pixel = [&](int across) -> std::uint8_t& {
    return upright ? ink.at<std::uint8_t>(along, across) : ink.at<std::uint8_t>(across, along);
  };
  const double center = line.at(along), half = line.thickness / 2 + spare;
  const int first = std::max(0, static_cast<int>(std::lround(center - half)));
  const int last = std::min(depth - 1, static_cast<int>(std::lround(center + half)));
  const bool before = first > 0 && pixel(first - 1) != 0 && pixel(std::min(first, depth - 1)) != 0;
  const bool after = last < depth - 1 && pixel(last + 1) != 0 && pixel(std::max(last, 0)) != 0;
  if (before && after) return;
  for (int across = first; across <= last; ++across) pixel(across) = 0;
}

void erase_line(cv::Mat& ink, const RulingLine& line, bool upright, double letter) {
  const int length = upright ? ink.rows : ink.cols;
  const int spare = std::max(1, static_cast<int>(letter / 20));
  const int beyond = static_cast<int>(line.thickness) + spare;
  for (int along = std::max(0, line.begin - beyond); along < std::min(length, line.end + beyond); ++along)
    erase_at(ink, along, line, upright, spare);
}

/// Erases the crossings, where ink continues on all sides.
void erase_crossing(cv::Mat& ink, const RulingLine& level, const RulingLine& upright, double letter) {
  const double y = level.at(upright.middle()), x = upright.at(y);
  const double spare = std::max(1.0, letter / 20) + 1;
  const cv::Rect around(
      static_cast<int>(x - upright.thickness / 2 - spare), static_cast<int>(y - level.thickness / 2 - spare),
      static_cast<int>(upright.thickness + 2 * spare) + 1, static_cast<int>(level.thickness + 2 * spare) + 1);
  ink(around & cv::Rect({}, ink.size())) = 0;
}

}  // namespace

RulingLines find_ruling_lines(const cv::Mat& ink, double letter) {
  if (letter <= 0) return {};
  std::vector<RulingLine> level = joined_pieces(pieces_of(ink, letter, kShortestLevel), letter);
  std::erase_if(level, [&](const RulingLine& line) { return line.length() < kShortestRule * letter; });
  std::vector<RulingLine> upright = joined_pieces(pieces_of(ink.t(), letter, kShortestUpright), letter);
  std::erase_if(upright, [&](const RulingLine& line) { return !is_rule(line, level, letter); });
  return {std::move(level), std::move(upright)};
}

std::vector<RulingLines> ruled_grids(const RulingLines& lines, double letter) {
  const std::size_t levels = lines.level.size();
  DisjointSets sets(levels + lines.upright.size());
  for (std::size_t i = 0; i < levels; ++i) {
    for (std::size_t j = 0; j < lines.upright.size(); ++j)
      if (cross(lines.level[i], lines.upright[j], kTouch * letter)) sets.join(i, levels + j);
  }
  join_continued(sets, lines, letter);
  std::vector<RulingLines> grids(levels + lines.upright.size());
  for (std::size_t i = 0; i < levels; ++i) grids[sets.find(i)].level.push_back(lines.level[i]);
  for (std::size_t j = 0; j < lines.upright.size(); ++j)
    grids[sets.find(levels + j)].upright.push_back(lines.upright[j]);
  std::erase_if(grids, [](const RulingLines& grid) {
    return grid.level.empty() || grid.upright.empty() || grid.level.size() + grid.upright.size() < 3;
  });
  return grids;
}

void erase_ruling_lines(cv::Mat& ink, const RulingLines& lines, double letter) {
  for (const RulingLine& level : lines.level) {
    for (const RulingLine& upright : lines.upright)
      if (cross(level, upright, kTouch * letter)) erase_crossing(ink, level, upright, letter);
  }
  for (const RulingLine& level : lines.level) erase_line(ink, level, false, letter);
  for (const RulingLine& upright : lines.upright) erase_line(ink, upright, true, letter);
}

}  // namespace ocelli::internal
