#include "ocelli/text/correction/corrections.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/text/correction/language_model.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMinSpaced = 4;
/// Ratio of the distance between letter centers to the usual one at which a word ends.
constexpr double kNextWord = 1.5;
constexpr double kNearest = 0.7;  ///< minimum ratio for evenly spaced letters
constexpr double kEven = 0.75;    ///< share of the distances that must be close to the usual one

bool is_letter(const ReadGlyph& glyph) { return WordHash::is_letter(glyph.text); }

/// A single letter, possibly followed by marks.
bool is_spaced(const ReadWord& word) {
  return is_letter(word.glyphs[0]) &&
         std::none_of(word.glyphs.begin() + 1, word.glyphs.end(),
                      [](const ReadGlyph& glyph) { return is_letter(glyph) || reads_figure(glyph); });
}

double middle_of(const ReadWord& word) {
  const cv::Rect& box = word.glyphs[0].box;
  return box.x + box.width / 2.0;
}

std::vector<double> distances_of(std::span<const ReadWord> letters) {
  std::vector<double> distances;
  for (std::size_t i = 1; i < letters.size(); ++i)
    distances.push_back(middle_of(letters[i]) - middle_of(letters[i - 1]));
  return distances;
}

/// Appends spaced letters as words, or unchanged if they are not evenly spaced.
void append(std::span<ReadWord> letters, std::vector<ReadWord>& words) {
  const std::vector<double> distances = distances_of(letters);
  const double typical = letters.size() < kMinSpaced ? 0 : median(distances);
  const auto even = std::ranges::count_if(distances, [typical](double distance) {
    return distance >= kNearest * typical && distance < kNextWord * typical;
  });
  const bool spaced = letters.size() >= kMinSpaced &&
                      static_cast<double>(even) >= kEven * static_cast<double>(distances.size());
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i == 0 || !spaced || distances[i - 1] >= kNextWord * typical)
      words.push_back(std::move(letters[i]));
    else
      std::ranges::move(letters[i].glyphs, std::back_inserter(words.back().glyphs));
  }
}

}  // namespace

void join_spaced_letters(ReadLine& line) {
  std::vector<ReadWord> read = std::move(line.words);
  line.words.clear();
  for (std::size_t first = 0; first < read.size();) {
    std::size_t next = first;
    while (next < read.size() && is_spaced(read[next])) ++next;
    append(std::span(read).subspan(first, next - first), line.words);
    if (next < read.size()) line.words.push_back(std::move(read[next++]));
    first = next;
  }
}

}  // namespace ocelli::internal
