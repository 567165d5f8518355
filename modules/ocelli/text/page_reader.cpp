#include "ocelli/text/page_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/imaging/colored_marks.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/text/better_lines.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/ink_settings.hpp"
#include "ocelli/text/legibility.hpp"
#include "ocelli/text/line_languages.hpp"
#include "ocelli/text/line_texts.hpp"
#include "ocelli/text/page_language.hpp"
#include "ocelli/text/page_trial.hpp"
#include "ocelli/text/page_turn.hpp"
#include "ocelli/text/pixel_shape.hpp"
#include "ocelli/text/reading/glyph_share.hpp"
#include "ocelli/text/tables/find_tables.hpp"

namespace ocelli::internal {
namespace {

constexpr double kClearPrint = 0.45;  ///< share of glyphs of pages that are read before they are doubted

/// A page read after quarter turns.
struct ReadTurn {
  PageText text;
  Legibility legibility;
  const Reader* chosen = nullptr;  ///< reader of the page's language
  bool gray = false;
};

ReadTurn read_in(const Reader& chosen, const PageTurn& turn, const SomeLines& lines,
                 std::span<const Reader* const> readers, const ReadingOptions& options) {
  ReadTurn read{read_lines(turn, lines, chosen, readers, options), {}, &chosen, turn.page.gray};
  read.legibility = legibility_of(read.text, chosen.language());
  return read;
}

ReadTurn read_in(const Reader& reader, const PageTurn& turn, const SomeLines& lines,
                 const ReadingOptions& options) {
  return read_in(reader, turn, lines, std::vector(lines.size(), &reader), options);
}

/// Reads each line in its language. The language of the page is that of most lines.
ReadTurn read_by_line(const PageTurn& turn, const SomeLines& lines, const Reader& reader,
                      const ReadingOptions& options) {
  const std::vector<const Reader*> readers = readers_of_lines(lines, turn.found.components, reader);
  const auto count = [&](const Reader* of) { return std::ranges::count(readers, of); };
  const auto most = std::ranges::max_element(readers, {}, count);
  ReadTurn read = read_in(most == readers.end() ? reader : **most, turn, lines, readers, options);
  read.chosen = &reader;  // whoever reads the page again chooses again
  return read;
}

/// Reads in the language of the page. If there are no words of that language, as in grain and photos, reads
/// in the reader's own.
ReadTurn read(const PageTurn& turn, const SomeLines& lines, const Reader& reader,
              const ReadingOptions& options) {
  if (chooses_by_line(reader)) return read_by_line(turn, lines, reader, options);
  const Reader& chosen = reader_of_language(lines, turn.found.components, reader);
  ReadTurn text = read_in(chosen, turn, lines, options);
  if (&chosen == &reader || text.legibility.listed >= kManyListed) return text;
  return read_in(reader, turn, lines, options);
}

ReadTurn read(const PageTurn& turn, const Reader& reader, const ReadingOptions& options) {
  return read(turn, all_lines(turn.found), reader, options);
}

/// How well the longest lines read in the reader's own language.
Legibility sampled_legibility(const PageTurn& turn, const Reader& reader, const ReadingOptions& options) {
  return read_in(reader, turn, longest_of(all_lines(turn.found)), options).legibility;
}

/// Whether a page is a single line that fills much of its height.
bool is_image_of_line(const PageText& page) {
  constexpr int kLineHeights = 4;  ///< maximum height of the image, in line heights
  return page.blocks.size() == 1 && page.blocks[0].lines.size() == 1 &&
         page.height <= kLineHeights * page.blocks[0].lines[0].box.height;
}

constexpr std::size_t kGlyphsOfText = 12;  ///< fewer are those of a photo or of a word

/// Whether another reading of the page may be text. If the first one found hardly anything but noise, as in
/// dot screens and photos of textures, the other needs many letters that are clear or in listed words, or
/// hardly any others. The image of a single line may contain a short word.
bool may_be_text(const ReadTurn& first, const ReadTurn& other) {
  constexpr std::size_t kFewGlyphs = 6, kShortWord = 3;
  constexpr double kMostlyListed = 0.9;
  constexpr double kClearLine = 0.4;  ///< mean glyph confidence
  const Legibility& found = other.legibility;
  return first.legibility.glyphs >= kGlyphsOfText || is_clear_text(found) ||
         (found.glyphs >= kFewGlyphs && found.listed >= kMostlyListed) ||
         (found.glyphs >= kShortWord && found.mean >= kClearLine && is_image_of_line(other.text));
}

/// The number of components in lines.
std::size_t parts_of(const PageLines& page) {
  std::size_t parts = 0;
  for (const PageLine& line : page.lines) parts += line.line.parts.size();
  return parts;
}

/// Whether reading all that may be text costs next to nothing.
bool is_quickly_read(const PageLines& page) {
  constexpr std::size_t kMaxParts = 64;
  return parts_of(page) <= kMaxParts;
}

/// Whether a page that is prepared again is worth reading. If hardly anything was read before, as in photos,
/// its components must be glyphs and its longest lines text.
bool may_gain(const ReadTurn& first, const PageTurn& again, const SomeLines& lines, const Reader& reader,
              const ReadingOptions& options) {
  constexpr double kMin = 0.2;  ///< share of glyphs; grain has less
  if (first.legibility.glyphs >= kGlyphsOfText) return true;
  if (!is_quickly_read(again.found) && glyph_share(again.found, reader) < kMin) return false;
  return may_be_text(first, read_in(reader, again, longest_of(lines), options));
}

/// The mean confidence from which on a reading is not repeated.
constexpr double kSureReading = 0.95;

bool is_sure(const ReadLine& line) {
  double sum = 0, count = 0;
  for (const ReadWord& word : line.words) {
    for (const ReadGlyph& glyph : word.glyphs) sum += static_cast<double>(glyph.confidence), ++count;
  }
  return count > 0 && sum >= kSureReading * count;
}

/// Of a page that is prepared again, the lines that are on no line that was read surely.
SomeLines lines_to_reread(const PageTurn& again, const PageText& text) {
  std::vector<cv::Rect> sure;
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines)
      if (is_sure(line)) sure.push_back(line.box);
  }
  SomeLines lines;
  for (const PageLine& line : again.found.lines) {
    const cv::Rect box = again.page.in_source(line.line.box);
    const auto is_on = [&](const cv::Rect& other) { return 2 * (box & other).area() > box.area(); };
    if (std::ranges::none_of(sure, is_on)) lines.push_back(&line);
  }
  return lines;
}

