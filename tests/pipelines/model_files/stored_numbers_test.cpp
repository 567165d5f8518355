#include "ocelli/model_io/stored_numbers.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "data/expect_error.hpp"

namespace ocelli::internal::stored_numbers_test {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Part {
  std::int8_t number = 0;
  std::vector<float> values;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("number", self.number);
    visit("values", self.values);
  }
  friend bool operator==(const Part&, const Part&) = default;
};

struct State {
  std::uint64_t large = 0;
  std::vector<Part> parts;
  std::array<std::uint32_t, 2> pair{};
  Matrix matrix;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("large", self.large);
    visit("parts", self.parts);
    visit("pair", self.pair);
    visit("matrix", self.matrix);
  }
};

State sample() {
  State state{.large = UINT64_MAX, .parts = {{-128, {0.1F, -2}}, {127, {}}}, .pair = {7, 9}, .matrix = {}};
  state.matrix.resize(2, 3);
  state.matrix << 1, 2, 3, 4, 5, 6.5;
  return state;
}

TEST(StoredNumbers, AreInTheOrderOfTheMembers) {
  const StoredNumbers numbers = numbers_of(sample());
  const auto negative = static_cast<std::uint64_t>(-128);
  EXPECT_EQ(numbers.integers, (std::vector<std::uint64_t>{UINT64_MAX, 2, negative, 2, 127, 0, 7, 9, 2, 3}));
  EXPECT_EQ(numbers.reals, (std::vector<double>{static_cast<double>(0.1F), -2, 1, 2, 3, 4, 5, 6.5}));
}

TEST(StoredNumbers, GiveTheStructBack) {
  const State state = sample(), again = from_numbers<State>(numbers_of(state));
  EXPECT_EQ(again.large, state.large);
  EXPECT_EQ(again.parts, state.parts);
  EXPECT_EQ(again.pair, state.pair);
  EXPECT_EQ(again.matrix, state.matrix);
}

void expect_refused(void (*change)(StoredNumbers&), const std::string& part) {
  StoredNumbers numbers = numbers_of(sample());
  change(numbers);
  test::expect_error([&] { from_numbers<State>(numbers); }, Kind::model, part);
}

TEST(StoredNumbers, AreRefusedWhereTheyDoNotFit) {
  const auto refused = expect_refused;
  refused([](auto& n) { n.integers.pop_back(); }, "too few numbers");
  refused([](auto& n) { n.reals.pop_back(); }, "longer than its numbers");
  refused([](auto& n) { n.reals.push_back(0); }, "too many numbers");
  refused([](auto& n) { n.integers[2] = 128; }, "a number out of range");
  refused([](auto& n) { n.integers[6] = std::uint64_t{1} << 32; }, "a number out of range");
}

/// A few bytes must not ask for gigabytes.
TEST(StoredNumbers, AreRefusedWithASizeThatTheyCannotFill) {
  const auto refused = expect_refused;
  refused([](auto& n) { n.integers[1] = std::uint64_t{1} << 40; }, "longer than its numbers");
  refused([](auto& n) { n.integers[8] = std::uint64_t{1} << 40; }, "longer than its numbers");
  refused([](auto& n) { n.integers[9] = std::uint64_t{1} << 63; }, "longer than its numbers");
}

}  // namespace
}  // namespace ocelli::internal::stored_numbers_test
