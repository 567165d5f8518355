#include "ocelli/text/page_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/text/better_lines.hpp"
#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/ink_settings.hpp"
#include "ocelli/text/layout/noise.hpp"
#include "ocelli/text/layout/page_ink.hpp"
#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/reading/beam_search.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"
#include "ocelli/text/reading/line_reader.hpp"
#include "ocelli/text/word_confidence.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kSample = 12;       ///< in lines
constexpr std::size_t kAtOnce = 2;        ///< lines after which hopeless languages are dropped
constexpr float kNotItsLanguage = 1.15F;  ///< cost relative to the minimum that makes a language hopeless
constexpr float kClearlyBetter = 6;   ///< cost by which another language must be better than the first one
constexpr float kClearShare = 0.02F;  ///< the same as a share of the first one's cost

/// The kSample lines with the most ink components.
std::vector<const PageLine*> longest_lines(const PageLines& page) {
  std::vector<const PageLine*> lines;
  for (const PageLine& line : page.lines) lines.push_back(&line);
  std::ranges::stable_sort(lines, std::ranges::greater{},
                           [](const PageLine* line) { return line->line.parts.size(); });
  lines.resize(std::min(lines.size(), kSample));
  return lines;
}

struct Candidate {
  const Reader* reader;
  float cost = 0;  ///< of the lines so far
};

/// The cost of reading the line with each candidate.
std::vector<float> costs_of(const PageLine& line, const Components& components,
                            std::span<const Candidate> candidates) {
  const Reader& first = *candidates.front().reader;
  const LineInk ink(line.line, components);
  const LineFrame frame{line.line.baseline, line.line.slope, line.line.x_height};
  const GlyphLattice lattice(ink, frame, first, ClassFilter::all(first));
  const std::vector<double> gaps = segment_gaps(ink, frame);
  std::vector<float> costs;
  for (const Candidate& candidate : candidates) {
    const ClassFilter filter(*candidate.reader);
    costs.push_back(search({ink, lattice, frame, gaps, line.spaces, *candidate.reader, filter}).cost);
  }
  return costs;
}

void add_costs(std::span<const PageLine* const> lines, const Components& components,
               std::span<Candidate> candidates) {
  std::vector<std::vector<float>> of_lines(lines.size());
  parallel_for(std::size_t{0}, lines.size(),
               [&](std::size_t i) { of_lines[i] = costs_of(*lines[i], components, candidates); });
  for (const std::vector<float>& of_line : of_lines) {
    for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].cost += of_line[i];
  }
}

/// Of a reader's others(), the reader that explains the longest lines of a page best: the one with the least
/// cost of reading them. The cost covers the image, the letter sequences and the listed words of the
/// language. If none is clearly better than the first, returns the reader itself, so that names and numbers
/// do not change the language.
/// Cost      one classification of the glyphs of a dozen lines, and a search of each: the first few in every
/// language, the others only in those that are not hopeless by then.
const Reader& reader_of_language(const PageLines& page, const Reader& reader) {
  if (reader.others().empty() || page.lines.empty()) return reader;
  std::vector<Candidate> candidates;
  for (const Reader& other : reader.others()) candidates.push_back({&other});
  const Reader* const first = candidates.front().reader;
  const std::vector<const PageLine*> lines = longest_lines(page);
  for (std::size_t i = 0; i < lines.size() && candidates.size() > 1; i += kAtOnce) {
    add_costs(std::span(lines).subspan(i, std::min(kAtOnce, lines.size() - i)), page.components, candidates);
    const float least = std::ranges::min(candidates, {}, &Candidate::cost).cost;
    std::erase_if(candidates,
                  [&](const Candidate& c) { return c.reader != first && c.cost > kNotItsLanguage * least; });
  }
  const Candidate best = std::ranges::min(candidates, {}, &Candidate::cost);
  const float of_first = candidates.front().cost;
  const float bar = of_first - std::max(kClearlyBetter, kClearShare * of_first);
  return best.reader != first && best.cost < bar ? *best.reader : reader;
}