bool keeps_faint_strokes(const InkSettings& settings) { return settings.least_contrast < kLeastContrast; }

/// Whether settings are only for pages that read badly.
bool is_for_hard_print(const InkSettings& settings) {
  return settings.sharpness > 0 || keeps_faint_strokes(settings);
}

/// Reads a gray page again if the confidence is not high throughout: first with less gray as ink, which opens
/// letters that blur has filled, and, if the confidence is low, sharpened. Keeps the better reading of each
/// word. Reads only unsure lines again if the confidence is fairly high. Skips pages of digits: no word list
/// can decide between readings of a number.
void reread(ReadTurn& turn, const cv::Mat& gray, const Reader& reader, const ReadingOptions& options) {
  constexpr double kNotBlurred = 0.85;    ///< mean glyph confidence from which on nothing is sharpened
  constexpr double kKnown = 0.6;          ///< the same for letters that tell the language
  constexpr double kMostlyFigures = 0.4;  ///< share of the glyphs
  std::vector<PageText> readings;
  for (const InkSettings& settings : kRereadings) {
    if (keeps_faint_strokes(settings) && turn.legibility.glyphs < kGlyphsOfText) break;
    const bool is_clear = turn.legibility.mean >= kNotBlurred;
    const double enough = is_for_hard_print(settings) ? kNotBlurred : kSureReading;
    if (!turn.gray || turn.legibility.mean >= enough || turn.legibility.figures >= kMostlyFigures) break;
    const bool resolved = turn.legibility.listed >= kManyListed || turn.legibility.mean >= kKnown;
    const PageTurn again = turned(gray, turn.text.quarters, options, settings);
    const SomeLines lines = is_clear ? lines_to_reread(again, turn.text) : all_lines(again.found);
    if (!may_gain(turn, again, lines, reader, options)) continue;
    const ReadTurn other = read(again, lines, resolved ? *turn.chosen : reader, options);
    if (!may_be_text(turn, other)) continue;
    if (readings.empty()) readings.push_back(turn.text);
    readings.push_back(other.text);
    turn.text = is_clear ? with_words_of(std::move(turn.text), other.text)
                         : with_better_lines(std::move(turn.text), other.text);
    if (!resolved) turn.chosen = other.chosen;
    turn.legibility = legibility_of(turn.text, turn.chosen->language());
  }
  turn.text = with_agreed_lines(std::move(turn.text), readings);
}

