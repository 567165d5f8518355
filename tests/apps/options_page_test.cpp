#include <gmock/gmock.h>

#include "apps/program.hpp"
#include "data/temporary_folder.hpp"
#include "source_path.hpp"

namespace ocelli::internal::test::options_page_test {
namespace {

using testing::HasSubstr;

TEST(OptionsPage, IsOfTheTablesOfToday) {
  const Finished page = ocelli({"--options-page"});
  EXPECT_EQ(page.exit_code, 0) << page.err;
  EXPECT_TRUE(page.out == content_of(source_path() / "docs" / "options.md"))
      << "docs/options.md is stale: scripts/write-options-page " OCELLI_PROGRAM " renews it";
}

TEST(OptionsPage, HasTheOptionsOfEveryVerbAndAlgorithm) {
  const std::string page = ocelli({"--options-page"}).out;
  for (const char* part :
       {"\n## detect\n", "\n## train detector\n", "\n## train reader\n", "\n## edit\n",
        "\n### Options of --algorithm shareboost\n", "\n### Options of --algorithm multiboost-cw\n",
        "| `--min-hit-rate` | number above 0.5 and at most 1, or auto |  | `auto` | minimum share of the "
        "objects",
        "| `--output`, `-o` | file |", "| `--resume` | a switch |"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
}

TEST(OptionsPage, HasNoConstants) {
  const std::string page = ocelli({"--options-page"}).out;
  for (const char* constant : {"`--mask-grid`", "`--bins`", "`--verifier-depth`", "`--capitals`"})
    EXPECT_THAT(page, testing::Not(HasSubstr(constant)));
}

TEST(OptionsPage, PrintsWhatRepeatsOnce) {
  const std::string page = ocelli({"--options-page"}).out;
  for (const char* row : {"| `--elastic-alpha` |", "| `--max-pixels` |", "| `--scale-step` |"}) {
    const std::size_t first = page.find(row);
    ASSERT_NE(first, std::string::npos) << row;
    EXPECT_EQ(page.find(row, first + 1), std::string::npos) << row;
  }
  EXPECT_THAT(page, HasSubstr("The same as above, except for:\n"));
}

}  // namespace
}  // namespace ocelli::internal::test::options_page_test
