#include "ocelli/imaging/colored_marks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/colored_ink.hpp"
#include "ocelli/imaging/colored_rows.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/imaging/ink_runs.hpp"
#include "ocelli/imaging/ink_unmixing.hpp"
#include "ocelli/imaging/ruling_lines.hpp"

namespace ocelli::internal {
namespace {

/// Colored components that touch each other across dark print, with that print.
struct Drawing {
  cv::Rect box;                                           ///< of the colored ones
  double colored = 0, dark = 0, in_line = 0, filled = 0;  ///< pixels; of the largest colored one
  cv::Rect largest;
  std::size_t largest_piece = 0;
  bool is_mark = false;
};

/// For each component of `part`, the component of `whole` that contains it.
std::vector<std::uint32_t> containers_of(const InkRuns& part, const InkRuns& whole) {
  std::vector<std::uint32_t> containers(part.list.size());
  for (int y = 0; y < part.size.height; ++y) {
    const std::span<const InkRun> outer = whole.row(y);
    std::size_t at = 0;
    for (const InkRun& run : part.row(y)) {
      while (at + 1 < outer.size() && outer[at].end <= run.begin) ++at;
      containers[run.component] = outer[at].component;
    }
  }
  return containers;
}

/// Erases components of which nearly all pixels are close to dark print: fringes of scanners. Returns how
/// many pixels are left.
double erase_fringes(cv::Mat ink, const cv::Mat& near_print) {
  constexpr double kNearlyAll = 0.8;
  const InkRuns runs = find_ink_runs(ink);
  std::vector<double> beside(runs.list.size());
  for (int y = 0; y < ink.rows; ++y) {
    const std::uint8_t* const row = near_print.ptr(y);
    for (const InkRun& run : runs.row(y))
      beside[run.component] += static_cast<double>(
          std::count_if(row + run.begin, row + run.end, [](std::uint8_t near) { return near != 0; }));
  }
  double left = 0;
  std::vector<std::uint8_t> goes(runs.list.size());
  for (std::size_t i = 0; i < goes.size(); ++i) {
    goes[i] = beside[i] > kNearlyAll * runs.list[i].area;
    if (goes[i] == 0) left += runs.list[i].area;
  }
  erase_components(ink, runs, goes);
  return left;
}

/// Print with what is so close to it.
cv::Mat widened(const cv::Mat& print, int reach) {
  cv::Mat wide;
  const cv::Size size(2 * reach + 1, 2 * reach + 1);
  cv::dilate(print, wide, cv::getStructuringElement(cv::MORPH_RECT, size));
  return wide;
}

/// Whether most letters have colored edges, as scanners give them whose colors are not aligned.
bool has_colored_edges(const ColoredInk& page, const DarkPrint& print) {
  constexpr double kEdges = 3;  ///< maximum size of edges, in letters
  cv::Mat all = page.inks[0].clone();
  for (const cv::Mat& ink : page.inks) all |= ink;
  const InkRuns runs = find_ink_runs(all);
  std::vector<std::uint8_t> are_large;
  for (const Component& component : runs.list)
    are_large.push_back(std::max(component.box.width, component.box.height) > kEdges * print.letter);
  erase_components(all, runs, are_large);
  all = widened(all, 1);
  std::vector<std::uint8_t> touched(print.runs.list.size());
  for (int y = 0; y < all.rows; ++y) {
    const std::uint8_t* const row = all.ptr(y);
    for (const InkRun& run : print.runs.row(y)) {
      std::uint8_t& is_touched = touched[run.component];
      is_touched = is_touched != 0 ||
                   std::any_of(row + run.begin, row + run.end, [](std::uint8_t at) { return at != 0; });
    }
  }
  std::size_t letters = 0, edged = 0;
  for (std::size_t i = 0; i < touched.size(); ++i) {
    if (!print.is_letter(print.runs.list[i].box)) continue;
    ++letters;
    edged += touched[i];
  }
  return 2 * edged > letters;
}

/// The drawings in one color, and which of them are marks.
class Marks {
 public:
  /// `ink`: without rules.
  static Marks among_shapes(const cv::Mat& gray, const DarkPrint& print, const cv::Mat& ink) {
    Marks marks(print, ink);
    const ColoredRows rows(print, marks.runs_.list);
    const std::vector<std::uint8_t> in_line = rows.in_line();
    for (std::size_t i = 0; i < in_line.size(); ++i)
      if (in_line[i] != 0) marks.drawings_[marks.drawing_of_[i]].in_line += marks.runs_.list[i].area;
    for (Drawing& drawing : marks.drawings_)
      drawing.is_mark = drawing.colored > 0 && marks.is_mark(drawing, gray);
    marks.mark_pieces();
    marks.add_insides(rows, in_line);
    return marks;
  }