/// Converts a line to pixels of the input image, and its baseline to those of the upright image.
ReadLine in_source(ReadLine line, const PageInk& page) {
  const cv::Rect box = line.box, upright = page.in_upright(box);
  const double middle = box.x + box.width / 2.0;
  const double foot = line.baseline + line.slope * middle - box.y;
  line.x_height /= page.scale;
  line.slope += std::tan(page.angle);
  line.baseline = upright.y + foot / page.scale - line.slope * (upright.x + upright.width / 2.0);
  line.box = page.in_source(box);
  for (ReadWord& word : line.words) {
    for (ReadGlyph& glyph : word.glyphs) glyph.box = page.in_source(glyph.box);
  }
  return line;
}

/// The names of the classes that may be read.
std::vector<std::string> readable(const Reader& reader, const ClassFilter& filter) {
  std::vector<std::string> names;
  for (std::size_t label = 0; label < reader.classes(); ++label) {
    if (filter.allows(label)) names.push_back(reader.glyphs().classes()[label]);
  }
  return names;
}

PageText read_lines(const PageLines& found, const PageInk& page, const Reader& reader,
                    const ClassFilter& filter) {
  const std::vector<std::string> names = readable(reader, filter);
  std::vector<ReadLine> lines(found.lines.size());
  parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    const auto& [line, block, spaces] = found.lines[i];
    ReadLine read = to_text(find_glyphs(line, found.components, spaces, reader, filter), line.box, reader);
    trim_bars(read);
    join_spaced_letters(read);
    lines[i] = std::move(read);
  });
  settle_number_marks(lines, names);
  parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    settle_look_alikes(lines[i], names);
    doubt_parted_numbers(lines[i]);
    if (reader.weights().language > 0) mend_doubted_words(lines[i], reader.language(), names);
    note_spelling(lines[i], reader.language());
  });
  const std::optional<float> typical = typical_confidence(lines, reader.language());

  PageText text{page.source.width, page.source.height, {}, page.quarters, reader.language_code()};
  for (const cv::Rect& block : found.blocks) text.blocks.push_back({page.in_source(block), {}});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_noise(lines[i], typical, reader.language()))
      text.blocks[found.lines[i].block].lines.push_back(in_source(std::move(lines[i]), page));
  }
  std::erase_if(text.blocks, [](const ReadBlock& block) { return block.lines.empty(); });
  return text;
}

/// Measures how well a page was read.
struct Legibility {
  double understood = 0;  ///< sum of the glyph confidences of words of at least two glyphs
  double mean = 0;        ///< mean glyph confidence; 0 without glyphs
  double listed = 0;      ///< share of the glyphs in listed words of at least three glyphs
  double figures = 0;     ///< share of the glyphs that are digits
  std::size_t glyphs = 0;
};

Legibility legibility_of(const PageText& text, const LanguageModel& language) {
  Legibility found;
  double sum = 0;
  std::size_t glyphs = 0, listed = 0, figures = 0;
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines) {
      for (const ReadWord& word : line.words) {
        double of_word = 0;
        for (const ReadGlyph& glyph : word.glyphs) of_word += static_cast<double>(glyph.confidence);
        sum += of_word;
        glyphs += word.glyphs.size();
        figures += static_cast<std::size_t>(std::ranges::count_if(word.text(), is_figure));
        if (word.glyphs.size() > 1) found.understood += of_word;
        if (word.glyphs.size() > 2 && language.knows_word(word.text())) listed += word.glyphs.size();
      }
    }
  }
  if (glyphs == 0) return found;
  found.mean = sum / static_cast<double>(glyphs);
  found.listed = static_cast<double>(listed) / static_cast<double>(glyphs);
  found.figures = static_cast<double>(figures) / static_cast<double>(glyphs);
  found.glyphs = glyphs;
  return found;
}

/// Upside-down pages read with a mean of up to 0.65, with listed words for a tenth of their glyphs. Faint
/// print reads no better than that, but its words are listed.
constexpr double kManyListed = 0.2;

