#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "apps/brightness.hpp"
#include "apps/program.hpp"
#include "apps/reading_place.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::info_test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Info, TellsCardSizesAndCost) {
  const Workplace place;
  const Finished info = ocelli({"info", place.model()});
  EXPECT_EQ(info.exit_code, 0);
  for (const char* part : {"detector", "blob", "Finds blobs, in tests", "window_width", "corner_look_ups"}) {
    EXPECT_THAT(info.out, HasSubstr(part));
  }
}

TEST(Info, TellsTheSameAsJson) {
  const Workplace place;
  const auto info = nlohmann::json::parse(ocelli({"info", "--json", place.model()}).out);
  EXPECT_EQ(info["kind"], "detector");
  EXPECT_EQ(info["cost"]["window_width"], 12);
  EXPECT_EQ(info["cost"]["weak_classifiers"], 1);
  EXPECT_EQ(info["cost"]["table_bytes"], 8);
  EXPECT_EQ(info["stages"][0]["corner_look_ups"], 8);
  EXPECT_EQ(info["card"]["description"], "Finds blobs, in tests");
}

TEST(Info, TellsWhatAClassifierLooksAt) {
  const BrightnessPlace place;
  const auto info = nlohmann::json::parse(ocelli({"info", "--json", place.model()}).out);
  EXPECT_EQ(info["kind"], "classifier");
  EXPECT_EQ(info["classes"], (nlohmann::json{"left", "right"}));
  EXPECT_EQ(info["features"]["kind"], "stumps");
  EXPECT_EQ(info["features"]["count"], 12);
  EXPECT_EQ(info["cost"]["image_width"], 4);
  EXPECT_EQ(info["cost"]["multiply_adds"], 24);
  EXPECT_EQ(info["file_bytes"], std::filesystem::file_size(place.model()));
  EXPECT_THAT(ocelli({"info", place.model()}).out, HasSubstr(R"(["left","right"])"));
}

TEST(Info, TellsWhatAReaderKnows) {
  const ReadingPlace place;
  const auto info = nlohmann::json::parse(ocelli({"info", "--json", place.model()}).out);
  EXPECT_EQ(info["kind"], "reader");
  EXPECT_EQ(info["characters"].size(), 3u);
  EXPECT_EQ(info["features"]["count"], kGlyphShape.pixels());
  EXPECT_EQ(info["language"]["words"], 0);
  EXPECT_FLOAT_EQ(info["weights"]["place"].get<float>(), ReadingWeights{}.place);
  EXPECT_EQ(info["card"]["description"], "Reads bars and blocks, in tests");
}

TEST(Info, TellsPeopleOnlyWhatThereIs) {
  const ReadingPlace place;
  ReaderModel model = load_reader(std::filesystem::path(place.model()));
  model.card.data = {{"texts of a language", "training", 9, 0, "none"}};
  save_model(place.at("other.ocelli"), model);
  const std::string told = ocelli({"info", place.at("other.ocelli")}).out;
  EXPECT_THAT(told,
              HasSubstr("\n    texts of a language\n      role                 training\n      samples  "));
  for (const char* part : {"characters", "figures", "license", "checksum", "objects", "000000"})
    EXPECT_THAT(told, Not(HasSubstr(part)));
}

TEST(Info, NamesAFileThatIsNoModel) {
  const Workplace place;
  for (const std::string& bad : {place.file("bad.ocelli", "nothing of the kind"), place.at("gone.ocelli")}) {
    const Finished info = ocelli({"info", bad});
    EXPECT_EQ(info.exit_code, 3);
    EXPECT_EQ(info.error_lines(), 1);
    EXPECT_THAT(info.err, HasSubstr(bad));
  }
}

}  // namespace
}  // namespace ocelli::internal::test::info_test
