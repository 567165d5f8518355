#include "ocelli/text/line_texts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/text/better_lines.hpp"
#include "ocelli/text/bold_words.hpp"
#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/layout/noise.hpp"
#include "ocelli/text/reading/ink_evidence.hpp"
#include "ocelli/text/reading/line_reader.hpp"
#include "ocelli/text/word_confidence.hpp"

namespace ocelli::internal {
namespace {

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
  LineReadings(std::span<const Reader* const> readers, const std::string& charset) {
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
std::vector<std::size_t> blocks_of(const SomeLines& lines) {
  std::vector<std::size_t> blocks;
  for (const PageLine* line : lines) blocks.push_back(line->block);
  return blocks;
}

}  // namespace

PageText read_lines(const PageTurn& turn, const SomeLines& of_page, const Reader& chosen,
                    std::span<const Reader* const> readers, const ReadingOptions& options) {
  const PageInk& page = turn.page;
  const PageLines& found = turn.found;
  const std::vector<std::string> page_names = LineReading(chosen, options.charset).names;
  const LineReadings readings(readers, options.charset);
  std::vector<ReadLine> lines(of_page.size());
  std::vector<std::optional<FoundLine>> glyphs(of_page.size());
  parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    const auto& [line, block, spaces] = *of_page[i];
    const LineReading& reading = readings.of_line(i);
    glyphs[i] = find_glyphs(line, found.components, spaces, *reading.reader, reading.filter);
    ReadLine read = to_text(*glyphs[i], line.box, *reading.reader);
    resolve_typed_dashes(*glyphs[i], read, reading.names);
    resolve_bullet(*glyphs[i], read, reading.names);
    if (is_tall_print(line, found.components)) {
      ReadLine wide = read_stretched(line, found.components, spaces, *reading.reader, reading.filter);
      if (readability(wide) > readability(read)) read = std::move(wide);
    }
    trim_bars(read);
    join_spaced_letters(read);
    if (options.layout == LayoutMode::word) join_words(read);
    lines[i] = std::move(read);
  });
  resolve_number_marks(lines, page_names);
  parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    resolve_low_signs(lines[i], readings.of_line(i).names);
    resolve_degrees(lines[i], readings.of_line(i).names);
    resolve_look_alikes(lines[i], readings.of_line(i).names);
    resolve_number_signs(lines[i], readings.of_line(i).names);
    join_closing_quotes(lines[i]);
  });
  resolve_quotes(lines, page_names);
  const std::vector<DividedWords> divided = divided_words(lines, blocks_of(of_page));
  parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    const auto& [reader, filter, names] = readings.of_line(i);
    const InkEvidence evidence(*glyphs[i], *reader, filter);
    const InkJudge may_be = [&evidence](const cv::Rect& box, std::string_view read, std::string_view meant) {
      return evidence.supports(box, read, meant);
    };
    if (options.correction && reader->weights().language > 0) {
      if (options.layout != LayoutMode::word) part_joined_words(lines[i], reader->language());
      mend_doubted_words(lines[i], reader->language(), names, divided[i], may_be);
    }
    note_spelling(lines[i], reader->language());
    if (reader->language_code() != chosen.language_code()) lines[i].language = reader->language_code();
  });
  note_bold(lines, found.components);
  const std::optional<float> typical = typical_confidence(lines, chosen.language());
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    // Of some lines of a page, the next one may be another.
    const LanguageModel& language = readings.of_line(i + 1).reader->language();
    if (of_page[i]->line.is_initial && of_page[i + 1] == of_page[i] + 1 &&
        join_initial(lines[i], lines[i + 1], language)) {
      note_spelling(lines[i + 1], language);
      lines[i].words.clear();
    }
  }

  PageText text{page.source.width, page.source.height, {}, page.quarters, chosen.language_code()};
  for (const cv::Rect& block : found.blocks) text.blocks.push_back({page.in_source(block), {}});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].words.empty()) continue;
    if (is_noise(lines[i], typical, readings.of_line(i).reader->language())) continue;
    doubt_parted_numbers(lines[i]);
    doubt_numbers_beside_unread_ink(lines[i], page.uncleaned);
    text.blocks[of_page[i]->block].lines.push_back(in_source(std::move(lines[i]), page));
  }
  std::erase_if(text.blocks, [](const ReadBlock& block) { return block.lines.empty(); });
  return text;
}

}  // namespace ocelli::internal
