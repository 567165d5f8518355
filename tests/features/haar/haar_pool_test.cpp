#include "ocelli/features/haar/haar_pool.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "data/expect_error.hpp"

namespace ocelli::internal::haar_pool_test {
namespace {

using Key = std::vector<std::tuple<int, int, int, int, int>>;

/// The rectangles of a feature in a fixed order and with a fixed sign of the first: equal for features that
/// tell a learner the same.
Key key(const HaarFeature& feature) {
  Key key;
  for (const WeightedRect& r : feature.used()) key.emplace_back(r.y, r.x, r.w, r.h, r.weight);
  std::sort(key.begin(), key.end());
  if (std::get<4>(key.front()) > 0) return key;
  for (auto& rect : key) std::get<4>(rect) = -std::get<4>(rect);
  return key;
}

std::vector<HaarFeature> all_haar(const HaarPoolOptions& options) {
  std::vector<HaarFeature> all;
  for_each_haar(options, [&](const HaarFeature& feature) { all.push_back(feature); });
  return all;
}

struct Rect {
  int x, y, w, h;
};

std::vector<Rect> all_rects(const HaarPoolOptions& o) {
  std::vector<Rect> rects;
  for (int y = 0; y < o.height; ++y) {
    for (int x = 0; x < o.width; ++x) {
      for (int h = o.min_side; y + h <= o.height; ++h) {
        for (int w = o.min_side; x + w <= o.width; ++w) rects.push_back({x, y, w, h});
      }
    }
  }
  return rects;
}

/// How many features of each number of rectangles there must be, from all pairs of rectangles: those of a
/// pair, the outer two of a triple, two opposite corners of a quadruple.
std::map<int, int> plain_counts(const HaarPoolOptions& o) {
  const auto apart = [](int dx, int dy, const Rect& r) { return std::abs(dx) >= r.w || std::abs(dy) >= r.h; };
  const auto near = [&](int dx, int dy) {
    return std::abs(dx) <= o.max_distance && std::abs(dy) <= o.max_distance;
  };
  std::map<int, int> counts;
  for (const Rect& a : all_rects(o)) {
    for (const Rect& b : all_rects(o)) {
      if (a.w != b.w || a.h != b.h || std::tie(a.y, a.x) >= std::tie(b.y, b.x)) continue;
      const int dx = b.x - a.x, dy = b.y - a.y;
      if (near(dx, dy) && apart(dx, dy, a)) ++counts[2];
      if (dx % 2 == 0 && dy % 2 == 0 && near(dx / 2, dy / 2) && apart(dx / 2, dy / 2, a)) ++counts[3];
      if (near(dx, dy) && dx >= a.w && dy >= a.h) ++counts[4];
    }
  }
  return counts;
}

std::map<int, int> counts(const std::vector<HaarFeature>& features) {
  std::map<int, int> counts;
  for (const HaarFeature& feature : features) ++counts[feature.count];
  return counts;
}

class HaarPool : public testing::TestWithParam<HaarPoolOptions> {};

INSTANTIATE_TEST_SUITE_P(SmallWindows, HaarPool,
                         testing::Values(HaarPoolOptions{.width = 4, .height = 4, .min_side = 1},
                                         HaarPoolOptions{.width = 5, .height = 3, .min_side = 1},
                                         HaarPoolOptions{.width = 3, .height = 8, .min_side = 1},
                                         HaarPoolOptions{.width = 8, .height = 7, .min_side = 2},
                                         HaarPoolOptions{
                                             .width = 9, .height = 6, .min_side = 1, .max_distance = 2}));

TEST_P(HaarPool, HoldsAsManyFeaturesAsPlainCountingFinds) {
  EXPECT_EQ(counts(all_haar(GetParam())), plain_counts(GetParam()));
}

TEST_P(HaarPool, HoldsBalancedFeaturesInsideTheWindow) {
  for (const HaarFeature& feature : all_haar(GetParam())) {
    ASSERT_TRUE(is_balanced_inside(feature, GetParam().width, GetParam().height));
  }
}

TEST_P(HaarPool, HoldsNoFeatureTwiceNotEvenWithTheOtherSign) {
  const std::vector<HaarFeature> all = all_haar(GetParam());
  std::set<Key> different;
  for (const HaarFeature& feature : all) different.insert(key(feature));
  EXPECT_EQ(different.size(), all.size());
}

TEST_P(HaarPool, CountsWhatItVisits) { EXPECT_EQ(count_haar(GetParam()), all_haar(GetParam()).size()); }

/// "two across", "two down" and so on, by the way from the first rectangle to the second.
std::string typical_type(const HaarFeature& f) {
  if (f.count == 4) return "four";
  return std::string(f.count == 2 ? "two" : "three") + (f.rects[0].y == f.rects[1].y ? " across" : " down");
}

// The well-known sizes of the Viola-Jones feature types in a window of 24 x 24.
TEST(DefaultHaarPool, HoldsTheFeaturesOfViolaAndJones) {
  std::map<std::string, int> types;
  const HaarPoolOptions options{
      .width = 24, .height = 24, .min_side = 1, .max_distance = 24, .touching_only = true};
  for_each_haar(options, [&](const HaarFeature& feature) { ++types[typical_type(feature)]; });
  EXPECT_THAT(types,
              testing::ElementsAre(testing::Pair("four", 20736), testing::Pair("three across", 27600),
                                   testing::Pair("three down", 27600), testing::Pair("two across", 43200),
                                   testing::Pair("two down", 43200)));
}

TEST(DefaultHaarPool, IsAPartOfTheWholePool) {
  HaarPoolOptions options{.width = 7, .height = 6, .min_side = 1};
  std::set<Key> whole;
  for (const HaarFeature& feature : all_haar(options)) whole.insert(key(feature));
  options.touching_only = true;
  for (const HaarFeature& feature : all_haar(options)) EXPECT_TRUE(whole.contains(key(feature)));
}

TEST(CountHaar, OfTheUsualWindowIsKnown) {
  EXPECT_EQ(count_haar({.width = 20, .height = 20, .min_side = 2}), 2'639'217u);
}

TEST(HaarPoolOptions, RefuseWhatMakesNoSense) {
  for (const HaarPoolOptions& bad :
       {HaarPoolOptions{.width = 1}, HaarPoolOptions{.height = 256}, HaarPoolOptions{.min_side = 0},
        HaarPoolOptions{.width = 8, .height = 20, .min_side = 9}, HaarPoolOptions{.max_distance = 0}}) {
    EXPECT_EQ(test::error_of([&] { count_haar(bad); }).kind(), Kind::usage);
  }
}

const HaarPoolOptions kTiny{.width = 4, .height = 4, .min_side = 2};
const HaarPoolOptions kSmall{.width = 8, .height = 8, .min_side = 2};

TEST(SampleHaar, DrawsInThePoolsOrderWithoutRepeats) {
  const std::vector<HaarFeature> all = all_haar(kSmall), drawn = sample_haar(kSmall, 300, 1);
  ASSERT_EQ(drawn.size(), 300u);
  auto place = all.begin();
  for (const HaarFeature& feature : drawn) {
    place = std::find(place, all.end(), feature);
    ASSERT_NE(place, all.end());
    ++place;
  }
}

TEST(SampleHaar, IsFixedByItsSeed) {
  EXPECT_EQ(sample_haar(kSmall, 100, 1), sample_haar(kSmall, 100, 1));
  EXPECT_NE(sample_haar(kSmall, 100, 1), sample_haar(kSmall, 100, 2));
}

TEST(SampleHaar, GivesTheWholePoolWhenAskedForMore) {
  EXPECT_EQ(sample_haar(kSmall, 10'000'000, 1), all_haar(kSmall));
  EXPECT_TRUE(sample_haar(kSmall, 0, 1).empty());
}

// Each count is binomial; a deviation of 5 standard deviations comes by chance once in a million.
TEST(SampleHaar, DrawsEachFeatureEquallyOften) {
  const std::vector<HaarFeature> all = all_haar(kTiny);
  const std::size_t wanted = all.size() / 3;
  constexpr int kSeeds = 5000;
  std::map<Key, int> drawn;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (const HaarFeature& feature : sample_haar(kTiny, wanted, seed)) ++drawn[key(feature)];
  }
  const double share = static_cast<double>(wanted) / static_cast<double>(all.size());
  const double spread = std::sqrt(kSeeds * share * (1 - share));
  for (const HaarFeature& feature : all) EXPECT_NEAR(drawn[key(feature)], kSeeds * share, 5 * spread);
}

}  // namespace
}  // namespace ocelli::internal::haar_pool_test
