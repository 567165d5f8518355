#include "ocelli/text/correction/corrections.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
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

/// Whether marks after a letter end the run: the letters of "A, B, C" and "J. K." are words.
bool ends_run(const ReadWord& word) { return word.glyphs.size() > 1; }

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

std::string text_of_letters(std::span<const ReadGlyph> glyphs) {
  std::string letters;
  for (const ReadGlyph& glyph : glyphs) letters += glyph.text;
  return letters;
}

/// The first glyph of the second of two words that are read as one; 0 if it is one word.
std::size_t joint_of(const ReadWord& word, const LanguageModel& language, double x_height) {
  constexpr std::size_t kShortestPart = 3;
  constexpr double kWhite = 0.2, kWider = 1.8;  ///< in x-heights, and times all others
  const std::span<const ReadGlyph> glyphs = word.glyphs;
  if (glyphs.size() < 2 * kShortestPart || !std::ranges::all_of(glyphs, is_letter)) return 0;
  std::size_t widest = 0;
  double white = 0, other = 0;
  for (std::size_t i = 1; i < glyphs.size(); ++i) {
    const double gap = glyphs[i].box.x - glyphs[i - 1].box.br().x;
    other = std::max(other, std::min(gap, white));
    if (gap > white) white = gap, widest = i;
  }
  if (widest < kShortestPart || glyphs.size() - widest < kShortestPart) return 0;
  if (white < kWhite * x_height || white < kWider * other || language.knows_word(text_of_letters(glyphs)))
    return 0;
  const bool are_words = language.knows_word(text_of_letters(glyphs.first(widest))) &&
                         language.knows_word(text_of_letters(glyphs.subspan(widest)));
  return are_words ? widest : 0;
}

}  // namespace

void part_joined_words(ReadLine& line, const LanguageModel& language) {
  std::vector<ReadWord> words;
  for (ReadWord& word : line.words) {
    const std::size_t joint = joint_of(word, language, line.x_height);
    words.push_back(std::move(word));
    if (joint == 0) continue;
    std::vector<ReadGlyph>& glyphs = words.back().glyphs;
    const auto second = glyphs.begin() + static_cast<std::ptrdiff_t>(joint);
    ReadWord next{{std::make_move_iterator(second), std::make_move_iterator(glyphs.end())}};
    glyphs.erase(second, glyphs.end());
    words.push_back(std::move(next));
  }
  line.words = std::move(words);
}

void join_spaced_letters(ReadLine& line) {
  std::vector<ReadWord> read = std::move(line.words);
  line.words.clear();
  for (std::size_t first = 0; first < read.size();) {
    std::size_t next = first;
    while (next < read.size() && is_spaced(read[next]) && !(next > first && ends_run(read[next - 1]))) ++next;
    append(std::span(read).subspan(first, next - first), line.words);
    if (next < read.size()) line.words.push_back(std::move(read[next++]));
    first = next;
  }
}

}  // namespace ocelli::internal
