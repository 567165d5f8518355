#include "ocelli/text/word_confidence.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ocelli::internal {
namespace {

/// The log odds that a word with n glyphs is right, if they are all right with probability p: constant + odds
/// * log(p / (1 - p)) + length * log(n).
struct ConfidenceWeights {
  double constant = 0, odds = 0, length = 0;
};

// Fitted on the even halves of the pages of lab/notebook/2026-11-26-ocr-results.md, "Confidence of words".
constexpr ConfidenceWeights kListed{0.692, 0.386, 1.596}, kUnlisted{-2.304, 0.442, 1.532},
    kNumber{1.232, 0.358, 0.648}, kMarkWeights{-1.036, 0.302, 0.795};

/// A number is only as reliable as its least confident glyph. No language model supports a digit, and only
/// that glyph reveals a lost point.
constexpr float kSureGlyph = 0.8F, kMaxOfDoubted = 0.79F;

bool is_doubted_number(const ReadWord& word) {
  return std::ranges::any_of(word.glyphs, reads_figure) &&
         std::ranges::any_of(word.glyphs,
                             [](const ReadGlyph& glyph) { return glyph.confidence < kSureGlyph; });
}

const ConfidenceWeights& weights_of(const ReadWord& word) {
  if (std::ranges::any_of(word.glyphs, reads_figure)) return kNumber;
  if (word.spelling == ReadWord::Spelling::listed) return kListed;
  return word.spelling == ReadWord::Spelling::unlisted ? kUnlisted : kMarkWeights;
}

/// Log odds of the probability that all glyphs are right.
double log_odds(const ReadWord& word) {
  constexpr double kMin = 1e-4;
  double log_all = 0;
  for (const ReadGlyph& glyph : word.glyphs)
    log_all += std::log(std::max(static_cast<double>(glyph.confidence), kMin));
  const double all = std::clamp(std::exp(log_all), kMin, 1 - kMin);
  return std::log(all / (1 - all));
}

}  // namespace

float word_confidence(const ReadWord& word) {
  const ConfidenceWeights& weights = weights_of(word);
  const double sum = weights.constant + weights.odds * log_odds(word) +
                     weights.length * std::log(static_cast<double>(word.glyphs.size()));
  const auto confidence = static_cast<float>(1 / (1 + std::exp(-sum)));
  return is_doubted_number(word) ? std::min(confidence, kMaxOfDoubted) : confidence;
}

void note_spelling(ReadLine& line, const LanguageModel& language) {
  for (ReadWord& word : line.words) {
    std::size_t runs = 0, known = 0;
    for_each_word(word.text(), [&](const WordHash& letters) {
      ++runs;
      known += language.knows_word(letters.value()) ? 1 : 0;
    });
    word.spelling = runs == 0       ? ReadWord::Spelling::no_letters
                    : known == runs ? ReadWord::Spelling::listed
                                    : ReadWord::Spelling::unlisted;
  }
}

}  // namespace ocelli::internal