  /// Rules that meet letters, and parts of these frames and rings.
  static Marks among_rules(const DarkPrint& print, const cv::Mat& rules, std::span<const cv::Rect> frames) {
    Marks marks(print, rules);
    for (Drawing& drawing : marks.drawings_) {
      const auto is_part = [&](const cv::Rect& frame) { return (frame & drawing.box) == drawing.box; };
      drawing.is_mark =
          drawing.colored > 0 && (marks.meets_print(drawing) || std::ranges::any_of(frames, is_part));
    }
    marks.add_ends();
    marks.mark_pieces();
    return marks;
  }

  /// The boxes of frames and rings. Hundreds are those of a picture, which count as none.
  std::vector<cv::Rect> frames() const {
    constexpr double kSmallest = 2;
    constexpr std::size_t kPicture = 200;
    std::vector<cv::Rect> found;
    for (const Drawing& drawing : drawings_) {
      const double side = std::min(drawing.box.width, drawing.box.height);
      if (drawing.is_mark && !is_box_of_color(drawing) && side >= kSmallest * print_.letter)
        found.push_back(drawing.box);
    }
    return found.size() < kPicture ? found : std::vector<cv::Rect>{};
  }

  MarkedInk ink() const { return {runs_, marked_, drawing_of_, drawings_.size()}; }

 private:
  Marks(const DarkPrint& print, const cv::Mat& ink) : print_(print), runs_(find_ink_runs(ink)) {
    cv::Mat all;
    cv::bitwise_or(ink, print.ink, all);
    const InkRuns whole = find_ink_runs(all);
    drawing_of_ = containers_of(runs_, whole);
    drawings_.resize(whole.list.size());
    for (std::size_t i = 0; i < runs_.list.size(); ++i) add(i, drawings_[drawing_of_[i]]);
    for (std::size_t i = 0; i < drawings_.size(); ++i)
      drawings_[i].dark = whole.list[i].area - drawings_[i].colored;
  }

  void add(std::size_t i, Drawing& drawing) const {
    const Component& piece = runs_.list[i];
    drawing.box |= piece.box;
    drawing.colored += piece.area;
    if (piece.area <= drawing.filled) return;
    drawing.filled = piece.area;
    drawing.largest = piece.box;
    drawing.largest_piece = i;
  }

  void mark_pieces() {
    for (const std::uint32_t drawing : drawing_of_) marked_.push_back(drawings_[drawing].is_mark);
  }

  /// Marks rules in line with marked ones: their ends, which print cuts off.
  void add_ends() {
    std::vector<cv::Rect> along;
    for (const Drawing& drawing : drawings_) {
      if (!drawing.is_mark) continue;
      const cv::Rect& box = drawing.box;
      const int reach = static_cast<int>(8 * print_.letter);
      const cv::Size more = box.width > box.height ? cv::Size(reach, 2) : cv::Size(2, reach);
      along.push_back((box - cv::Point(more.width, more.height)) + cv::Size(2 * more.width, 2 * more.height));
    }
    for (Drawing& drawing : drawings_) {
      const auto is_beside = [&](const cv::Rect& mark) { return !(mark & drawing.box).empty(); };
      drawing.is_mark = drawing.is_mark || (drawing.colored > 0 && std::ranges::any_of(along, is_beside));
    }
  }

  /// Whether it touches at least the strokes of a letter. Dark cores of colored letters are no print.
  bool meets_print(const Drawing& drawing) const {
    constexpr double kStrokes = 0.15, kOfSmall = 0.25, kTall = 1.9;
    const bool is_tall = drawing.box.height >= kTall * print_.letter;
    return drawing.dark >= kStrokes * print_.letter * print_.letter &&
           (is_tall || drawing.dark >= kOfSmall * drawing.colored);
  }

  /// Colored words and figures stand by themselves, as far as they can be seen from a few letters: what does
  /// not meet print is a mark only if its shape is that of a ring or a signature.
  bool is_mark(const Drawing& drawing, const cv::Mat& gray) const {
    constexpr double kMostly = 0.8, kTall = 1.9;
    const double letter = print_.letter;
    if (is_box_of_color(drawing)) return is_highlighter(drawing, gray);
    const bool in_line = drawing.in_line >= kMostly * drawing.colored;
    if (!meets_print(drawing)) return !in_line && is_drawn(drawing);
    const cv::Rect& box = drawing.box;
    return box.height >= kTall * letter || (!in_line && std::max(box.width, box.height) >= 0.5 * letter);
  }

  /// A ring or the strokes of a pen: tall and thin, and no frame.
  bool is_drawn(const Drawing& drawing) const {
    constexpr double kTall = 3, kFilled = 0.2, kSide = 0.5;
    const cv::Rect& box = drawing.largest;
    if (box.height < kTall * print_.letter || drawing.filled >= kFilled * box.area()) return false;
    const double side = kSide * box.width;
    return pixels_of(drawing.largest_piece, box.y + 1) < side ||
           pixels_of(drawing.largest_piece, box.br().y - 2) < side;
  }

  /// How many pixels a component has in a row.
  int pixels_of(std::size_t piece, int y) const {
    int pixels = 0;
    for (const InkRun& run : runs_.row(y))
      if (run.component == piece) pixels += run.end - run.begin;
    return pixels;
  }

