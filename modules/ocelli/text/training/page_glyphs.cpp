#include "ocelli/text/training/page_glyphs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/metrics/edit_distance.hpp"
#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/ink_settings.hpp"
#include "ocelli/text/layout/page_lines.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"
#include "ocelli/text/reading/line_reader.hpp"
#include "ocelli/text/training/glyph_extraction.hpp"

namespace ocelli::internal {
namespace {

constexpr float kWrongGlyph = 8;  ///< cost of an arc that hardly resembles its character
constexpr float kDirt = 5;        ///< of a segment that belongs to no character
constexpr float kMissing = 10;    ///< of a character without ink
constexpr float kFits = 3;        ///< maximum cost of a glyph that confirms its neighbors
/// Maximum mean cost per character. Above it, the text belongs to another line.
constexpr float kMaxOfText = 4;
constexpr float kFar = std::numeric_limits<float>::infinity();

/// An arc aligned with a character of the text.
struct AlignedGlyph {
  std::size_t character = 0;
  std::uint32_t first = 0, last = 0;
  float cost = 0;
};

/// The last step of the cheapest path to a segment and a character.
struct Step {
  float cost = kFar;
  std::uint32_t segment = 0;
  std::size_t character = 0;
  float of_glyph = kFar;  ///< cost of the arc passed; none for dirt or a missing character
};

/// Aligns a text with a lattice by dynamic programming over segments and characters.
class Alignment {
 public:
  Alignment(const FoundLine& line, const GlyphLattice& lattice, const Reader& reader,
            const std::vector<std::optional<std::uint16_t>>& labels)
      : labels_(labels),
        segments_(line.ink.segments().size()),
        steps_((segments_ + 1) * (labels.size() + 1)) {
    const ClassFilter all(reader);
    const std::vector<GlyphArc>& arcs = lattice.arcs();
    at(0, 0).cost = 0;
    std::vector<GlyphCandidate> candidates;
    std::size_t arc = 0;
    for (std::uint32_t start = 0; start <= segments_; ++start) {
      for (std::size_t character = 0; character < labels.size(); ++character)
        improve(start, character, start, character + 1, kMissing, kFar);
      if (start == segments_) break;
      for (std::size_t character = 0; character <= labels.size(); ++character)
        improve(start, character, start + 1, character, kDirt, kFar);
      for (; arc < arcs.size() && arcs[arc].first == start; ++arc) {
        lattice.candidates(arc, line.frame, reader, all, candidates);
        pass(arcs[arc], candidates);
      }
    }
  }

  float cost() const { return steps_.back().cost; }

  std::vector<AlignedGlyph> glyphs() const {
    std::vector<AlignedGlyph> found;
    std::size_t segment = segments_, character = labels_.size();
    while (segment > 0 || character > 0) {
      const Step& step = steps_[index(segment, character)];
      if (step.of_glyph < kFar)
        found.push_back(
            {step.character, step.segment, static_cast<std::uint32_t>(segment) - 1, step.of_glyph});
      segment = step.segment;
      character = step.character;
    }
    std::ranges::reverse(found);
    return found;
  }

 private:
  std::size_t index(std::size_t segment, std::size_t character) const {
    return segment * (labels_.size() + 1) + character;
  }
  Step& at(std::size_t segment, std::size_t character) { return steps_[index(segment, character)]; }

  void improve(std::uint32_t segment, std::size_t character, std::size_t to_segment, std::size_t to_character,
               float cost, float of_glyph) {
    const float sum = at(segment, character).cost + cost;
    Step& to = at(to_segment, to_character);
    if (sum < to.cost) to = {sum, segment, character, of_glyph};
  }

  void pass(const GlyphArc& arc, const std::vector<GlyphCandidate>& candidates) {
    for (std::size_t character = 0; character < labels_.size(); ++character) {
      const auto fitting = std::ranges::find_if(
          candidates, [&](const GlyphCandidate& candidate) { return candidate.label == labels_[character]; });
      const float cost = fitting == candidates.end() ? kWrongGlyph : std::min(fitting->cost, kWrongGlyph);
      improve(arc.first, character, arc.last + 1, character + 1, cost, cost);
    }
  }

