#include "ocelli/text/correction/corrections.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/median.hpp"

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kFigureSpace = 0.4;  ///< minimum white between the cells of digits for a space
/// Minimum excess of the white on one side of a mark over that on the other.
constexpr double kMarkSpace = 0.3;

/// Minimum white on each side of a hyphen that has spaces around it, at least, and beyond the line's
/// threshold. Monospaced type has less.
constexpr double kHyphenSpace = 0.5, kBeyondThreshold = 0.1;

/// Maximum distance of the centers of two glyphs without a space between them, in distances of two digits.
constexpr double kOneFigure = 1.13;
/// The distance of the digits on both sides of a mark, in the same unit: 1.5 in most type, 2 in monospaced.
constexpr double kAcrossMark = 1.6;

constexpr std::string_view kMarks = ".,:/-";
constexpr std::array<std::string_view, 5> kNumberSigns = {"\u20AC", "\u00A3", "\u00A5", "\u00B0", "\u00B1"};
constexpr std::string_view kSigns = "$%#()";        ///< stand beside digits without a space
constexpr std::string_view kLikeFigures = "lI|Oo";  ///< misreadings of digits separated by spaces

enum class Part : std::uint8_t { figure, half, mark, sign, other };

/// Classifies the glyphs of a line as parts of numbers.
class NumberLine {
 public:
  NumberLine(std::span<const FoundGlyph> glyphs, const LineFrame& frame, const Reader& reader)
      : glyphs_(glyphs), frame_(frame), reader_(reader) {
    std::vector<double> widths;
    for (const FoundGlyph& glyph : glyphs) {
      parts_.push_back(part_of(glyph));
      if (parts_.back() == Part::figure && text(glyph) != "1") widths.push_back(width(glyph));
    }
    for (std::size_t i = glyphs.size(); i-- > 0;) resolve(i);
    for (std::size_t i = 0; i < glyphs.size(); ++i) resolve(i);
    if (!widths.empty()) cell_ = median(std::move(widths));
    distance_ = figure_distance();
  }

  bool has_figures() const { return cell_ > 0 || distance_ > 0; }
  double figure_width() const { return cell_; }
  /// Whether glyphs i and i + 1 are two digits, or a digit and a sign.
  bool figures(std::size_t i) const {
    return is_cell(i) && is_cell(i + 1) && (is_figure(i) || is_figure(i + 1));
  }
  bool mark_between_figures(std::size_t i) const {
    return i > 0 && is(i, Part::mark) && is_figure(i - 1) && is_figure(i + 1);
  }

  bool is_hyphen(std::size_t i) const { return text(glyphs_[i]) == "-"; }

  /// Whether glyph i is a hyphen between a letter and a digit.
  bool hyphen_before_figure(std::size_t i) const {
    const bool is_dash = is_hyphen(i) || text(glyphs_[i]) == "\u2013";
    return i > 0 && is_dash && is(i - 1, Part::other) && is_figure(i + 1);
  }

  /// Whether glyphs i and i + 1 are digits, signs of numbers or a minus, as close as two digits.
  bool adjoins(std::size_t i) const {
    const auto is_number = [this](std::size_t at) { return is_figure(at) || is_number_sign(at); };
    const bool minus = (is_hyphen(i) && is_number_sign(i + 1)) || (ends_amount(i) && is_hyphen(i + 1));
    return (minus || (is_number(i) && is_number(i + 1))) && distance(i, i + 1) <= kOneFigure * distance_;
  }

  /// The white that a digit leaves on each side of its cell.
  double margin(std::size_t i) const {
    return is(i, Part::figure) ? std::max(0.0, (cell_ - width(glyphs_[i])) / 2) : 0;
  }

 private:
  const std::string& text(const FoundGlyph& glyph) const { return reader_.glyphs().classes()[glyph.label]; }
  double width(const FoundGlyph& glyph) const { return glyph.box.width / frame_.x_height; }
  bool is_figure(std::size_t i) const { return is(i, Part::figure) || is(i, Part::half); }
  bool is_number_sign(std::size_t i) const {
    return i < glyphs_.size() && std::ranges::count(kNumberSigns, text(glyphs_[i])) > 0;
  }
  /// Whether glyph i is the last of two decimals.
  bool ends_amount(std::size_t i) const {
    return i > 2 && is_figure(i) && is_figure(i - 1) && mark_between_figures(i - 2);
  }
  /// Between the centers of two glyphs, in pixels.
  double distance(std::size_t i, std::size_t j) const {
    const cv::Rect &one = glyphs_[i].box, &other = glyphs_[j].box;
    return other.x + other.width / 2.0 - one.x - one.width / 2.0;
  }
  /// The usual distance of two digits of a number; 0 if unknown.
  double figure_distance() const {
    std::vector<double> distances, across;
    for (std::size_t i = 0; i + 1 < glyphs_.size(); ++i) {
      if (is_figure(i) && is_figure(i + 1) && !glyphs_[i + 1].space_before)
        distances.push_back(distance(i, i + 1));
      if (mark_between_figures(i)) across.push_back(distance(i - 1, i + 1) / kAcrossMark);
    }
    if (!distances.empty()) return median(std::move(distances));
    return across.empty() ? 0 : median(std::move(across));
  }
  bool is_cell(std::size_t i) const { return is_figure(i) || is(i, Part::sign); }
  bool is(std::size_t i, Part part) const { return i < parts_.size() && parts_[i] == part; }

