#include "ocelli/boosting/stumps/vote_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "boosting/bits.hpp"
#include "every_target.hpp"

namespace ocelli::internal::vote_kernel_test {
namespace {

using test::answer, test::bit;

class VoteKernel : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(VoteKernel);

/// Bits and numbers of all samples of a few words. Numbers are 64ths up to 4: sums of them are exact in any
/// order.
struct Operands {
  explicit Operands(std::size_t words) : samples(64 * words) {
    Random random(words);
    answers = test::random_bits(samples, random);
    own = test::random_bits(samples, random);
    for (std::vector<double>* numbers : {&scale, &rest, &pairs}) {
      numbers->resize(samples);
      std::ranges::generate(*numbers, [&] { return static_cast<double>(1 + random.below(256)) / 64; });
    }
  }

  std::size_t samples;
  SampleBits answers, own;
  std::vector<double> scale, rest, pairs;
};

template <class Check>
void for_each_size(const Check& check) {
  for (const std::size_t words : {0, 1, 2, 3, 10}) check(Operands(words));
}

TEST_P(VoteKernel, AddsExactlyThePlainVotes) {
  for_each_size([](const Operands& own) {
    std::vector<double> scores = own.rest, expected = own.rest;
    for (std::size_t i = 0; i < own.samples; ++i) expected[i] += 0.3 * answer(own.answers, i);
    vote_kernel::add_votes(own.answers, 0.3, scores);
    EXPECT_EQ(scores, expected);
  });
}

TEST_P(VoteKernel, SumsNumbersByAgreementAsPlainLoopsDo) {
  for_each_size([](const Operands& own) {
    vote_kernel::Agreement expected;
    for (std::size_t i = 0; i < own.samples; ++i) {
      (bit(own.answers, i) == bit(own.own, i) ? expected.alike : expected.different) += own.pairs[i];
    }
    const auto [alike, different] = vote_kernel::agreement(own.answers, own.own, own.pairs);
    EXPECT_EQ(alike, expected.alike);
    EXPECT_EQ(different, expected.different);
  });
}

TEST_P(VoteKernel, GathersExactlyThePlainPulls) {
  for_each_size([](const Operands& own) {
    std::vector<double> pulls(own.samples), expected;
    for (std::size_t i = 0; i < own.samples; ++i) {
      expected.push_back(own.scale[i] * (bit(own.own, i) ? own.rest[i] : own.pairs[i]));
    }
    vote_kernel::gather(own.own, own.scale, own.rest, own.pairs, pulls);
    EXPECT_EQ(pulls, expected);
  });
}

// The sum loses what rounding takes from one addition and one subtraction of numbers below 11.
TEST_P(VoteKernel, ShiftsScalesOfOwnSamplesAndPairsOfOthers) {
  for_each_size([](const Operands& before) {
    Operands after = before;
    vote_kernel::shift({after.own, after.scale, after.rest, after.pairs}, after.answers, 0.7);
    for (std::size_t i = 0; i < before.samples; ++i) {
      const double growth = std::exp(0.7 * answer(before.answers, i)), shrinkage = 1 / growth;
      const bool mine = bit(before.own, i);
      const double scale = before.scale[i] * (mine ? shrinkage : 1);
      const double pair = before.pairs[i] * (mine ? 1 : growth);
      const double rest = std::max(before.rest[i] - before.pairs[i] + pair, pair);
      ASSERT_DOUBLE_EQ(after.scale[i], scale);
      ASSERT_DOUBLE_EQ(after.pairs[i], pair);
      ASSERT_NEAR(after.rest[i], rest, 1e-14);
    }
  });
}

TEST_P(VoteKernel, NeverBringsASumBelowItsPair) {
  const SampleBits none{0}, all{~std::uint64_t{0}};
  std::vector<double> scale(64, 1), rest(64, std::nextafter(1, 0)), pairs(64, 1);
  vote_kernel::shift({none, scale, rest, pairs}, all, -40);
  EXPECT_GT(pairs[0], 0);
  EXPECT_EQ(rest, pairs);
}

}  // namespace
}  // namespace ocelli::internal::vote_kernel_test
