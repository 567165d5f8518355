#include "ocelli/text/training/page_glyphs.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/metrics/edit_distance.hpp"
#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/text/ink_settings.hpp"
#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/reading/line_reader.hpp"
#include "ocelli/text/training/line_glyphs.hpp"

namespace ocelli::internal {
namespace {

/// What was read, a code point a glyph, and of which line each is; lines end in a space.
struct ReadSymbols {
  std::vector<std::uint32_t> symbols;
  std::vector<std::size_t> lines;

  void add(std::uint32_t symbol, std::size_t line) {
    symbols.push_back(symbol);
    lines.push_back(line);
  }
};

ReadSymbols symbols_of(const std::vector<FoundLine>& lines, const Reader& reader) {
  ReadSymbols read;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (const FoundGlyph& glyph : lines[line].glyphs) {
      if (glyph.space_before) read.add(' ', line);
      read.add(comparable_text(reader.glyphs().classes()[glyph.label], {})[0], line);
    }
    read.add(' ', line);
  }
  return read;
}

/// The truth of each line: what is aligned with its glyphs, and what was not read before one of them.
std::vector<std::u32string> texts_of(const std::vector<FoundLine>& lines, const std::u32string& truth,
                                     const Reader& reader) {
  const ReadSymbols read = symbols_of(lines, reader);
  std::vector<std::u32string> texts(lines.size());
  std::size_t symbol = 0;
  for (const AlignedPair& pair :
       align(std::vector<std::uint32_t>(truth.begin(), truth.end()), read.symbols)) {
    const std::size_t line = read.lines[std::min(symbol, read.lines.size() - 1)];
    if (pair.a) texts[line].push_back(*pair.a);
    if (pair.b) ++symbol;
  }
  return texts;
}

/// The whole truth for the line of most glyphs.
std::vector<std::u32string> text_of_longest(const std::vector<FoundLine>& lines,
                                            const std::u32string& truth) {
  std::vector<std::u32string> texts(lines.size());
  const auto longest =
      std::ranges::max_element(lines, {}, [](const FoundLine& line) { return line.ink.segments().size(); });
  texts[static_cast<std::size_t>(longest - lines.begin())] = truth;
  return texts;
}

bool is_one_line(std::string_view truth) {
  const std::size_t last = truth.find_last_not_of("\r\n \t");
  return last == std::string_view::npos || truth.find('\n') > last;
}

std::vector<FoundLine> lines_of(const PageInk& ink, const Reader& reader) {
  const ClassFilter all(reader);
  const PageLines page = find_lines(ink);
  std::vector<FoundLine> lines;
  for (const PageLine& line : page.lines)
    lines.push_back(find_glyphs(line.line, page.components, line.spaces, reader, all));
  return lines;
}

}  // namespace

bool extract_page_glyphs(const cv::Mat& gray, std::string_view truth, const Reader& reader,
                         std::size_t reject_share, std::uint64_t seed, GlyphSamples& samples) {
  const std::u32string wanted = comparable_text(truth, {});
  bool fits = false, more = true;
  for (std::size_t setting = 0; more && setting < kInkSettings.size(); ++setting) {
    const PageInk ink = prepare_page(gray, 0, true, kInkSettings[setting]);
    more = ink.gray;
    const std::vector<FoundLine> lines = lines_of(ink, reader);
    if (lines.empty()) continue;
    const auto texts = is_one_line(truth) ? text_of_longest(lines, wanted) : texts_of(lines, wanted, reader);
    for (std::size_t i = 0; i < lines.size(); ++i)
      fits |=
          extract_line_glyphs(lines[i], texts[i], reader, reject_share, hash(seed, {setting, i}), samples);
  }
  return fits;
}

}  // namespace ocelli::internal
