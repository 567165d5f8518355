#include <gmock/gmock.h>

#include <algorithm>

#include "apps/program.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::test::demo_test {
namespace {

using testing::HasSubstr;

TEST(Demo, FindsAFaceAndReadsAPage) {
  const TemporaryFolder place;
  const std::filesystem::path folder = place.path() / "demo";
  const Finished shown = ocelli({"demo", "-o", folder.string()});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("\"label\":\"face\""));
  EXPECT_THAT(shown.out, HasSubstr("\nLittle Eyes\n"));
  const std::filesystem::path drawn = folder / "found" / "astronaut-found.png";
  EXPECT_THAT(shown.out, HasSubstr(drawn.string()));
  EXPECT_TRUE(std::filesystem::is_regular_file(drawn));
}

TEST(Demo, RunsTwice) {
  const TemporaryFolder place;
  const std::string folder = (place.path() / "demo").string();
  const std::string first = ocelli({"demo", "-o", folder}).out;
  EXPECT_EQ(ocelli({"demo", "-o", folder}).out, first);
}

TEST(Demo, NamesAFolderThatItCannotWrite) {
  const Finished refused = ocelli({"demo", "-o", "/dev/null/demo"});
  EXPECT_EQ(refused.exit_code, 3) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("/dev/null/demo"));
}

TEST(Program, AlonePrintsSixLines) {
  const Finished said = ocelli(std::vector<std::string>{});
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_EQ(std::ranges::count(said.out, '\n'), 6) << said.out;
  EXPECT_THAT(said.out, HasSubstr("ocelli demo"));
  EXPECT_THAT(said.out, HasSubstr("ocelli --help"));
}

}  // namespace
}  // namespace ocelli::internal::test::demo_test
