#include "ocelli/text/reading/language_choice.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/text/correction/number_gaps.hpp"
#include "ocelli/text/reading/beam_search.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"
#include "ocelli/text/reading/line_reader.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kSample = 12;       ///< lines
constexpr std::size_t kAtOnce = 2;        ///< lines, after which hopeless languages are left out
constexpr float kNotItsLanguage = 1.15F;  ///< times the least cost
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

struct Candidate {
  const Reader* reader;
  float cost = 0;  ///< of the lines so far
};

/// What reading the line costs with each candidate.
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

}  // namespace

const Reader& reader_of_language(const PageLines& page, const Reader& reader) {
  if (reader.others().empty() || page.lines.empty()) return reader;
  std::vector<Candidate> candidates;
  for (const Reader& other : reader.others()) candidates.push_back({&other});
  const Reader* const first = candidates.front().reader;
  const std::vector<const PageLine*> lines = longest_lines(page);
  for (std::size_t i = 0; i < lines.size() && candidates.size() > 1; i += kAtOnce) {
    add_costs(std::span(lines).subspan(i, std::min(kAtOnce, lines.size() - i)), page.components, candidates);
    const float min = std::ranges::min(candidates, {}, &Candidate::cost).cost;
    std::erase_if(candidates,
                  [&](const Candidate& c) { return c.reader != first && c.cost > kNotItsLanguage * min; });
  }
  const Candidate best = std::ranges::min(candidates, {}, &Candidate::cost);
  const float of_first = candidates.front().cost;
  const float bar = of_first - std::max(kClearlyBetter, kClearShare * of_first);
  return best.reader != first && best.cost < bar ? *best.reader : reader;
}

}  // namespace ocelli::internal
