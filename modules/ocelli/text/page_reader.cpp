#include "ocelli/text/page_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/text/better_lines.hpp"
#include "ocelli/text/bold_words.hpp"
#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/ink_settings.hpp"
#include "ocelli/text/layout/noise.hpp"
#include "ocelli/text/layout/page_ink.hpp"
#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/line_languages.hpp"
#include "ocelli/text/reading/ink_evidence.hpp"
#include "ocelli/text/reading/line_reader.hpp"
#include "ocelli/text/tables/find_tables.hpp"
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

void add_costs(std::span<const PageLine* const> lines, const Components& components,
               std::span<Candidate> candidates) {
  std::vector<const Reader*> readers;
  for (const Candidate& candidate : candidates) readers.push_back(candidate.reader);
  std::vector<std::vector<float>> of_lines(lines.size());
  parallel_for(std::size_t{0}, lines.size(),
               [&](std::size_t i) { of_lines[i] = reading_costs(*lines[i], components, readers); });
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

/// What reads the lines in one language.
struct LineReading {
  const Reader* reader = nullptr;
  ClassFilter filter;
  std::vector<std::string> names = {};  ///< of the classes that may be read

  LineReading(const Reader& of_language, const std::string& charset)
      : reader(&of_language),
        filter(charset.empty() ? ClassFilter(of_language) : ClassFilter(of_language, charset)) {
    for (std::size_t label = 0; label < reader->classes(); ++label) {
      if (filter.allows(label)) names.push_back(reader->glyphs().classes()[label]);
    }
  }
};

/// The readings of a page: one, or one for each of its languages.
class LineReadings {
 public:
  /// `readers`: for each line; `charset` as in ReadingOptions.
  LineReadings(const std::vector<const Reader*>& readers, const std::string& charset) {
    for (const Reader* reader : readers) {
      const auto known = std::ranges::find(readings_, reader, &LineReading::reader);
      of_lines_.push_back(static_cast<std::size_t>(known - readings_.begin()));
      if (known == readings_.end()) readings_.emplace_back(*reader, charset);
    }
  }

  const LineReading& of_line(std::size_t line) const { return readings_[of_lines_[line]]; }

 private:
  std::vector<LineReading> readings_;
  std::vector<std::size_t> of_lines_;
};

void join_words(ReadLine& line) {
  if (line.words.empty()) return;
  ReadWord whole;
  for (ReadWord& word : line.words) std::ranges::move(word.glyphs, std::back_inserter(whole.glyphs));
  line.words = {std::move(whole)};
}

/// The block of each line.
std::vector<std::size_t> blocks_of(const PageLines& found) {
  std::vector<std::size_t> blocks;
  for (const PageLine& line : found.lines) blocks.push_back(line.block);
  return blocks;
}

/// `chosen` is the reader of the page's language, `readers` are those of the lines.
PageText read_lines(const PageLines& found, const PageInk& page, const Reader& chosen,
                    const std::vector<const Reader*>& readers, const ReadingOptions& options) {
  const LineReading of_page(chosen, options.charset);
  const LineReadings readings(readers, options.charset);
  std::vector<ReadLine> lines(found.lines.size());
  std::vector<std::optional<FoundLine>> glyphs(found.lines.size());
  parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    const auto& [line, block, spaces] = found.lines[i];
    const LineReading& reading = readings.of_line(i);
    glyphs[i] = find_glyphs(line, found.components, spaces, *reading.reader, reading.filter);
    ReadLine read = to_text(*glyphs[i], line.box, *reading.reader);
    trim_bars(read);
    join_spaced_letters(read);
    if (options.layout == LayoutMode::word) join_words(read);
    lines[i] = std::move(read);
  });
  settle_number_marks(lines, of_page.names);
  parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    settle_look_alikes(lines[i], readings.of_line(i).names);
    doubt_parted_numbers(lines[i]);
  });
  settle_quotes(lines, of_page.names);
  const std::vector<DividedWords> divided = divided_words(lines, blocks_of(found));
  parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    const auto& [reader, filter, names] = readings.of_line(i);
    const InkEvidence evidence(*glyphs[i], *reader, filter);
    const InkJudge may_be = [&evidence](const cv::Rect& box, std::string_view read, std::string_view meant) {
      return evidence.supports(box, read, meant);
    };
    if (options.correction && reader->weights().language > 0)
      mend_doubted_words(lines[i], reader->language(), names, divided[i], may_be);
    note_spelling(lines[i], reader->language());
    if (reader->language_code() != chosen.language_code()) lines[i].language = reader->language_code();
  });
  note_bold(lines, found.components);
  const std::optional<float> typical = typical_confidence(lines, chosen.language());

  PageText text{page.source.width, page.source.height, {}, page.quarters, chosen.language_code()};
  for (const cv::Rect& block : found.blocks) text.blocks.push_back({page.in_source(block), {}});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_noise(lines[i], typical, readings.of_line(i).reader->language()))
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

