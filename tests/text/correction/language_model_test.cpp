#include "ocelli/text/correction/language_model.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::language_model_test {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

LanguageModel learned(const std::string& text, LanguageOptions options = {}) {
  const std::vector<std::string> texts = {text};
  return learn_language(texts, "", options);
}

WordHash hashed(std::string_view word) {
  WordHash hash;
  for (const char letter : word) hash.add(letter);
  return hash;
}

const std::string kText =
    repeated("the quick brown fox jumps over the lazy dog\nthen the thin thing went there\n", 20);

/// Over all bytes that may come next.
double sum_of_probabilities(const LanguageModel& model, LanguageModel::Context context) {
  double sum = 0;
  for (int byte = 0; byte < 256; ++byte) {
    const char letter = static_cast<char>(byte);
    sum += std::exp(model.log_probability(context, {&letter, 1}));
  }
  return sum;
}

TEST(LanguageModel, HasProbabilitiesThatSumToOneAfterAnyContext) {
  const LanguageModel model = learned(kText);
  for (const char* const before : {"", "t", "th", "the ", "brown", "zzzzz", "xqe"}) {
    const auto context = LanguageModel::after(LanguageModel::line_start(), before);
    EXPECT_NEAR(sum_of_probabilities(model, context), 1, 0.05) << before;
  }
}

TEST(LanguageModel, CountsByHandGiveTheWittenBellEstimate) {
  // After "a" came "b" three times and "c" once: two kinds, four in all. A line's end is a byte like any
  // other.
  const LanguageModel model = learned("ab\nab\nab\nac\n", {.ngrams = 1, .capitals = std::nullopt});
  const double uniform = 1.0 / 256;
  // Single bytes: 12 in all of 4 kinds (a 4, b 3, c 1, line end 4).
  const double b = 3.0 / 16 + 4.0 / 16 * uniform;
  const double b_after_a = 3.0 / 6 + 2.0 / 6 * b;
  const double got = model.log_probability(LanguageModel::after(0, "a"), "b");
  EXPECT_NEAR(got, std::log(b_after_a), 0.6 / LanguageModel::kLogScale);
}

TEST(LanguageModel, PrefersWhatItHasSeen) {
  const LanguageModel model = learned(kText);
  const auto start = LanguageModel::line_start();
  EXPECT_GT(model.log_probability(start, "the lazy"), model.log_probability(start, "tbe lazy") + 2);
  EXPECT_GT(model.log_probability(start, "brown"), model.log_probability(start, "br0wn") + 2);
}

TEST(LanguageModel, AddsUpWhetherATextComesWholeOrInParts) {
  const LanguageModel model = learned(kText);
  const auto start = LanguageModel::line_start();
  const float whole = model.log_probability(start, "the dog");
  const float parts = model.log_probability(start, "the ") +
                      model.log_probability(LanguageModel::after(start, "the "), "dog");
  EXPECT_FLOAT_EQ(whole, parts);
}

TEST(LanguageModel, KeepsTheMostFrequentSequencesWhenItMayNotKeepAll) {
  const LanguageModel small = learned(kText + "quiz\n", {.ngrams = 400});
  const std::size_t kept =
      std::ranges::count_if(small.table(), [](const auto& entry) { return entry.hash != 0; });
  EXPECT_LE(kept, 400U);
  EXPECT_GT(kept, 200U);
  const auto start = LanguageModel::line_start();
  EXPECT_GT(small.log_probability(start, "the"), small.log_probability(start, "qui"));
}

TEST(LanguageModel, LearnsSomeLinesInCapitalsToo) {
  const LanguageModel model = learned(kText, {.capitals = 2});
  const auto start = LanguageModel::line_start();
  EXPECT_GT(model.log_probability(start, "THE DOG"), model.log_probability(start, "THQ DQG"));
  const LanguageModel quiet = learned(kText, {.capitals = std::nullopt});
  EXPECT_EQ(quiet.log_probability(start, "THE"), quiet.log_probability(start, "QXZ"));
}

