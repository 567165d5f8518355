#include "ocelli/text/reading/language_choice.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/text/correction/number_gaps.hpp"
#include "ocelli/text/reading/beam_search.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"
#include "ocelli/text/reading/line_reader.hpp"

namespace ocelli {
namespace {

constexpr std::size_t kSample = 12;   ///< lines
constexpr float kClearlyBetter = 6;   ///< cost by which another language than the first one must be better,
constexpr float kClearShare = 0.02F;  ///< and the same as a share of the first one's cost

/// The lines with most ink components, kSample of them.
std::vector<const PageLine*> longest_lines(const PageLines& page) {
  std::vector<const PageLine*> lines;
  for (const PageLine& line : page.lines) lines.push_back(&line);
  std::ranges::stable_sort(lines, std::ranges::greater{},
                           [](const PageLine* line) { return line->line.parts.size(); });
  lines.resize(std::min(lines.size(), kSample));
  return lines;
}

/// What reading the line costs with each reader.
std::vector<float> costs_of(const PageLine& line, const Components& components,
                            std::span<const Reader* const> readers) {
  const LineInk ink(line.line, components);
  const LineFrame frame{line.line.baseline, line.line.slope, line.line.x_height};
  const GlyphLattice lattice(ink, frame, *readers[0], ClassFilter::all(*readers[0]));
  const std::vector<double> gaps = segment_gaps(ink, frame);
  std::vector<float> costs;
  for (const Reader* reader : readers) {
    const ClassFilter filter(*reader);
    costs.push_back(search({ink, lattice, frame, gaps, line.spaces, *reader, filter}).cost);
  }
  return costs;
}

}  // namespace

const Reader& reader_of_language(const PageLines& page, const Reader& reader) {
  if (reader.others().empty() || page.lines.empty()) return reader;
  std::vector<const Reader*> readers;
  for (const Reader& other : reader.others()) readers.push_back(&other);
  const std::vector<const PageLine*> lines = longest_lines(page);
  std::vector<std::vector<float>> of_lines(lines.size());
  parallel_for(std::size_t{0}, lines.size(),
               [&](std::size_t i) { of_lines[i] = costs_of(*lines[i], page.components, readers); });
  std::vector<float> costs(readers.size(), 0);
  for (const std::vector<float>& of_line : of_lines) {
    for (std::size_t i = 0; i < costs.size(); ++i) costs[i] += of_line[i];
  }
  const auto best = std::ranges::min_element(costs);
  const float bar = costs[0] - std::max(kClearlyBetter, kClearShare * costs[0]);
  const auto chosen = static_cast<std::size_t>(best - costs.begin());
  return chosen > 0 && *best < bar ? *readers[chosen] : reader;
}

}  // namespace ocelli