/// A sideways page may produce a dozen clear letters, or a short listed word, by chance.
bool reads_well(const Legibility& page) {
  constexpr double kWell = 0.72;
  constexpr std::size_t kManyGlyphs = 30;
  return page.glyphs >= kManyGlyphs && (page.mean >= kWell || page.listed >= kManyListed);
}

/// Whether a reading makes sense, and clearly more than the other.
bool makes_more_sense(const Legibility& one, const Legibility& other) {
  constexpr double kMinMean = 0.5, kFewGlyphs = 8, kClearly = 1.2, kFarMore = 3;
  const bool is_listed = one.listed >= kManyListed;
  const bool is_text = one.mean >= kMinMean || is_listed;
  const bool is_clearer = one.mean > kClearly * other.mean;
  const bool is_far_more = is_listed && one.understood > kFarMore * other.understood;
  return is_text && one.understood >= kFewGlyphs && one.understood > kClearly * other.understood &&
         (is_clearer || is_far_more);
}

/// A page read after quarter turns.
struct ReadTurn {
  PageText text;
  Legibility legibility;
  const Reader* chosen = nullptr;  ///< reader of the page's language
  bool gray = false;
};

ReadTurn read_in(const Reader& reader, const PageLines& found, const PageInk& page,
                 const std::string& charset) {
  const ClassFilter filter = charset.empty() ? ClassFilter(reader) : ClassFilter(reader, charset);
  ReadTurn turn{read_lines(found, page, reader, filter), {}, &reader, page.gray};
  turn.legibility = legibility_of(turn.text, reader.language());
  return turn;
}

/// The ink of a page after quarter turns, and its lines.
struct PageTurn {
  PageInk page;
  PageLines found;
};

PageTurn turned(const cv::Mat& gray, int quarters, const ReadingOptions& options,
                const InkSettings& settings = {}) {
  PageTurn turn{prepare_page(gray, quarters, options.deskew, settings), {}};
  turn.found = find_lines(turn.page);
  return turn;
}

/// Reads in the language of the page. If there are no words of that language, as in grain and photos, reads
/// in the reader's own.
ReadTurn read(const PageTurn& turn, const Reader& reader, const ReadingOptions& options) {
  const Reader& chosen = reader_of_language(turn.found, reader);
  ReadTurn text = read_in(chosen, turn.found, turn.page, options.charset);
  if (&chosen == &reader || text.legibility.listed >= kManyListed) return text;
  return read_in(reader, turn.found, turn.page, options.charset);
}

/// How well the longest lines read.
Legibility sampled_legibility(PageTurn turn, const Reader& reader, const ReadingOptions& options) {
  std::vector<PageLine> sample;
  for (const PageLine* line : longest_lines(turn.found)) sample.push_back(*line);
  turn.found.lines = std::move(sample);
  return read(turn, reader, options).legibility;
}

/// Whether a page is a single line that fills much of its height.
bool is_image_of_line(const PageText& page) {
  constexpr int kLineHeights = 4;  ///< maximum height of the image, in line heights
  return page.blocks.size() == 1 && page.blocks[0].lines.size() == 1 &&
         page.height <= kLineHeights * page.blocks[0].lines[0].box.height;
}

/// Whether another reading of the page may be text. If the first one found hardly anything but noise, as in
/// dot screens and photos of textures, the other needs many letters that are clear or in listed words, or
/// hardly any others. The image of a single line may contain a short word.
bool may_be_text(const ReadTurn& first, const ReadTurn& other) {
  constexpr std::size_t kManyGlyphs = 12, kFewGlyphs = 6, kShortWord = 3;
  constexpr double kMostlyListed = 0.9;
  constexpr double kClearText = 0.55, kClearLine = 0.4;  ///< mean glyph confidence
  const Legibility& found = other.legibility;
  return first.legibility.glyphs >= kManyGlyphs ||
         (found.glyphs >= kManyGlyphs && (found.listed >= kManyListed || found.mean >= kClearText)) ||
         (found.glyphs >= kFewGlyphs && found.listed >= kMostlyListed) ||
         (found.glyphs >= kShortWord && found.mean >= kClearLine && is_image_of_line(other.text));
}

