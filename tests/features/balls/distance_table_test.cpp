#include "ocelli/features/balls/distance_table.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"

namespace ocelli::internal::distance_table_test {
namespace {

std::span<const float> row(const SampleValues& values, std::size_t i) {
  return {values.data() + i * static_cast<std::size_t>(values.cols()),
          static_cast<std::size_t>(values.cols())};
}

std::span<const float> all(const SampleValues& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

TEST(DistanceTable, MeasuresAsThePlainSumDoesToTheLastBit) {
  for (const std::size_t vectors : {1, 31, 32, 33, 70}) {
    for (const std::size_t points : {1, 3, 4, 9}) {
      const SampleValues v = test::normal_values(vectors, 7, 1), x = test::normal_values(points, 7, 2);
      const DistanceTable table(v);
      std::vector<float> distances(points * table.stride());
      table.measure(all(x), distances);
      for (std::size_t i = 0; i < points; ++i) {
        for (std::size_t j = 0; j < vectors; ++j) {
          ASSERT_EQ(distances[i * table.stride() + j], squared_distance(row(x, i), row(v, j)));
        }
      }
    }
  }
}

TEST(DistanceTable, FindsTheNearestAndTheFirstOfEqualOnes) {
  SampleValues vectors = test::normal_values(40, 3, 3);
  vectors.row(35) = vectors.row(12);
  const SampleValues points = test::normal_values(700, 3, 4);
  const std::vector<Nearest> found = DistanceTable(vectors).nearest(points);
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::vector<float> distances;
    for (std::size_t v = 0; v < 40; ++v)
      distances.push_back(squared_distance(row(points, i), row(vectors, v)));
    const auto min = std::ranges::min_element(distances);
    ASSERT_EQ(found[i].vector, min - distances.begin());
    ASSERT_EQ(found[i].squared_distance, *min);
  }
}

TEST(DistanceTable, RefusesToBeEmpty) {
  EXPECT_EQ(test::error_of([] { DistanceTable(SampleValues(0, 3)); }).kind(), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::distance_table_test
