#include "ocelli/text/training/page_glyphs.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/metrics/edit_distance.hpp"
#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/reading/line_reader.hpp"

namespace ocelli {
namespace {

/// A glyph of a page: of which line, which one of its glyphs.
struct GlyphReference {
  std::size_t line = 0, glyph = 0;
};

/// What was read, a code point a glyph; spaces and the ends of lines are spaces, of no glyph.
struct ReadText {
  std::vector<std::uint32_t> symbols;
  std::vector<std::optional<GlyphReference>> glyphs;

  void add(std::uint32_t symbol, std::optional<GlyphReference> glyph) {
    symbols.push_back(symbol);
    glyphs.push_back(glyph);
  }
};

/// The first character of what a class reads.
std::uint32_t symbol_of(const std::string& text) { return comparable_text(text, {})[0]; }

ReadText text_of(const std::vector<FoundLine>& lines, const Reader& reader) {
  ReadText text;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t i = 0; i < lines[line].glyphs.size(); ++i) {
      const FoundGlyph& glyph = lines[line].glyphs[i];
      if (i > 0 && glyph.space_before) text.add(' ', std::nullopt);
      text.add(symbol_of(reader.glyphs().classes()[glyph.label]), GlyphReference{line, i});
    }
    text.add(' ', std::nullopt);
  }
  return text;
}

/// For each symbol that was read, the one of the truth that it is aligned with.
std::vector<std::optional<std::uint32_t>> aligned(const ReadText& text, std::string_view truth) {
  const std::u32string wanted = comparable_text(truth, {});
  const std::vector<std::uint32_t> symbols(wanted.begin(), wanted.end());
  std::vector<std::optional<std::uint32_t>> partners;
  for (const AlignedPair& pair : align(symbols, text.symbols)) {
    if (pair.b) partners.push_back(pair.a);
  }
  return partners;
}

}  // namespace

void extract_page_glyphs(const cv::Mat& grey, std::string_view truth, const Reader& reader,
                         GlyphSamples& samples) {
  const ClassFilter all(reader);
  const PageLines page = find_lines(prepare_page(grey, 0, true));
  std::vector<FoundLine> lines;
  for (const PageLine& line : page.lines) {
    lines.push_back(find_glyphs(line.line, page.components, line.spaces, reader, all));
  }
  const ReadText text = text_of(lines, reader);
  const std::vector<std::optional<std::uint32_t>> partners = aligned(text, truth);
  const auto agree = [&](std::ptrdiff_t i) {
    return i >= 0 && i < std::ssize(partners) && partners[i] && *partners[i] == text.symbols[i];
  };
  for (std::ptrdiff_t i = 0; i < std::ssize(partners); ++i) {
    if (!text.glyphs[i] || !partners[i]) continue;
    bool surrounded = true;
    for (int step = 1; step <= kAgreeing; ++step)
      surrounded = surrounded && agree(i - step) && agree(i + step);
    if (!surrounded) continue;
    const char32_t character = *partners[i];
    const auto label = std::ranges::find(samples.classes, utf8_of({&character, 1}));
    if (label == samples.classes.end()) continue;
    const auto [line, glyph] = *text.glyphs[i];
    const FoundGlyph& found = lines[line].glyphs[glyph];
    samples.add(lines[line].ink.ink(found.first, found.last),
                static_cast<std::uint16_t>(label - samples.classes.begin()),
                lines[line].frame.place(found.box));
  }
}

}  // namespace ocelli
