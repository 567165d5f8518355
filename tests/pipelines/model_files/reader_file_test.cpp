#include <gtest/gtest.h>

#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/text/reader_model.hpp"
#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/model_samples.hpp"

namespace ocelli::internal::reader_file_test {
namespace {

using test::Bytes;

const Bytes& sample_bytes() {
  static const Bytes bytes = serialize(test::sample_reader());
  return bytes;
}

TEST(ReaderFile, GivesBackWhatWasPutIn) {
  const ReaderModel model = test::sample_reader();
  const ReaderModel loaded = load_reader(sample_bytes(), "sample");
  EXPECT_EQ(loaded.reader.glyphs().weights(), model.reader.glyphs().weights());
  EXPECT_EQ(loaded.reader.glyphs().classes(), model.reader.glyphs().classes());
  EXPECT_EQ(loaded.reader.places().classes(), model.reader.places().classes());
  EXPECT_EQ(loaded.reader.language().table(), model.reader.language().table());
  EXPECT_EQ(loaded.reader.language().words(), model.reader.language().words());
  EXPECT_EQ(loaded.reader.weights().language, model.reader.weights().language);
  EXPECT_EQ(loaded.card, model.card);
}

TEST(ReaderFile, IsAModelOfItsOwnKind) {
  EXPECT_TRUE(std::holds_alternative<ReaderModel>(load_model(sample_bytes(), "sample")));
  test::expect_model_error([] { load_classifier(sample_bytes(), "page.ocelli"); }, "page.ocelli",
                           "a reader of text");
  test::expect_model_error([] { load_reader(serialize(test::sample_detector()), "face.ocelli"); },
                           "face.ocelli", "a detector model");
}

TEST(ReaderFile, HasTheSameBytesForTheSameModel) {
  EXPECT_EQ(serialize(load_reader(sample_bytes(), "sample")), sample_bytes());
}

TEST(ReaderFile, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(sample_bytes(),
                                    [](const Bytes& damaged) { load_model(damaged, "sample"); });
}

TEST(ReaderFile, WithABrokenWordIsRefusedOrStillTellsProbabilities) {
  test::survive_patched_words(sample_bytes(), [](const Bytes& patched) {
    const Reader reader = load_reader(patched, "sample").reader;
    reader.language().log_probability(LanguageModel::line_start(), "oIoI");
  });
}

}  // namespace
}  // namespace ocelli::internal::reader_file_test