  bool like_figure(std::size_t i) const {
    const std::string& read = text(glyphs_[i]);
    return read.size() == 1 && kLikeFigures.find(read[0]) != std::string_view::npos;
  }
  /// Thin print at the top and bottom breaks a "0" into "()".
  bool broken_zero(std::size_t i) const {
    return i + 1 < glyphs_.size() && text(glyphs_[i]) == "(" && text(glyphs_[i + 1]) == ")";
  }
  /// Called from right to left and back. Each digit turns its look-alike neighbors into digits: "ll/l2" is
  /// all digits.
  void resolve(std::size_t i) {
    if (like_figure(i) && beside_figure(i)) parts_[i] = Part::figure;
    if (broken_zero(i)) parts_[i] = parts_[i + 1] = Part::half;
  }
  bool beside_figure(std::size_t i) const {
    return is(i + 1, Part::figure) || (is(i + 1, Part::mark) && is(i + 2, Part::figure)) ||
           (i > 0 && is(i - 1, Part::figure)) || (i > 1 && is(i - 1, Part::mark) && is(i - 2, Part::figure));
  }

  Part part_of(const FoundGlyph& glyph) const {
    const std::string& read = text(glyph);
    if (read.size() != 1) return Part::other;
    if (read[0] >= '0' && read[0] <= '9') return Part::figure;
    if (kSigns.find(read[0]) != std::string_view::npos) return Part::sign;
    return kMarks.find(read[0]) == std::string_view::npos ? Part::other : Part::mark;
  }

  std::span<const FoundGlyph> glyphs_;
  const LineFrame& frame_;
  const Reader& reader_;
  std::vector<Part> parts_;
  double cell_ = 0;      ///< the width of digits, in x-heights
  double distance_ = 0;  ///< between the centers of digits, in pixels
};

}  // namespace

std::vector<double> segment_gaps(const LineInk& ink, const LineFrame& frame) {
  constexpr std::size_t kBefore = 3;
  const std::vector<InkSegment>& segments = ink.segments();
  std::vector<double> gaps(segments.size(), 0.0);
  for (std::size_t i = 1; i < segments.size(); ++i) {
    int end = 0;
    for (std::size_t before = i - std::min(i, kBefore); before < i; ++before)
      end = std::max(end, segments[before].box.x + segments[before].box.width);
    gaps[i] = (segments[i].box.x - end) / frame.x_height;
  }
  return gaps;
}

std::vector<double> number_gaps(std::vector<double> gaps, std::span<const FoundGlyph> glyphs,
                                const LineFrame& frame, const SpaceWidth& spaces, const Reader& reader) {
  const NumberLine line(glyphs, frame, reader);
  if (!line.has_figures()) return gaps;
  const double figure_space = std::max(0.0, kFigureSpace - spaces.threshold),
               mark_space = std::max(0.0, kMarkSpace - spaces.threshold),
               spaced_hyphen = std::max(kHyphenSpace, spaces.threshold + kBeyondThreshold);
  for (std::size_t i = 0; i + 1 < glyphs.size(); ++i) {
    double& after = gaps[glyphs[i + 1].first];
    if (line.figures(i)) after -= line.margin(i) + line.margin(i + 1) + figure_space;
    if (line.hyphen_before_figure(i)) after -= line.margin(i + 1);
    if (line.adjoins(i)) after = std::min(after, 0.0);
    if (!line.mark_between_figures(i)) continue;
    double& before = gaps[glyphs[i].first];
    const double left = before - line.margin(i - 1), right = after - line.margin(i + 1);
    if (line.is_hyphen(i) && std::min(left, right) > spaced_hyphen) {
      before = left;
      after = right;
      continue;
    }
    before = left - right - mark_space;
    after = right - left - mark_space;
  }
  return gaps;
}

double figure_width(std::span<const FoundGlyph> glyphs, const LineFrame& frame, const Reader& reader) {
  return NumberLine(glyphs, frame, reader).figure_width() * frame.x_height;
}

}  // namespace ocelli::internal