  /// A solid area, unlike letters, stamps and pen strokes.
  bool is_box_of_color(const Drawing& drawing) const {
    constexpr double kSolid = 0.75;
    return std::min(drawing.largest.width, drawing.largest.height) >= 0.9 * print_.letter &&
           drawing.largest.width >= 2 * print_.letter &&
           drawing.filled + drawing.dark >= kSolid * drawing.largest.area();
  }

  /// Whether a solid area is light, with dark letters in it.
  bool is_highlighter(const Drawing& drawing, const cv::Mat& gray) const {
    constexpr double kLight = 110, kLetters = 0.02, kOfLetters = 0.55;
    const cv::Mat area = gray(drawing.largest);
    const double light = cv::mean(area)[0];
    return light >= kLight &&
           cv::countNonZero(area < kOfLetters * light) >= kLetters * static_cast<double>(area.total());
  }

  /// Marks what is in frames and rings, unless its row goes on outside.
  void add_insides(const ColoredRows& rows, std::span<const std::uint8_t> in_line) {
    constexpr std::size_t kGoesOn = 3;  ///< letters
    for (const cv::Rect& frame : frames()) {
      check_canceled();
      std::vector<std::size_t> outside(rows.size());
      const auto is_inside = [&](std::size_t piece) {
        const cv::Rect& box = runs_.list[piece].box;
        return frame.contains({box.x + box.width / 2, box.y + box.height / 2});
      };
      for (std::size_t i = 0; i < marked_.size(); ++i)
        outside[rows.row_of(i)] += in_line[i] != 0 && !is_inside(i);
      for (std::size_t i = 0; i < marked_.size(); ++i)
        if (is_inside(i) && outside[rows.row_of(i)] < kGoesOn) marked_[i] = 1;
    }
  }

  const DarkPrint& print_;
  InkRuns runs_;
  std::vector<std::uint32_t> drawing_of_;  ///< by component
  std::vector<Drawing> drawings_;
  std::vector<std::uint8_t> marked_;  ///< by component
};

/// Moves the long rules of an ink to an image of their own. Those of grids are lost: they are part of tables.
cv::Mat taken_rules(cv::Mat ink, double letter) {
  constexpr double kLong = 8, kApart = 2;
  const cv::Mat all = ink.clone();
  RulingLines rules = find_ruling_lines(ink, letter);
  const auto is_short = [&](const RulingLine& rule) { return rule.length() < kLong * letter; };
  std::erase_if(rules.level, is_short);
  std::erase_if(rules.upright, is_short);
  erase_ruling_lines(ink, rules, letter);
  const auto is_apart = [&](const RulingLine& rule) {
    return std::abs(rule.middle() - rules.upright[0].middle()) > kApart * letter;
  };
  if (rules.level.size() >= 2 && std::ranges::any_of(rules.upright, is_apart))
    return cv::Mat::zeros(ink.size(), CV_8U);
  return all - ink;
}

/// Raises the gray of the marks in one color to that of the print below.
void raise_marks(cv::Mat& raised, const cv::Mat& gray, const cv::Mat& bgr, const ColoredInk& page,
                 const DarkPrint& print, const cv::Mat& ink) {
  const cv::Mat rules = taken_rules(ink, print.letter);
  const Marks shapes = Marks::among_shapes(gray, print, ink);
  raise_to_print(raised, bgr, page.paper, shapes.ink());
  std::vector<cv::Rect> frames = shapes.frames();
  const int reach = static_cast<int>(print.letter / 4);
  for (cv::Rect& frame : frames) frame = (frame - cv::Point(reach, reach)) + cv::Size(2 * reach, 2 * reach);
  const Marks of_rules = Marks::among_rules(print, rules, frames);
  raise_to_print(raised, bgr, page.paper, of_rules.ink());
}

}  // namespace

cv::Mat without_colored_marks(const cv::Mat& gray, const cv::Mat& bgr) {
  constexpr double kFewPixels = 0.2, kFringe = 0.05;  // in letters
  require_gray(gray);
  require(bgr.type() == CV_8UC3 && bgr.size() == gray.size(), Kind::image,
          [&] { return "the gray of a page does not match its colors: " + describe(bgr); });
  const std::optional<ColoredInk> page = colored_ink(bgr);
  if (!page) return gray;
  const DarkPrint print(page->dark);
  if (!print.has_letters() || has_colored_edges(*page, print)) return gray;
  const int fringe = std::max(1, static_cast<int>(std::lround(kFringe * print.letter)));
  const cv::Mat near_print = widened(print.ink, fringe);
  cv::Mat raised = gray.clone();
  for (const cv::Mat& ink : page->inks) {
    if (erase_fringes(ink, near_print) >= kFewPixels * print.letter * print.letter)
      raise_marks(raised, gray, bgr, *page, print, ink);
  }
  return raised;
}

cv::Mat print_of(const cv::Mat& page) {
  if (page.channels() < 3) return to_gray(page);
  const cv::Mat colors = to_eight_bits(page);
  return without_colored_marks(to_gray(page), colors);
}

}  // namespace ocelli::internal
