#include "ocelli/text/training/line_glyphs.hpp"

#include <algorithm>
#include <limits>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"

namespace ocelli::internal {
namespace {

constexpr float kWrongGlyph = 8;  ///< cost of an arc that hardly looks like its character
constexpr float kDirt = 5;        ///< of a segment that is of no character
constexpr float kMissing = 10;    ///< of a character without ink
constexpr float kFits = 3;        ///< cost of a glyph that vouches for its neighbors
constexpr float kMaxOfText = 4;   ///< mean cost of a character, above which the text is another line's
constexpr float kFar = std::numeric_limits<float>::infinity();

/// An arc that stands for a character of the text.
struct AlignedGlyph {
  std::size_t character = 0;
  std::uint32_t first = 0, last = 0;
  float cost = 0;
};

/// How the cheapest path reached a segment and a character.
struct Step {
  float cost = kFar;
  std::uint32_t segment = 0;
  std::size_t character = 0;
  float of_glyph = kFar;  ///< cost of the arc passed; none: dirt, or a missing character
};

/// Lays a text along a lattice: dynamic programming over segments and characters.
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

/// Whether a glyph, or the characters on either side of it, fit.
bool is_known(const std::vector<AlignedGlyph>& glyphs, std::size_t i) {
  if (glyphs[i].cost < kWrongGlyph) return true;
  const auto fits = [&](std::size_t other, std::size_t character) {
    return glyphs[other].cost < kFits && glyphs[other].character == character;
  };
  return i > 0 && i + 1 < glyphs.size() && fits(i - 1, glyphs[i].character - 1) &&
         fits(i + 1, glyphs[i].character + 1);
}

/// The line's ink, each glyph of it owned by its character.
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

}  // namespace

bool extract_line_glyphs(const FoundLine& line, std::u32string_view text, const Reader& reader,
                         std::size_t reject_share, std::uint64_t seed, GlyphSamples& samples) {
  std::vector<std::string> characters;
  std::vector<std::optional<std::uint16_t>> labels;
  for (const char32_t character : text) {
    if (character == U' ') continue;
    characters.push_back(utf8_of({&character, 1}));
    const auto found = std::ranges::find(samples.classes, characters.back());
    labels.push_back(found == samples.classes.end()
                         ? std::nullopt
                         : std::optional(static_cast<std::uint16_t>(found - samples.classes.begin())));
  }
  if (characters.empty()) return false;
  const GlyphLattice lattice(line.ink, line.frame, reader, ClassFilter(reader));
  const Alignment alignment(line, lattice, reader, labels);
  if (alignment.cost() > kMaxOfText * static_cast<float>(labels.size())) return false;
  extract_glyphs(labeled_line(line, alignment.glyphs(), std::move(characters)), reject_share, seed, samples);
  return true;
}

}  // namespace ocelli::internal
