#include "ocelli/core/option_table.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>

namespace ocelli::internal::option_table_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(OptionSpec, SaysWhatIsAllowed) {
  EXPECT_EQ(option::any().allowed(), "");
  EXPECT_EQ(option::from(4).to(128).allowed(), "from 4 to 128");
  EXPECT_EQ(option::from(4).to(128).or_auto().allowed(), "from 4 to 128, or auto");
  EXPECT_EQ(option::above(0.5).to(1).allowed(), "above 0.5 and at most 1");
  EXPECT_EQ(option::above(0).below(1).allowed(), "above 0 and below 1");
  EXPECT_EQ(option::from(1).allowed(), "at least 1");
  EXPECT_EQ(option::from(1).to(10'000'000).allowed(), "from 1 to 10000000");
  EXPECT_EQ(option::one_of("yes|no|auto").allowed(), "yes, no or auto");
}

TEST(OptionSpec, AllowsWhatItSays) {
  const option::Spec range = option::above(0.5).to(1).or_auto();
  for (const double value : {0.50001, 1.0}) EXPECT_TRUE(range.allows(value)) << value;
  for (const double value : {0.5, 0.0, 1.00001, -1.0}) EXPECT_FALSE(range.allows(value)) << value;
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
  std::optional<double> hit_rate;
  std::string kind = "templates";
  std::optional<float> score;
  std::vector<std::filesystem::path> files;
  bool resume = false;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, "how many", option::from(1).to(100).may_change());
    visit("min-hit-rate", self.hit_rate, "share", option::above(0.5).to(1).or_auto());
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

TEST(OptionTable, TellsAutoFromNone) {
  const option::Spec spec = option::from(1).to(10).or_auto().zero_is_none();
  EXPECT_EQ(spec.allowed(), "from 1 to 10, or auto, or none");
  std::optional<int> trees = 5;
  EXPECT_EQ(to_text(trees, spec), "5");
  set_option(trees, "none", spec, "trees");
  EXPECT_EQ(trees, 0);
  EXPECT_EQ(to_text(trees, spec), "none");
  set_option(trees, "auto", spec, "trees");
  EXPECT_EQ(trees, std::nullopt);
  EXPECT_EQ(to_text(trees, spec), "auto");
  EXPECT_THROW(set_option(trees, "auto", option::from(1), "trees"), Error);
}

TEST(OptionTable, TakesTheWordBesideYesAndNoOrNames) {
  std::optional<bool> mirror = true;
  const option::Spec spec = option::any().or_auto();
  set_option(mirror, "no", spec, "mirror");
  EXPECT_EQ(mirror, false);
  set_option(mirror, "auto", spec, "mirror");
  EXPECT_EQ(mirror, std::nullopt);
  EXPECT_EQ(with_names<std::optional<bool>>(spec).allowed(), "yes, no or auto");
  try {
    set_option(mirror, "perhaps", spec, "mirror");
    ADD_FAILURE() << "perhaps was taken";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--mirror: must be yes, no or auto, got 'perhaps'");
  }
}

TEST(OptionTable, WritesTheWordForAnEmptyMember) {
  const option::Spec spec = option::from(1).to(10).or_none(0);
  EXPECT_EQ(spec.allowed(), "from 1 to 10, or none");
  std::optional<int> passes;
  EXPECT_EQ(to_text(passes, spec), "none");
  set_option(passes, "4", spec, "passes");
  EXPECT_EQ(passes, 4);
  EXPECT_EQ(to_text(passes, spec), "4");
  for (const char* none : {"none", "0", "0.0"}) {
    passes = 3;
    set_option(passes, none, spec, "passes");
    EXPECT_EQ(passes, std::nullopt) << none;
  }
  for (const char* wrong : {"auto", "11", "-1", ""})
    EXPECT_THROW(set_option(passes, wrong, spec, "passes"), Error) << wrong;
  EXPECT_THROW(set_option(passes, "0", option::from(1).or_none(), "passes"), Error);
}

TEST(OptionTable, TellsWhatIsNotGivenFromNone) {
  const option::Spec spec = option::from(4).to(100).or_none(0);
  std::optional<std::optional<double>> side;
  EXPECT_EQ(to_text(side, spec), "");
  set_option(side, "none", spec, "side");
  ASSERT_TRUE(side.has_value());
  EXPECT_EQ(*side, std::nullopt);
  EXPECT_EQ(to_text(side, spec), "none");
  set_option(side, "20", spec, "side");
  EXPECT_EQ(side, std::optional<double>(20));
}

enum class Hue : std::uint8_t { red, gray };

constexpr auto names_of(Hue) { return std::array{std::pair{Hue::red, "red"}, std::pair{Hue::gray, "gray"}}; }

struct Painted {
  Hue hue = Hue::red;
  int layers = 2;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("hue", self.hue, "color");
    visit("layers", self.layers, "how many", option::from(1).fixed());
  }
};

TEST(OptionTable, ReadsAndWritesTheNamesOfAnEnumeration) {
  Painted painted;
  const std::vector<Option> table = option_table(painted);
  EXPECT_EQ(table[0].value, "red");
  EXPECT_EQ(table[0].spec.words(), "red|gray");
  EXPECT_EQ(table[0].spec.allowed(), "red or gray");
  table[0].set("grey");
  EXPECT_EQ(painted.hue, Hue::gray);
  EXPECT_EQ(listed(painted)[0].second, "gray");
  try {
    table[0].set("pink");
    ADD_FAILURE() << "pink was taken";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--hue: must be red or gray, got 'pink'");
  }
}

TEST(OptionTable, ListsConstantsButNeedNotOfferThem) {
  Painted painted;
  EXPECT_EQ(option_table(painted).size(), 2u);
  const std::vector<Option> offered = without_constants(option_table(painted));
  ASSERT_EQ(offered.size(), 1u);
  EXPECT_EQ(offered[0].name, "hue");
  EXPECT_THAT(resume_keys(painted), ElementsAre(Pair("hue", "red"), Pair("layers", "2")));
}

/// One of its options is not a constant.
struct Picture {
  Painted painted;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    option::describe_fixed_except<Painted>({"layers"}, self.painted, visit);
  }
};

TEST(OptionTable, MakesConstantsOfTheOptionsOfAPart) {
  Picture picture;
  const std::vector<Option> offered = without_constants(option_table(picture));
  EXPECT_TRUE(offered.empty()) << "what is a constant in the part stays one";
  EXPECT_EQ(option_table(picture).size(), 2u);
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
