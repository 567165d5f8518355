#include "ocelli/core/fingerprint.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ocelli::internal::fingerprint_test {
namespace {

// A later build must recognize a checkpoint.
TEST(Fingerprint, StaysTheSame) {
  const std::array<float, 3> row{1, -2, 0.5f};
  Fingerprint print;
  print.add(7).add(0.25).add("stages").add(std::span<const float>(row));
  EXPECT_EQ(print.value(), 4905974745695337667u);
}

TEST(Fingerprint, TellsOrderAndBoundariesApart) {
  const std::vector<Fingerprint> all{Fingerprint(),
                                     Fingerprint().add(0),
                                     Fingerprint().add(0).add(0),
                                     Fingerprint().add(1).add(2),
                                     Fingerprint().add(2).add(1),
                                     Fingerprint().add(0.0),
                                     Fingerprint().add(-0.0),
                                     Fingerprint().add("ab").add("c"),
                                     Fingerprint().add("a").add("bc"),
                                     Fingerprint().add("abc").add(""),
                                     Fingerprint().add(std::string("abc\0", 4)),
                                     Fingerprint().add("abc")};
  std::set<std::uint64_t> values;
  for (const Fingerprint& print : all) values.insert(print.value());
  EXPECT_EQ(values.size(), all.size() - 1) << "nothing but 0 and 0.0 are one number";
}

TEST(Fingerprint, TakesNumbersByTheirValue) {
  const std::uint64_t seven = Fingerprint().add(7).value();
  EXPECT_EQ(Fingerprint().add(std::uint8_t{7}).value(), seven);
  EXPECT_EQ(Fingerprint().add(std::size_t{7}).value(), seven);
  EXPECT_EQ(Fingerprint().add(U'\7').value(), seven);
}

TEST(Fingerprint, SeesEveryByteOfARow) {
  std::vector<std::uint8_t> row(37);
  std::set<std::uint64_t> values;
  const auto look = [&] { values.insert(Fingerprint().add(std::span<const std::uint8_t>(row)).value()); };
  look();
  for (std::uint8_t& byte : row) {
    for (int bit = 0; bit < 8; ++bit) {
      byte ^= static_cast<std::uint8_t>(1 << bit);
      look();
      byte ^= static_cast<std::uint8_t>(1 << bit);
    }
  }
  EXPECT_EQ(values.size(), 1 + 8 * row.size());
}

}  // namespace
}  // namespace ocelli::internal::fingerprint_test
