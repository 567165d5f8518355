#include "help_page.hpp"

#include <gmock/gmock.h>

#include <boost/program_options/parsers.hpp>
#include <boost/program_options/variables_map.hpp>
#include <cstdint>
#include <limits>
#include <sstream>

#include "ocelli/core/option_lookup.hpp"

namespace ocelli::internal::app::option_table_test {
namespace {

namespace po = boost::program_options;

struct Sample {
  int count = 3;
  double step = 1.1;
  std::uint64_t seed = 1;
  bool mirror = true;
  std::string label = "an object";

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("count", self.count, "how many");
    visit("step", self.step, "how far");
    visit("seed", self.seed, "of random choices");
    visit("mirror", self.mirror, "also mirrored");
    visit("label", self.label, "what it is");
  }
};

Sample parsed(const std::vector<std::string>& words) {
  Sample options;
  po::options_description table;
  add_options(table, option_table(options));
  po::variables_map values;
  po::store(po::command_line_parser(words).options(table).run(), values);
  po::notify(values);
  return options;
}

TEST(OptionTable, SetsTheMembersThatAreNamed) {
  const Sample options = parsed({"--count", "7", "--step=2.5", "--seed", "18446744073709551615", "--mirror",
                                 "no", "--label", "two words"});
  EXPECT_EQ(options.count, 7);
  EXPECT_EQ(options.step, 2.5);
  EXPECT_EQ(options.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(options.mirror);
  EXPECT_EQ(options.label, "two words");
}

TEST(OptionTable, LeavesTheOthersAtTheirDefaults) {
  const Sample options = parsed({}), defaults;
  EXPECT_EQ(listed(options), listed(defaults));
}

TEST(OptionTable, RefusesWhatIsNoValueOfTheKind) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--count", "7x"},
                                                {"--count", "99999999999"},
                                                {"--count", ""},
                                                {"--seed=-1"},
                                                {"--step", "inf"},
                                                {"--mirror", "maybe"}}) {
    try {
      parsed(words);
      ADD_FAILURE() << words[0] << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Kind::usage);
      EXPECT_EQ(error.where(), words[0].substr(0, words[0].find('=')));
    }
  }
}

TEST(HelpPage, ShowsDefaultsInTheirShortestForm) {
  Sample options;
  const std::vector<OptionGroup> groups = {{"Sample", option_table(options)}};
  const HelpPage page{.usage = "sample", .example = "sample", .brief = {}, .detail = {}};
  const std::string all = full_help(page, groups);
  for (const char* part : {"[1.1]", "[yes]", "of random choices", "--label text"})
    EXPECT_THAT(all, testing::HasSubstr(part));
  EXPECT_THAT(basic_help(page, groups), testing::Not(testing::HasSubstr("--label")))
      << "no option of the group is basic";
}

/// Of which one belongs to a group with a title, and one is a constant.
struct Parted {
  int count = 3, side = 2;
  double shear = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("shear", self.shear, "how much", option::from(0).under("Augmentation"));
    visit("count", self.count, "how many");
    visit("side", self.side, "how wide", option::from(1).fixed());
  }
};

TEST(OptionGroups, AreTheHeadingAndATitleEach) {
  Parted options;
  const std::vector<OptionGroup> groups = grouped("Training", offered(option_table(options)));
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].heading, "Training");
  ASSERT_EQ(groups[0].options.size(), 1u);
  EXPECT_EQ(groups[0].options[0].name, "count");
  EXPECT_EQ(groups[1].heading, "Augmentation");
  EXPECT_EQ(groups[1].within, "Training");
  ASSERT_EQ(groups[1].options.size(), 1u);
  EXPECT_EQ(groups[1].options[0].name, "shear");
}

TEST(OptionTable, ListsNamesAndValuesForTheCard) {
  using Pair = std::pair<std::string, std::string>;
  EXPECT_THAT(listed(Sample{}),
              testing::ElementsAre(Pair("count", "3"), Pair("step", "1.1"), Pair("seed", "1"),
                                   Pair("mirror", "yes"), Pair("label", "an object")));
}

}  // namespace
}  // namespace ocelli::internal::app::option_table_test