/// A turn of a page, and the share of glyphs in a part of it.
struct TriedTurn {
  int quarters = 0;
  double share = 0;
};

/// The turns after which the page is worth reading: those after which far more of its part are glyphs, and
/// their half turns, since many letters of poor print are as much glyphs upside down. On a page that lies on
/// its side, one in five is a glyph as it lies, and most are after the right turn. In broken print a third
/// may be after any turn, so all turns with as many are read.
std::vector<TriedTurn> likely_turns(PageTrial& trial, double as_it_lies) {
  constexpr double kMin = 0.33, kMany = 0.5, kFarMore = 1.3;
  constexpr double kOfPoorPrint = 0.3, kOfBroken = 0.25;
  const double enough = std::max(kMin, as_it_lies >= kMany ? as_it_lies : kFarMore * as_it_lies);
  std::vector<TriedTurn> turns;
  for (int quarters = 1; quarters < 4; ++quarters) turns.push_back({quarters, trial.glyph_share(quarters)});
  const bool is_poor = as_it_lies >= kOfPoorPrint && as_it_lies < kMany;
  const double side = std::max(turns[0].share, turns[2].share);
  const bool on_side = side > (is_poor ? kOfBroken : enough);
  const bool upside_down = is_poor || turns[1].share > enough;
  std::erase_if(turns, [=](const TriedTurn& turn) { return turn.quarters == 2 ? !upside_down : !on_side; });
  return turns;
}

/// Turns a page upright if it makes clearly more sense after quarter turns: after those with which its
/// longest lines read best, so that a turn never wins over its half turn by chance. Returns whether it turned
/// the page.
bool turn_upright(PageTurn& page, PageTrial& trial, const Reader& reader, const ReadingOptions& options) {
  constexpr double kBetter = 1.1;  ///< than the turns before; less is chance
  /// Share of glyphs of a page that cannot be upright if there are twice as many after a turn.
  constexpr double kHardlyAny = 0.3;
  const double share = trial.glyph_share();
  std::optional<Legibility> as_it_lies;
  std::optional<PageTurn> upright;
  double understood = 0;
  for (const TriedTurn& tried : likely_turns(trial, share)) {
    if (!as_it_lies && share < kHardlyAny && tried.share > 2 * share) as_it_lies = Legibility{};
    if (!as_it_lies) as_it_lies = sampled_legibility(page, reader, options);
    if (reads_well(*as_it_lies)) return false;
    PageTurn turn = turned(trial.page(), tried.quarters, options);
    const Legibility found = sampled_legibility(turn, reader, options);
    const double enough = kBetter * std::max(understood, as_it_lies->understood);
    if (!makes_more_sense(found, *as_it_lies) || found.understood <= enough) continue;
    understood = found.understood;
    upright = std::move(turn);
  }
  if (upright) page = std::move(*upright);
  return upright.has_value();
}

/// Whether the longest lines of a page read as text.
bool is_legible(const PageTurn& page, const Reader& reader, const ReadingOptions& options) {
  return is_clear_text(sampled_legibility(page, reader, options));
}

/// Whether other ink settings part letters that touch, or close those that are broken.
bool gains_by_settings(PageTrial& trial) {
  constexpr double kMin = 0.35, kClearly = 1.3;
  const double enough = std::max(kMin, kClearly * trial.glyph_share());
  return std::ranges::any_of(std::span(kInkSettings).subspan(1), [&](const InkSettings& settings) {
    return trial.glyph_share(0, settings) >= enough;
  });
}

/// The mean number of components of a line: in grain and photos, few are in line.
double line_length(const PageLines& page) {
  return static_cast<double>(parts_of(page)) / static_cast<double>(page.lines.size());
}

