#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"

namespace ocelli::internal::test::cross_validate_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Finished cross_validate(const std::string& samples, std::vector<std::string> more) {
  more.insert(more.begin(), {"cross-validate", samples, "--algorithm", "trees", "--rounds", "20"});
  return ocelli(more);
}

TEST(CrossValidate, TellsErrorsOfFoldsAndOfAllSamples) {
  const ClassGround ground;
  const std::string table = ground.table("table.csv", 90);
  const Finished text = cross_validate(table, {"--folds", "3"});
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, testing::ContainsRegex("^error [0-9.]+ %, standard deviation [0-9.]+ % over 3 folds\n"
                                               "[0-9]+ of 90 wrong"));
  EXPECT_THAT(text.out, HasSubstr("true \\ given"));
  EXPECT_THAT(text.err, HasSubstr("Fold 3 of 3: "));

  const json figures = json::parse(cross_validate(table, {"--folds", "3", "--json"}).out);
  EXPECT_EQ(figures["samples"], 90);
  EXPECT_EQ(figures["folds"].size(), 3u);
  EXPECT_EQ(figures["folds"][0]["samples"], 30);
  EXPECT_LT(figures["mean_error"], 0.3);
  EXPECT_GE(figures["deviation"], 0);
  EXPECT_EQ(figures["classes"], (json{"a", "b", "c"}));
  EXPECT_EQ(figures["confusion"].size(), 3u);
}

TEST(CrossValidate, TakesFoldersOfImages) {
  const ClassGround ground;
  const Finished run = ocelli({"cross-validate", ground.images(8), "--folds", "2", "--algorithm",
                               "shareboost", "--features", "orientations", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["samples"], 24);
}

TEST(CrossValidate, SaysWhatItCannotDo) {
  const ClassGround ground;
  const std::string table = ground.table("table.csv", 30);
  const auto expect_refused = [&](std::vector<std::string> more, int code, const std::string& part) {
    const Finished run = cross_validate(table, std::move(more));
    EXPECT_EQ(run.exit_code, code) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr(part));
  };
  expect_refused({"--folds", "1"}, 2, "--folds");
  expect_refused({"--folds", "31"}, 2, "30 samples for 31 folds");
  expect_refused({"--groups", "name"}, 2, "--groups: no column 'name'");
  expect_refused({"-o", "m.ocelli"}, 2, "-o");
  EXPECT_THAT(ocelli({"cross-validate", ground.images(4), "--groups", "1"}).err,
              HasSubstr("--groups: only tables"));
}

}  // namespace
}  // namespace ocelli::internal::test::cross_validate_test