  const std::vector<std::optional<std::uint16_t>>& labels_;
  std::size_t segments_;
  std::vector<Step> steps_;
};

/// Whether a glyph, or the characters on either side of it, match.
bool is_known(const std::vector<AlignedGlyph>& glyphs, std::size_t i) {
  if (glyphs[i].cost < kWrongGlyph) return true;
  const auto fits = [&](std::size_t other, std::size_t character) {
    return glyphs[other].cost < kFits && glyphs[other].character == character;
  };
  return i > 0 && i + 1 < glyphs.size() && fits(i - 1, glyphs[i].character - 1) &&
         fits(i + 1, glyphs[i].character + 1);
}

/// What the marks of a page's known text may be on the page. Texts are often typed in ASCII, with one kind of
/// quotation mark and of dash for all that were printed.
class TruthMarks {
 public:
  TruthMarks(std::u32string_view truth, const GlyphSamples& samples)
      : in_ascii_(std::ranges::none_of(truth, is_printers_mark) &&
                  std::ranges::any_of(samples.classes, [](const std::string& name) {
                    return is_printers_mark(comparable_text(name, {})[0]);
                  })) {}

  bool may_be_another(char32_t character) const {
    constexpr std::u32string_view kTyped = U"'\"`-";
    return in_ascii_ && kTyped.find(character) != std::u32string_view::npos;
  }

 private:
  static bool is_printers_mark(char32_t character) { return character >= 0x2010 && character <= 0x201F; }

  bool in_ascii_;
};

/// The line's ink, with each glyph owned by its character.
LabeledLine labeled_line(const FoundLine& line, const std::vector<AlignedGlyph>& glyphs,
                         std::vector<std::string> characters) {
  const std::size_t last = line.ink.segments().size() - 1;
  const cv::Rect around = line.ink.box(0, last);
  LabeledLine labeled{line.ink.ink(0, last), cv::Mat::zeros(around.size(), CV_16U), std::move(characters),
                      line.frame};
  labeled.frame.baseline += line.frame.slope * around.x - around.y;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    if (!is_known(glyphs, i)) continue;
    const cv::Rect box = line.ink.box(glyphs[i].first, glyphs[i].last) - around.tl();
    labeled.owners(box).setTo(static_cast<double>(glyphs[i].character + 1),
                              line.ink.ink(glyphs[i].first, glyphs[i].last));
  }
  return labeled;
}

/// Adds the glyphs of a line with known text. Fragments and clusters of them are added as kNoGlyph.
///
/// The text is aligned with the line's lattice (forced alignment): the cheapest path has a glyph for each of
/// its characters, in order; a wrong glyph, dirt and a missing character have fixed costs. This way touching
/// or broken letters, which reading gets wrong, are cut according to the text. If neither a glyph nor the two
/// beside it match their characters, it is not learned. Characters without a class are skipped, and so are
/// marks that may be others on the page.
/// Returns   whether the text fits the line; if not, nothing is added.
/// Requires  `reject_share` and `seed` as in extract_glyphs().
/// Cost      as reading the line, and arcs x characters.
bool extract_line_glyphs(const FoundLine& line, std::u32string_view text, const Reader& reader,
                         const TruthMarks& marks, std::size_t reject_share, std::uint64_t seed,
                         GlyphSamples& samples) {
  const std::vector<std::string>& classes = reader.glyphs().classes();
  std::vector<std::string> characters;
  std::vector<std::optional<std::uint16_t>> labels;
  for (const char32_t character : text) {
    if (character == U' ') continue;
    const std::string name = utf8_of({&character, 1});
    const auto found = std::ranges::find(classes, name);
    labels.push_back(found == classes.end()
                         ? std::nullopt
                         : std::optional(static_cast<std::uint16_t>(found - classes.begin())));
    characters.push_back(marks.may_be_another(character) ? std::string() : name);
  }
  if (characters.empty()) return false;
  const GlyphLattice lattice(line.ink, line.frame, reader, ClassFilter(reader));
  const Alignment alignment(line, lattice, reader, labels);
  if (alignment.cost() > kMaxOfText * static_cast<float>(labels.size())) return false;
  extract_glyphs(labeled_line(line, alignment.glyphs(), std::move(characters)), reject_share, seed, samples);
  return true;
}

/// The symbols read, one code point per glyph, and the line of each. Lines end with a space.
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

/// The truth of each line: the text aligned with its glyphs, and missed text before each of them.
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

/// Assigns the whole truth to the line with the most glyphs.
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
  const TruthMarks marks(wanted, samples);
  bool fits = false, more = true;
  for (std::size_t setting = 0; more && setting < kInkSettings.size(); ++setting) {
    const PageInk ink = prepare_page(gray, 0, true, kInkSettings[setting]);
    more = ink.gray;
    const std::vector<FoundLine> lines = lines_of(ink, reader);
    if (lines.empty()) continue;
    const auto texts = is_one_line(truth) ? text_of_longest(lines, wanted) : texts_of(lines, wanted, reader);
    for (std::size_t i = 0; i < lines.size(); ++i)
      fits |= extract_line_glyphs(lines[i], texts[i], reader, marks, reject_share, hash(seed, {setting, i}),
                                  samples);
  }
  return fits;
}

}  // namespace ocelli::internal
