#include "ocelli/training/object_shapes.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

namespace ocelli::internal::object_shapes_test {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::IsEmpty;

/// Aspect ratios at even distances of their logarithms.
std::vector<double> between(double narrowest, double widest, int count) {
  std::vector<double> boxes;
  for (int i = 0; i < count; ++i)
    boxes.push_back(narrowest * std::pow(widest / narrowest, i / (count - 1.0)));
  return boxes;
}

std::vector<double> join(std::vector<double> some, const std::vector<double>& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

TEST(ClusterShapes, AreTheCentersOfGroups) {
  const std::vector<double> boxes =
      join(between(1.9, 2.1, 9), join(between(0.48, 0.52, 30), between(0.95, 1.05, 20)));
  const auto near = [](float shape) { return FloatNear(shape, 0.011F); };
  EXPECT_THAT(cluster_shapes(boxes, 3), ElementsAre(near(0.5F), near(1), near(2)));
  EXPECT_THAT(cluster_shapes(boxes, 1), ElementsAre(near(0.78F)));
}

TEST(ClusterShapes, AreNoMoreThanThereAreBoxes) {
  EXPECT_THAT(cluster_shapes(std::vector<double>{0.5, 2}, 4), ElementsAre(0.5F, 2.0F));
  EXPECT_THAT(cluster_shapes(std::vector<double>(7, 1.5), 3), ElementsAre(1.5F));
}

TEST(ShapesFor, AreNoneForBoxesThatAreNearlyAlike) {
  EXPECT_THAT(shapes_for(between(0.8, 1.25, 100), {}, 1), IsEmpty());
  std::vector<double> boxes(95, 1);
  boxes.insert(boxes.end(), 5, 3.0);
  EXPECT_THAT(shapes_for(boxes, {}, 1), IsEmpty());
}

TEST(ShapesFor, AreAsFewAsNearlyAllBoxesAreNearTo) {
  EXPECT_EQ(shapes_for(between(0.49, 2.06, 200), {}, 1).size(), 3u);
  EXPECT_EQ(shapes_for(join(between(0.5, 0.55, 50), between(1.9, 2, 50)), {}, 1).size(), 2u);
  EXPECT_EQ(shapes_for(between(0.05, 20, 200), {}, 1).size(), Cascade::kMaxShapes);
}

TEST(ShapesFor, AreAsManyAsAskedFor) {
  EXPECT_THAT(shapes_for(between(0.49, 2.06, 200), 1, 1), IsEmpty());
  EXPECT_EQ(shapes_for(between(0.9, 1.1, 200), 4, 1).size(), 4u);
  EXPECT_THAT(shapes_for(std::vector<double>(9, 0.7), 4, 1), IsEmpty());
}

TEST(ShapesFor, AreWithinTheReachOfTheWindow) {
  for (const double window : {0.1, 1.0, 5.0}) {
    for (const float shape : shapes_for(between(0.001, 1000, 100), {}, window)) {
      EXPECT_LT(static_cast<double>(shape) / window, Cascade::kMaxStretch);
      EXPECT_GT(static_cast<double>(shape) / window, 1 / Cascade::kMaxStretch);
    }
  }
}

TEST(StretchBetween, IsAQuarterOfTheWayToTheNextShape) {
  EXPECT_NEAR(stretch_between(std::vector<float>{0.5F, 1, 1.5F}), std::log(2) / 4, 1e-6);
  EXPECT_EQ(stretch_between({}), 0);
}

TEST(ShapesNote, NamesTheSpreadAndTheShapes) {
  TrainingImages images;
  images.images.emplace_back();
  images.images[0].objects = {{.box = {0, 0, 50, 100}}, {.box = {0, 0, 200, 100}}};
  EXPECT_THAT(shapes_note(std::vector<float>{0.5F, 1, 2}, images).value(),
              testing::AllOf(HasSubstr("0.50 to 2.00 times as wide as high"),
                             HasSubstr("3 shapes: 0.50, 1.00 and 2.00 wide per height")));
  EXPECT_FALSE(shapes_note({}, images).has_value());
}

}  // namespace
}  // namespace ocelli::internal::object_shapes_test
