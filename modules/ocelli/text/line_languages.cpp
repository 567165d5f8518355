#include "ocelli/text/line_languages.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ocelli/core/parallel.hpp"
#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/reading/beam_search.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxByLine = 4;  ///< languages
constexpr float kChange = 6;           ///< cost of another language than that of the line before

/// For each line, the reader of least total cost with all changes. Ties go to the reader named first.
std::vector<std::size_t> least_cost_path(std::span<const std::vector<float>> costs) {
  std::vector<std::vector<std::size_t>> before(costs.size());
  std::vector<float> total = costs[0];
  for (std::size_t line = 1; line < costs.size(); ++line) {
    const auto best = static_cast<std::size_t>(std::ranges::min_element(total) - total.begin());
    std::vector<float> next = costs[line];
    for (std::size_t i = 0; i < next.size(); ++i) {
      const bool changes = total[best] + kChange < total[i];
      before[line].push_back(changes ? best : i);
      next[i] += changes ? total[best] + kChange : total[i];
    }
    total = std::move(next);
  }
  std::vector<std::size_t> path(costs.size());
  path.back() = static_cast<std::size_t>(std::ranges::min_element(total) - total.begin());
  for (std::size_t line = costs.size() - 1; line > 0; --line) path[line - 1] = before[line][path[line]];
  return path;
}

}  // namespace

std::vector<float> reading_costs(const PageLine& line, const Components& components,
                                 std::span<const Reader* const> readers) {
  const Reader& first = *readers.front();
  const LineInk ink(line.line, components);
  const LineFrame frame{line.line.baseline, line.line.slope, line.line.x_height};
  const GlyphLattice lattice(ink, frame, first, ClassFilter::all(first));
  const std::vector<double> gaps = segment_gaps(ink, frame);
  std::vector<float> costs;
  for (const Reader* reader : readers) {
    const ClassFilter filter(*reader);
    costs.push_back(search({ink, lattice, frame, gaps, line.spaces, *reader, filter}).cost);
  }
  return costs;
}

bool chooses_by_line(const Reader& reader) {
  return reader.others().size() > 1 && reader.others().size() <= kMaxByLine;
}

std::vector<const Reader*> readers_of_lines(const SomeLines& lines, const Components& components,
                                            const Reader& reader) {
  if (lines.empty()) return {};
  std::vector<const Reader*> readers;
  for (const Reader& other : reader.others()) readers.push_back(&other);
  std::vector<std::vector<float>> costs(lines.size());
  parallel_for(std::size_t{0}, costs.size(),
               [&](std::size_t i) { costs[i] = reading_costs(*lines[i], components, readers); });
  std::vector<const Reader*> chosen;
  for (const std::size_t number : least_cost_path(costs))
    chosen.push_back(number == 0 ? &reader : readers[number]);
  return chosen;
}

}  // namespace ocelli::internal
