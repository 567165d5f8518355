#include "ocelli/core/file_names.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ocelli::internal::natural_order_test {
namespace {

using testing::ElementsAreArray;

TEST(NaturalOrder, CountsAsPeopleDo) {
  const std::vector<std::string> in_order = {"",
                                             "B.png",
                                             "a.tiff",
                                             "a/deep/er.png",
                                             "a/z",
                                             "b",
                                             "p",
                                             "p0",
                                             "p01.png",
                                             "p1.png",
                                             "p2.png",
                                             "p2a",
                                             "p9-9",
                                             "p10-2",
                                             "p10-10",
                                             "p10.png",
                                             "p99999999999999999999998",
                                             "p99999999999999999999999",
                                             "p100000000000000000000000",
                                             "px",
                                             "q\x7F",
                                             "q\xC3\xA4"};
  std::vector<std::string> names = in_order;
  std::ranges::reverse(names);
  std::ranges::sort(names, natural_less);
  EXPECT_THAT(names, ElementsAreArray(in_order));
}

TEST(NaturalOrder, TellsAnyTwoDifferentNamesApart) {
  const std::vector<std::string> names = {"a0", "a00", "a0b", "a00b", "00", "0", "", "a", "a0b1", "a00b0"};
  for (const std::string& a : names) {
    EXPECT_FALSE(natural_less(a, a));
    for (const std::string& b : names) {
      EXPECT_EQ(a != b, natural_less(a, b) != natural_less(b, a)) << a << " " << b;
    }
  }
}

TEST(NaturalOrder, IsTransitive) {
  std::vector<std::string> names = {""};
  for (std::size_t i = 0; names.size() < 300; ++i) {
    for (const char c : {'0', '1', 'a', '/'}) names.push_back(names[i] + c);
  }
  std::ranges::sort(names, natural_less);
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) EXPECT_TRUE(natural_less(names[i], names[j]));
  }
}

}  // namespace
}  // namespace ocelli::internal::natural_order_test