/// Reads a gray page again if the confidence is not high throughout: first with less gray as ink, which opens
/// letters that blur has filled, and, if the confidence is low, sharpened. Keeps the better reading of each
/// word. Skips pages of digits: no word list can decide between readings of a number.
void reread(ReadTurn& turn, const cv::Mat& gray, const Reader& reader, const ReadingOptions& options) {
  constexpr double kSureEnough = 0.95;    ///< mean glyph confidence
  constexpr double kNotBlurred = 0.85;    ///< mean glyph confidence from which on nothing is sharpened
  constexpr double kMostlyFigures = 0.4;  ///< share of the glyphs
  std::vector<PageText> readings;
  for (const InkSettings& settings : std::span(kInkSettings).subspan(1)) {
    const double enough = settings.sharpness > 0 ? kNotBlurred : kSureEnough;
    if (!turn.gray || turn.legibility.mean >= enough || turn.legibility.figures >= kMostlyFigures) break;
    const bool settled = turn.legibility.listed >= kManyListed;
    const PageTurn again = turned(gray, turn.text.quarters, options, settings);
    const ReadTurn other = read(again, settled ? *turn.chosen : reader, options);
    if (!may_be_text(turn, other)) continue;
    if (readings.empty()) readings.push_back(turn.text);
    readings.push_back(other.text);
    turn.text = with_better_lines(std::move(turn.text), other.text);
    if (!settled) turn.chosen = other.chosen;
    turn.legibility = legibility_of(turn.text, turn.chosen->language());
  }
  turn.text = with_agreed_lines(std::move(turn.text), readings);
}

/// The quarter turns after which a page that does not read well as it lies makes clearly more sense: those
/// after which its longest lines read best, so that a turn never wins over its half turn by chance. 0 if none
/// does.
int upright_quarters(const PageTurn& as_it_lies, const cv::Mat& gray, const Reader& reader,
                     const ReadingOptions& options) {
  const Legibility unturned = sampled_legibility(as_it_lies, reader, options);
  constexpr double kBetter = 1.1;  ///< than the turns before; less is chance
  Legibility best = unturned;
  int upright = 0;
  for (int quarters = 1; quarters < 4; ++quarters) {
    const Legibility found = sampled_legibility(turned(gray, quarters, options), reader, options);
    if (!makes_more_sense(found, unturned) || found.understood <= kBetter * best.understood) continue;
    best = found;
    upright = quarters;
  }
  return upright;
}

/// Turns the page upright if it does not read well as it lies, and reads it again if it is not sure
/// throughout.
void read_better(ReadTurn& best, const PageTurn& as_it_lies, const cv::Mat& gray, const Reader& reader,
                 const ReadingOptions& options) {
  if (options.auto_rotate && !reads_well(best.legibility)) {
    const int quarters = upright_quarters(as_it_lies, gray, reader, options);
    if (quarters != 0) best = read(turned(gray, quarters, options), reader, options);
  }
  reread(best, gray, reader, options);
}

}  // namespace

PageText read_page(const cv::Mat& gray, const Reader& reader, const ReadingOptions& options,
                   const TimeLimit* limit) {
  require_gray(gray);
  if (gray.empty()) return {};
  const PageTurn as_it_lies = turned(gray, 0, options);
  ReadTurn best = read(as_it_lies, reader, options);
  try {
    read_better(best, as_it_lies, gray, reader, options);
  } catch (const Error& error) {
    if (error.kind() != Kind::canceled || limit == nullptr || !limit->is_over()) throw;
    best.text.cut_short = true;
  }
  return std::move(best.text);
}

PageText Reader::read(const cv::Mat& page, const ReadingOptions& options) const {
  return read_page(to_gray(page), *this, options);
}

}  // namespace ocelli::internal
