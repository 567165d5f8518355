#include "ocelli/boosting/sample_weights.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::weight_trimming_test {
namespace {

TEST(MinWeight, LetsTheLightestGoAsLongAsTheShareIsHeld) {
  const std::vector<float> weights{4, 1, 2, 3};
  EXPECT_EQ(min_weight(weights, 1), 0);
  EXPECT_EQ(min_weight(weights, 0.95), 1);
  EXPECT_EQ(min_weight(weights, 0.85), 2);
  EXPECT_EQ(min_weight(weights, 0.5), 3);
  EXPECT_EQ(min_weight(weights, 0.3), 4);
}

TEST(MinWeight, KeepsAllWhereAllAreZeroOrThereIsNone) {
  EXPECT_EQ(min_weight({0, 0, 0}, 0.5), 0);
  EXPECT_EQ(min_weight({}, 0.5), 0);
}

}  // namespace
}  // namespace ocelli::internal::weight_trimming_test