TEST(LanguageModel, KnowsWordsSeenOftenAndThoseOfTheVocabulary) {
  const std::vector<std::string> texts = {repeated("often ", 5) + "rarely"};
  const LanguageModel model = learn_language(texts, "given\nNames\n", {.min_word_count = 3});
  EXPECT_TRUE(model.knows_word(hashed("often").value()));
  EXPECT_TRUE(model.knows_word(hashed("OFTEN").value()));
  EXPECT_TRUE(model.knows_word(hashed("given").value()));
  EXPECT_TRUE(model.knows_word(hashed("names").value()));
  EXPECT_FALSE(model.knows_word(hashed("rarely").value()));
}

TEST(LanguageModel, FoldsTheCaseOfLettersUpToLatinExtendedA) {
  const auto hash = [](std::string_view word) {
    WordHash folded;
    for (const char byte : word) folded.add(byte);
    return folded.value();
  };
  for (const auto& [large, small] :
       std::vector<std::pair<std::string, std::string>>{{"\u00DCBER", "\u00FCber"},
                                                        {"\u0141\u00D3D\u0179", "\u0142\u00F3d\u017A"},
                                                        {"\u0147A", "\u0148a"},
                                                        {"\u0152IL", "\u0153il"}})
    EXPECT_EQ(hash(large), hash(small)) << large;
  EXPECT_NE(hash("\u00D7"), hash("\u00F7")) << "signs are no letters";
  EXPECT_NE(hash("\u0148"), hash("\u0149"));
}

TEST(LanguageModel, LearnsLettersBeyondAsciiInCapitalsToo) {
  const std::vector<std::string> texts = {"m\u00FChle \u0142\u00F3d\u017A\n"};
  const LanguageModel loud = learn_language(texts, "", {.min_word_count = 1, .capitals = 1}),
                      quiet = learn_language(texts, "", {.min_word_count = 1, .capitals = std::nullopt});
  const std::string line = "M\u00DCHLE \u0141\u00D3D\u0179";
  EXPECT_GT(loud.log_probability(LanguageModel::line_start(), line),
            quiet.log_probability(LanguageModel::line_start(), line) + 10);
}

TEST(LanguageModel, KnowsTheWordsThatItIsGivenBesides) {
  const LanguageModel model = learn_language({}, "known\n", {});
  const LanguageModel more = model.knowing("Acme\nKnown Caf\u00E9\n");
  for (const char* word : {"known", "ACME", "caf\u00E9"}) EXPECT_TRUE(more.knows_word(word)) << word;
  EXPECT_FALSE(model.knows_word("Acme"));
}

TEST(LanguageModel, CountsQuotesAndSignsAsNoLetters) {
  std::vector<std::uint32_t> words;
  for_each_word("\u201COffice\u201D \u20AC5 caf\u00E9 \u00D7",
                [&](const WordHash& word) { words.push_back(word.value()); });
  WordHash office, cafe;
  for (const char letter : std::string("office")) office.add(letter);
  for (const char letter : std::string("caf\u00E9")) cafe.add(letter);
  EXPECT_EQ(words, (std::vector{office.value(), cafe.value()}));
}

TEST(LanguageModel, WithoutATextFindsEverythingAsLikely) {
  const LanguageModel model;
  EXPECT_EQ(model.log_probability(0, "ab"), model.log_probability(0, "zz"));
  EXPECT_FALSE(model.knows_word(1));
}

TEST(LanguageModel, RefusesTablesThatCouldBeSearchedForEver) {
  EXPECT_THROW(LanguageModel({{1, 0, 0}, {2, 0, 0}}, {}), Error);
  EXPECT_THROW(LanguageModel({{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {}), Error);
  EXPECT_THROW(LanguageModel({}, {2, 1}), Error);
  EXPECT_NO_THROW(LanguageModel({{1, 0, 0}, {0, 0, 0}}, {1, 2}));
}

}  // namespace
}  // namespace ocelli::internal::language_model_test
