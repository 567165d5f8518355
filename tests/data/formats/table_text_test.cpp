#include "ocelli/data/formats/table_text.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "data/gzip_bytes.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::table_text_test {
namespace {

TEST(TableText, IsTheSamePlainAndPacked) {
  const test::TemporaryFolder folder;
  const std::string text = "1,2,a\n3,4,b\n";
  EXPECT_EQ(read_table_text(folder.write("a.csv", text)), text);
  EXPECT_EQ(read_table_text(folder.write("a.csv.gz", test::gzip(text))), text);
  EXPECT_EQ(read_table_text(folder.write("a.csv", "1,gr\xFCn\n")), "1,gr\xC3\xBCn\n");
}

TEST(TableText, IsRefusedForTheMemoryThatItsNumbersWouldTake) {
  const test::TemporaryFolder folder;
  InputLimits limits;
  limits.max_megabytes = 64;
  std::string text;
  for (int i = 0; i < 6'000'000; ++i) text += "1,";
  const auto file = folder.write("bomb.csv.gz", test::gzip(text));
  EXPECT_LT(std::filesystem::file_size(file), 100'000u);
  test::expect_error([&] { read_table_text(file, limits); }, Kind::input,
                     "bomb.csv.gz: contains 11 MB of text with 6000001 cells");
  EXPECT_EQ(read_table_text(file).size(), text.size());
}

TEST(TableText, TakesNoMoreMemoryThanItHasCharacters) {
  const test::TemporaryFolder folder;
  const std::string row = std::string(1000, 'x') + "\n";
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += row;
  const std::string read = read_table_text(folder.write("long.csv.gz", test::gzip(text)));
  EXPECT_EQ(read.size(), text.size());
  EXPECT_LT(read.capacity(), text.size() + text.size() / 16);
}

TEST(TableText, IsRefusedForTheMemoryOfItsDecoding) {
  const test::TemporaryFolder folder;
  InputLimits limits;
  limits.max_megabytes = 64;
  const auto file = folder.write("latin.csv", std::string(20u << 20, '\xE9') + "\n");
  test::expect_error([&] { read_table_text(file, limits); }, Kind::input, "take up to 80 MB");
  EXPECT_EQ(memory_beside(std::string(1u << 20, 'x'), limits), 63u << 20);
}

TEST(TableText, IsRefusedWhenItIsTooLong) {
  const test::TemporaryFolder folder;
  InputLimits limits;
  limits.max_megabytes = 64;
  const auto file = folder.write("long.csv.gz", test::gzip(std::string((64u << 20) + 1, 'x')));
  test::expect_error([&] { read_table_text(file, limits); }, Kind::input,
                     "contains more than the 67108864 bytes of text");
}

}  // namespace
}  // namespace ocelli::internal::table_text_test