/// The ink of a page after quarter turns, and its lines.
struct PageTurn {
  PageInk page;
  PageLines found;
};

ReadTurn read_in(const Reader& chosen, const PageTurn& turn, const std::vector<const Reader*>& readers,
                 const ReadingOptions& options) {
  ReadTurn read{read_lines(turn.found, turn.page, chosen, readers, options), {}, &chosen, turn.page.gray};
  read.legibility = legibility_of(read.text, chosen.language());
  return read;
}

ReadTurn read_in(const Reader& reader, const PageTurn& turn, const ReadingOptions& options) {
  return read_in(reader, turn, std::vector(turn.found.lines.size(), &reader), options);
}

/// Reads each line in its language. The language of the page is that of most lines.
ReadTurn read_by_line(const PageTurn& turn, const Reader& reader, const ReadingOptions& options) {
  const std::vector<const Reader*> readers = readers_of_lines(turn.found, reader);
  const auto lines = [&](const Reader* of) { return std::ranges::count(readers, of); };
  const auto most = std::ranges::max_element(readers, {}, lines);
  ReadTurn read = read_in(most == readers.end() ? reader : **most, turn, readers, options);
  read.chosen = &reader;  // whoever reads the page again chooses again
  return read;
}

PageTurn turned(const cv::Mat& gray, int quarters, const ReadingOptions& options,
                const InkSettings& settings = {}) {
  PageTurn turn{prepare_page(gray, quarters, options.deskew, settings), {}};
  turn.found = find_lines(turn.page, options.zones, options.layout);
  return turn;
}

/// Reads in the language of the page. If there are no words of that language, as in grain and photos, reads
/// in the reader's own.
ReadTurn read(const PageTurn& turn, const Reader& reader, const ReadingOptions& options) {
  if (chooses_by_line(reader)) return read_by_line(turn, reader, options);
  const Reader& chosen = reader_of_language(turn.found, reader);
  ReadTurn text = read_in(chosen, turn, options);
  if (&chosen == &reader || text.legibility.listed >= kManyListed) return text;
  return read_in(reader, turn, options);
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
  const bool is_small = options.layout == LayoutMode::line || options.layout == LayoutMode::word;
  if (options.auto_rotate && !is_small && !reads_well(best.legibility)) {
    const int quarters = upright_quarters(as_it_lies, gray, reader, options);
    if (quarters != 0) best = read(turned(gray, quarters, options), reader, options);
  }
  reread(best, gray, reader, options);
}

/// The tables of a page that was read after these quarter turns.
std::vector<ReadTable> tables_of(const PageText& text, const PageTurn& as_it_lies, const cv::Mat& gray,
                                 const ReadingOptions& options) {
  if (text.quarters == 0 && options.deskew) return find_tables(text, as_it_lies.page);
  return find_tables(text, prepare_page(gray, text.quarters, true));
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
  if (options.tables) best.text.tables = tables_of(best.text, as_it_lies, gray, options);
  return std::move(best.text);
}

PageText Reader::read(const cv::Mat& page, const ReadingOptions& options) const {
  return read_page(to_gray(page), *this, options);
}

}  // namespace ocelli::internal