/// Whether a page on which few components are glyphs by themselves may be text nevertheless.
bool may_be_hard_text(const PageTurn& page, PageTrial& trial, const Reader& reader,
                      const ReadingOptions& options) {
  constexpr double kMin = 0.2;  ///< share of glyphs; grain has less
  constexpr double kLongLine = 40, kOnlyInText = 80;
  if (page.found.lines.empty()) return false;
  const double length = line_length(page.found);
  if (is_quickly_read(page.found) || length >= kOnlyInText) return true;
  return (length >= kLongLine && trial.glyph_share() >= kMin) || is_legible(page, reader, options) ||
         (page.page.gray && gains_by_settings(trial));
}

/// Keeps a page as it is if deskewing it by a large angle leaves fewer glyphs: few letters, or those of a
/// drawing, may line up along a wrong angle.
void check_skew(PageTurn& page, const cv::Mat& gray, const Reader& reader, ReadingOptions& options) {
  constexpr double kLarge = 0.025;  ///< radians
  if (std::abs(page.page.angle) <= kLarge) return;
  ReadingOptions as_it_is = options;
  as_it_is.deskew = false;
  PageTurn unleveled = turned(gray, 0, as_it_is);
  if (glyph_share(unleveled.found, reader) <= glyph_share(page.found, reader)) return;
  page = std::move(unleveled);
  options = as_it_is;
}

/// Whether the page may have to be turned: a line or word as such lies as it is read.
bool may_turn(const ReadingOptions& options) {
  return options.auto_rotate && options.layout != LayoutMode::line && options.layout != LayoutMode::word;
}

/// The tables of a page. Rules are found on level ink.
std::vector<ReadTable> tables_of(const PageText& text, const PageTurn& page, const cv::Mat& gray,
                                 const ReadingOptions& options) {
  if (options.deskew) return find_tables(text, page.page);
  return find_tables(gray, text);
}

PageText text_of_page(const cv::Mat& gray, const Reader& reader, const ReadingOptions& asked,
                      const TimeLimit* limit) {
  if (gray.empty()) return {};
  ReadingOptions options = asked;
  PageTurn page = turned(gray, 0, options);
  if (page.found.components.list.empty()) return {gray.cols, gray.rows, {}, 0, reader.language_code()};
  check_skew(page, gray, reader, options);
  PageTrial trial(page, gray, reader, options);
  const double share = glyph_share(page.found, reader);
  if (const double height = pixel_height(page, share, trial, options); height != 1) {
    const cv::Mat square = with_square_pixels(gray, height);
    return scaled(read_page(square, reader, for_square_pixels(asked, height), limit), gray.size());
  }
  const bool is_clear = share >= kClearPrint;
  const bool is_known = is_clear && knows_words_of(page.found, reader);
  const bool is_turned = !is_known && may_turn(options) && turn_upright(page, trial, reader, asked);
  if (is_turned) options = asked;
  if (!is_clear && !is_turned && !may_be_hard_text(page, trial, reader, options)) {
    keep_lines_of_glyphs(page.found, reader);
    return read(page, reader, options).text;
  }
  ReadTurn best = is_known && !chooses_by_line(reader) ? read_in(reader, page, all_lines(page.found), options)
                                                       : read(page, reader, options);
  try {
    reread(best, gray, reader, options);
  } catch (const Error& error) {
    if (error.kind() != Kind::canceled || limit == nullptr || !limit->is_over()) throw;
    best.text.cut_short = true;
  }
  if (options.tables) best.text.tables = tables_of(best.text, page, gray, options);
  return std::move(best.text);
}

}  // namespace

PageText read_page(const cv::Mat& gray, const Reader& reader, const ReadingOptions& options,
                   const TimeLimit* limit) {
  require_gray(gray);
  PageText text = text_of_page(gray, reader, options, limit);
  text.tables_sought = options.tables;
  return text;
}

std::vector<ReadTable> find_tables(const cv::Mat& gray, const PageText& text) {
  return find_tables(text, prepare_page(gray, text.quarters, true));
}

PageText Reader::read(const cv::Mat& page, const ReadingOptions& options) const {
  return read_page(print_of(page), *this, options);
}

}  // namespace ocelli::internal
