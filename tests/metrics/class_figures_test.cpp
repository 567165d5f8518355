#include "ocelli/metrics/class_figures.hpp"

#include <gtest/gtest.h>

namespace ocelli::internal::class_figures_test {
namespace {

using Scores = std::vector<float>;
using Flags = std::vector<bool>;

TEST(RocArea, IsTheShareOfPairsInTheRightOrder) {
  EXPECT_EQ(roc_area(Scores{1, 2, 3, 4}, Flags{false, false, true, true}), 1);
  EXPECT_EQ(roc_area(Scores{4, 3, 2, 1}, Flags{false, false, true, true}), 0);
  EXPECT_EQ(roc_area(Scores{3, 1, 2, 4}, Flags{true, false, false, true}), 1);
  // Of 6 pairs none is in order, and two are equal.
  EXPECT_DOUBLE_EQ(*roc_area(Scores{1, 2, 2, 3, 2}, Flags{true, false, true, false, true}), 1.0 / 6);
  EXPECT_EQ(roc_area(Scores{7, 7, 7}, Flags{true, false, true}), 0.5);
}

TEST(RocArea, NeedsBothKindsOfSamples) {
  EXPECT_EQ(roc_area({}, {}), std::nullopt);
  EXPECT_EQ(roc_area(Scores{1, 2}, Flags{true, true}), std::nullopt);
  EXPECT_EQ(roc_area(Scores{1, 2}, Flags{false, false}), std::nullopt);
}

TEST(ClassFigures, HaveTheMeanOfTheAreasThatThereAre) {
  const std::vector<ClassFigures> figures{{.name = "a", .auc = 0.5}, {.name = "b"}, {.name = "c", .auc = 1}};
  EXPECT_EQ(mean_area(figures), 0.75);
  EXPECT_EQ(mean_area({}), std::nullopt);
}

TEST(ClassFigures, AreATableForAPersonToRead) {
  const std::vector<ClassFigures> figures{
      {.name = "cat", .samples = 12, .precision = 0.5, .recall = 1, .f1 = 2.0 / 3, .auc = 0.98765},
      {.name = "emu", .samples = 0}};
  EXPECT_EQ(class_table(figures),
            "class  samples  precision   recall      F1     AUC\n"
            "  cat       12     50.0 %  100.0 %  66.7 %  0.9877\n"
            "  emu        0      0.0 %    0.0 %   0.0 %       -\n");
}

}  // namespace
}  // namespace ocelli::internal::class_figures_test
