#include "ocelli/core/option_lookup.hpp"

#include <gtest/gtest.h>

namespace ocelli::internal::option_lookup_test {
namespace {

struct SomeOptions {
  int min_neighbors = 3;
  std::string for_whom = "all";

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("min-neighbors", self.min_neighbors, "neighbors", option::from(0));
    visit("for", self.for_whom, "for whom", option::any());
  }
};

TEST(OptionLookup, TakesTheSpellingsOfTheCommandLineAndOfPython) {
  SomeOptions options;
  const std::vector<Option> table = option_table(options);
  for (const char* const name : {"min-neighbors", "min_neighbors", "min_neighbours"}) {
    const Option* const found = find_option(table, name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, "min-neighbors");
  }
  ASSERT_NE(find_option(table, "for_"), nullptr);
  EXPECT_EQ(find_option(table, "neighbors"), nullptr);
}

TEST(OptionLookup, NamesTheNearestOption) {
  SomeOptions options;
  const std::vector<Option> table = option_table(options);
  EXPECT_EQ(nearest_option(table, "min_neigbors"), "min-neighbors");
  EXPECT_EQ(nearest_option(table, "stride"), "");
}

TEST(OptionLookup, JoinsTables) {
  SomeOptions first, second;
  EXPECT_EQ(joined(option_table(first), option_table(second)).size(), 4);
}

}  // namespace
}  // namespace ocelli::internal::option_lookup_test
