#include "ocelli/core/option_table.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace ocelli::internal::option_table_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(OptionSpec, SaysWhatIsAllowed) {
  EXPECT_EQ(option::any().allowed(), "");
  EXPECT_EQ(option::from(4).to(128).allowed(), "from 4 to 128");
  EXPECT_EQ(option::from(4).to(128).auto_at(0).allowed(), "from 4 to 128, or auto");
  EXPECT_EQ(option::above(0.5).to(1).allowed(), "above 0.5 and at most 1");
  EXPECT_EQ(option::above(0).below(1).allowed(), "above 0 and below 1");
  EXPECT_EQ(option::from(1).allowed(), "at least 1");
  EXPECT_EQ(option::from(1).to(10'000'000).allowed(), "from 1 to 10000000");
  EXPECT_EQ(option::one_of("yes|no|auto").allowed(), "yes, no or auto");
}

TEST(OptionSpec, AllowsWhatItSays) {
  const option::Spec range = option::above(0.5).to(1).auto_at(0);
  for (const double value : {0.50001, 1.0, 0.0}) EXPECT_TRUE(range.allows(value)) << value;
  for (const double value : {0.5, 1.00001, -1.0}) EXPECT_FALSE(range.allows(value)) << value;
  EXPECT_FALSE(option::from(1).allows(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(option::any().allows(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_TRUE(option::from(0).below(1).allows(0.0));
  EXPECT_FALSE(option::from(0).below(1).allows(1.0));

  const option::Spec some = option::some_of("red|green|blue");
  EXPECT_EQ(some.allowed(), "red, green or blue, or several separated by commas");
  for (const std::string_view text : {"red", "blue,red", "red,green,blue"})
    EXPECT_TRUE(some.allows(text)) << text;
  for (const std::string_view text : {"", "red,", ",red", "red,,blue", "red|green", "red, blue", "pink"})
    EXPECT_FALSE(some.allows(text)) << text;
  const option::Spec words = option::one_of("yes|no|auto");
  for (const char* word : {"yes", "no", "auto"}) EXPECT_TRUE(words.allows(std::string_view(word))) << word;
  for (const char* word : {"", "y", "yes|no", "autos"})
    EXPECT_FALSE(words.allows(std::string_view(word))) << word;
}

struct Sample {
  int rounds = 3;
  double hit_rate = 0;
  std::string kind = "templates";
  std::optional<float> score;
  std::vector<std::filesystem::path> files;
  bool resume = false;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, "how many", option::from(1).to(100).may_change());
    visit("min-hit-rate", self.hit_rate, "share", option::above(0.5).to(1).auto_at(0));
    visit("kind", self.kind, "what", option::one_of("templates|balls"));
    visit("score", self.score, "least", option::from(0));
    visit("file", self.files, "files", option::any().letter('f').value("path"));
    visit("resume", self.resume, "go on", option::any().flag());
  }
};

const Option& find(const std::vector<Option>& table, const std::string& name) {
  return *std::ranges::find(table, name, &Option::name);
}

TEST(OptionTable, SetsMembersOfEveryType) {
  Sample sample;
  const std::vector<Option> table = option_table(sample);
  find(table, "score").set("2.5");
  find(table, "file").set("a");
  find(table, "file").set("b c");
  find(table, "resume").set("yes");
  EXPECT_EQ(sample.score, 2.5f);
  EXPECT_THAT(sample.files, ElementsAre("a", "b c"));
  EXPECT_TRUE(sample.resume);
  EXPECT_TRUE(find(table, "file").is_list);
  EXPECT_EQ(find(table, "score").value, "");
}

TEST(OptionTable, RefusesWhatIsNotAllowedNamingOptionValueAndRange) {
  const auto complaint = [](const std::string& name, const std::string& value) -> std::string {
    Sample sample;
    try {
      find(option_table(sample), name).set(value);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Kind::usage);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint("rounds", "0"), "--rounds: must be from 1 to 100, got 0");
  EXPECT_EQ(complaint("min-hit-rate", "0.5"),
            "--min-hit-rate: must be above 0.5 and at most 1, or auto, got 0.5");
  EXPECT_EQ(complaint("kind", "linear"), "--kind: must be templates or balls, got 'linear'");
  EXPECT_EQ(complaint("score", "-1"), "--score: must be at least 0, got -1");
  EXPECT_EQ(complaint("rounds", "100"), "");
}

TEST(OptionTable, SaysAutoAndNoneForTheNumbersThatStandForThem) {
  const option::Spec spec = option::from(1).to(10).auto_at(-1).none_at(0);
  EXPECT_EQ(spec.allowed(), "from 1 to 10, or auto, or none");
  EXPECT_EQ(to_text(-1, spec), "auto");
  EXPECT_EQ(to_text(0, spec), "none");
  EXPECT_EQ(to_text(4, spec), "4");
  int trees = 5;
  set_option(trees, "none", spec, "trees");
  EXPECT_EQ(trees, 0);
  set_option(trees, "auto", spec, "trees");
  EXPECT_EQ(trees, -1);
  EXPECT_THROW(set_option(trees, "auto", option::from(1), "trees"), Error);
}

TEST(OptionTable, TakesWordsInBritishSpelling) {
  std::string kind;
  set_option(kind, "colours", option::one_of("colors|templates"), "kind");
  EXPECT_EQ(kind, "colors");
}

TEST(OptionTable, ChecksTheMembersOfAStruct) {
  Sample sample;
  EXPECT_NO_THROW(check_options(sample));
  sample.score = -2.0f;
  EXPECT_THROW(check_options(sample), Error);
}

TEST(OptionTable, KeysOfAResumedTrainingLeaveOutWhatMayChange) {
  EXPECT_THAT(resume_keys(Sample{}), ElementsAre(Pair("min-hit-rate", "auto"), Pair("kind", "templates"),
                                                 Pair("score", ""), Pair("file", ""), Pair("resume", "no")));
  Sample other;
  other.kind = "balls";
  EXPECT_THAT(resume_keys(other), testing::Contains(Pair("kind", "balls")));
}

}  // namespace
}  // namespace ocelli::internal::option_table_test
