#include <gtest/gtest.h>

#include <vector>

#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/text/language.hpp"
#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/model_samples.hpp"

namespace ocelli::internal::language_file_test {
namespace {

using test::Bytes;

/// A language whose words lie near to each other and far apart.
LanguageFile sample_language() {
  LanguageModel counted = test::sample_reader().reader.language();
  return {.language = {"xyz", "oI\u00E4", LanguageModel(counted.table(), {0, 1, 129, 70'000, 0xFFFF'FFFF})},
          .card = test::sample_card()};
}

const Bytes& sample_bytes() {
  static const Bytes bytes = serialize(sample_language());
  return bytes;
}

TEST(LanguageFile, GivesBackWhatWasPutIn) {
  const LanguageFile file = sample_language(), loaded = load_language(sample_bytes(), "sample");
  EXPECT_EQ(loaded.language.code, "xyz");
  EXPECT_EQ(loaded.language.characters, file.language.characters);
  EXPECT_EQ(loaded.language.model.table(), file.language.model.table());
  EXPECT_EQ(loaded.language.model.words(), file.language.model.words());
  EXPECT_EQ(loaded.card, file.card);
  EXPECT_EQ(serialize(loaded), sample_bytes());
}

TEST(LanguageFile, IsAModelOfItsOwnKind) {
  EXPECT_TRUE(std::holds_alternative<LanguageFile>(load_model(sample_bytes(), "sample")));
  test::expect_model_error([] { load_reader(sample_bytes(), "xyz.ocelli"); }, "xyz.ocelli", "a language");
  test::expect_model_error([] { load_language(serialize(test::sample_reader()), "page.ocelli"); },
                           "page.ocelli", "a reader of text");
}

TEST(LanguageFile, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(sample_bytes(),
                                    [](const Bytes& damaged) { load_model(damaged, "sample"); });
}

TEST(LanguageFile, WithABrokenWordIsRefusedOrStillTellsProbabilities) {
  test::survive_patched_words(sample_bytes(), [](const Bytes& patched) {
    const Language language = load_language(patched, "sample").language;
    language.model.log_probability(LanguageModel::line_start(), "oIoI");
  });
}

TEST(ReaderFile, KeepsItsLanguage) {
  const ReaderModel model{.reader = test::sample_reader().reader.in({"xyz", "o", {}}), .card = {}};
  const Reader loaded = load_reader(serialize(model), "sample").reader;
  EXPECT_EQ(loaded.language_code(), "xyz");
  EXPECT_EQ(characters_of(loaded), "o");
}

}  // namespace
}  // namespace ocelli::internal::language_file_test
