#include "ocelli/metrics/edit_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "ocelli/core/random.hpp"

namespace ocelli::internal::edit_distance_test {
namespace {

using Ids = std::vector<std::uint32_t>;

Ids random_ids(std::size_t length, std::uint64_t symbols, Random& random) {
  Ids ids(length);
  for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(1'000'000 * random.below(symbols));
  return ids;
}

/// The sequence with about one edit in `one_in` symbols.
Ids edited(const Ids& ids, std::uint64_t one_in, Random& random) {
  Ids result;
  for (const std::uint32_t id : ids) {
    const std::uint64_t luck = random.below(3 * one_in);
    if (luck == 0) continue;
    if (luck == 1) result.push_back(7);
    result.push_back(luck == 2 ? 9 : id);
  }
  return result;
}

/// The whole table, row by row.
std::size_t plain_distance(const Ids& a, const Ids& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t paired = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({paired, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::size_t edits_of(const std::vector<AlignedPair>& pairs) {
  return static_cast<std::size_t>(
      std::ranges::count_if(pairs, [](const AlignedPair& pair) { return pair.a != pair.b; }));
}

void expect_covers(const std::vector<AlignedPair>& pairs, const Ids& a, const Ids& b) {
  Ids of_a, of_b;
  for (const AlignedPair& pair : pairs) {
    if (pair.a) of_a.push_back(*pair.a);
    if (pair.b) of_b.push_back(*pair.b);
  }
  EXPECT_EQ(of_a, a);
  EXPECT_EQ(of_b, b);
}

TEST(EditDistance, IsThatOfTheWholeTable) {
  Random random(1);
  for (const std::size_t m : {0, 1, 2, 63, 64, 65, 127, 128, 129, 200}) {
    for (const std::size_t n : {0, 1, 5, 64, 100, 193}) {
      for (const std::uint64_t symbols : {2, 20}) {
        const Ids a = random_ids(m, symbols, random), b = random_ids(n, symbols, random);
        EXPECT_EQ(edit_distance(a, b), plain_distance(a, b)) << m << " against " << n;
      }
    }
  }
}

TEST(EditDistance, IsThatOfTheWholeTableForTextsThatAreMuchAlike) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const Ids a = random_ids(500, 30, random), b = edited(a, 10, random);
    EXPECT_EQ(edit_distance(a, b), plain_distance(a, b));
  }
}

TEST(EditDistance, OfAPageTakesFarLessThanASecond) {
  Random random(3);
  const Ids a = random_ids(10'000, 60, random), b = random_ids(10'000, 60, random);
  const auto start = std::chrono::steady_clock::now();
  const std::size_t edits = edit_distance(a, b);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(500));
  EXPECT_GT(edits, 5'000u);
}

TEST(Align, HasTheFewestEditsAndEverySymbolOnce) {
  Random random(4);
  for (const std::size_t m : {0, 1, 3, 90, 300}) {
    for (const std::size_t n : {0, 1, 70, 280}) {
      const Ids a = random_ids(m, 4, random), b = random_ids(n, 4, random);
      const std::vector<AlignedPair> pairs = align(a, b);
      EXPECT_EQ(edits_of(pairs), edit_distance(a, b)) << m << " against " << n;
      expect_covers(pairs, a, b);
    }
  }
}

TEST(Align, GoesAlongWithAPageThatWasReadBadly) {
  Random random(5);
  const Ids a = random_ids(5'000, 60, random), b = edited(a, 12, random);
  const std::vector<AlignedPair> pairs = align(a, b);
  EXPECT_EQ(edits_of(pairs), edit_distance(a, b));
  expect_covers(pairs, a, b);
}

}  // namespace
}  // namespace ocelli::internal::edit_distance_test
