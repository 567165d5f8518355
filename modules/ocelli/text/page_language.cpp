#include "ocelli/text/page_language.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "ocelli/core/parallel.hpp"
#include "ocelli/text/correction/corrections.hpp"
#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/line_languages.hpp"
#include "ocelli/text/reading/line_reader.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kSample = 12;       ///< in lines
constexpr std::size_t kAtOnce = 2;        ///< lines after which hopeless languages are dropped
constexpr float kNotItsLanguage = 1.15F;  ///< cost relative to the minimum that makes a language hopeless
constexpr float kClearlyBetter = 6;   ///< cost by which another language must be better than the first one
constexpr float kClearShare = 0.02F;  ///< the same as a share of the first one's cost

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

}  // namespace

SomeLines all_lines(const PageLines& page) {
  SomeLines lines;
  for (const PageLine& line : page.lines) lines.push_back(&line);
  return lines;
}

SomeLines longest_of(SomeLines lines) {
  std::ranges::stable_sort(lines, std::ranges::greater{},
                           [](const PageLine* line) { return line->line.parts.size(); });
  lines.resize(std::min(lines.size(), kSample));
  return lines;
}

bool knows_words_of(const PageLines& page, const Reader& reader) {
  constexpr std::size_t kFewLines = 3, kShortestWord = 3, kManyLetters = 40;
  constexpr double kNearlyAll = 0.85;  ///< of the letters
  const ClassFilter filter(reader);
  const SomeLines lines = longest_of(all_lines(page));
  std::size_t letters = 0, known = 0;
  for (const PageLine* const line : std::span(lines).first(std::min(lines.size(), kFewLines))) {
    const FoundLine found = find_glyphs(line->line, page.components, line->spaces, reader, filter);
    for_each_word(to_text(found, line->line.box, reader).text(), [&](const WordHash& word) {
      if (word.letters() < kShortestWord) return;
      letters += word.letters();
      if (reader.language().knows_word(word.value())) known += word.letters();
    });
  }
  return letters >= kManyLetters && static_cast<double>(known) >= kNearlyAll * static_cast<double>(letters);
}

const Reader& reader_of_language(const SomeLines& of_page, const Components& components,
                                 const Reader& reader) {
  if (reader.others().empty() || of_page.empty()) return reader;
  std::vector<Candidate> candidates;
  for (const Reader& other : reader.others()) candidates.push_back({&other});
  const Reader* const first = candidates.front().reader;
  const SomeLines lines = longest_of(of_page);
  for (std::size_t i = 0; i < lines.size() && candidates.size() > 1; i += kAtOnce) {
    add_costs(std::span(lines).subspan(i, std::min(kAtOnce, lines.size() - i)), components, candidates);
    const float least = std::ranges::min(candidates, {}, &Candidate::cost).cost;
    std::erase_if(candidates,
                  [&](const Candidate& c) { return c.reader != first && c.cost > kNotItsLanguage * least; });
  }
  const Candidate best = std::ranges::min(candidates, {}, &Candidate::cost);
  const float of_first = candidates.front().cost;
  const float bar = of_first - std::max(kClearlyBetter, kClearShare * of_first);
  return best.reader != first && best.cost < bar ? *best.reader : reader;
}

}  // namespace ocelli::internal
