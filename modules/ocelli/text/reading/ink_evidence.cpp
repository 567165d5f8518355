#include "ocelli/text/reading/ink_evidence.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "ocelli/text/reading/glyph_lattice.hpp"

namespace ocelli::internal {
namespace {

constexpr float kImpossible = std::numeric_limits<float>::infinity();
constexpr float kMaxWorse = 4;  ///< cost by which a text may explain the ink worse than the one read

/// The segments whose middle is in the box, as first and one past the last.
std::pair<std::uint32_t, std::uint32_t> segments_in(const LineInk& ink, const cv::Rect& box) {
  const auto inside = [&box](const InkSegment& segment) {
    const int middle = segment.box.x + segment.box.width / 2;
    return middle >= box.x && middle < box.x + box.width;
  };
  const std::vector<InkSegment>& all = ink.segments();
  const auto first = std::ranges::find_if(all, inside);
  const auto last = std::find_if_not(first, all.end(), inside);
  return {static_cast<std::uint32_t>(first - all.begin()), static_cast<std::uint32_t>(last - all.begin())};
}

/// The class of each character; nothing if one has none.
std::optional<std::vector<std::uint16_t>> labels_of(std::string_view text, const Reader& reader) {
  const std::vector<std::string>& classes = reader.glyphs().classes();
  std::vector<std::uint16_t> labels;
  for (std::string_view rest = text, character; !rest.empty(); rest.remove_prefix(character.size())) {
    character = first_character(rest);
    const auto found = std::ranges::find(classes, character);
    if (found == classes.end()) return std::nullopt;
    labels.push_back(static_cast<std::uint16_t>(found - classes.begin()));
  }
  return labels;
}

}  // namespace

std::optional<float> InkEvidence::cost(const cv::Rect& box, std::string_view text) const {
  const auto labels = labels_of(text, reader_);
  const auto [first, last] = segments_in(line_.ink, box);
  if (!labels || first == last) return std::nullopt;
  const GlyphLattice lattice = GlyphLattice::of_segments(line_.ink, line_.frame, reader_, first, last);
  // costs[s][n]: the least cost of the first n characters over the segments before first + s
  std::vector<std::vector<float>> costs(last - first + 1,
                                        std::vector<float>(labels->size() + 1, kImpossible));
  costs[0][0] = 0;
  std::vector<GlyphCandidate> candidates;
  for (std::size_t arc = 0; arc < lattice.arcs().size(); ++arc) {
    const std::vector<float>& before = costs[lattice.arcs()[arc].first - first];
    std::vector<float>& after = costs[lattice.arcs()[arc].last + 1 - first];
    lattice.candidates(arc, line_.frame, reader_, filter_, candidates);
    for (std::size_t i = 0; i < labels->size(); ++i) {
      const auto found = std::ranges::find(candidates, (*labels)[i], &GlyphCandidate::label);
      if (found != candidates.end()) after[i + 1] = std::min(after[i + 1], before[i] + found->cost);
    }
  }
  const float least = costs.back().back();
  return least == kImpossible ? std::nullopt : std::optional(least);
}

bool InkEvidence::supports(const cv::Rect& box, std::string_view read, std::string_view meant) const {
  const std::optional<float> of_meant = cost(box, meant);
  if (!of_meant) return false;
  const std::optional<float> of_read = cost(box, read);
  return !of_read || *of_meant <= *of_read + kMaxWorse;
}

}  // namespace ocelli::internal
