#include "ocelli/training/training_checks.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <utility>
#include <vector>

#include "data/temporary_folder.hpp"

namespace ocelli::internal::training_checks_test {
namespace {

using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;

/// One image with an object of each of these sizes.
TrainingImages objects_of(const std::vector<std::pair<float, float>>& sizes) {
  TrainingImages images;
  images.images.emplace_back();
  for (const auto& [width, height] : sizes)
    images.images[0].objects.push_back({.box = {0, 0, width, height}});
  return images;
}

TEST(WordsOnShapes, NameTheSpreadWhatWillHappenAndTheRemedy) {
  const TrainingImages unlike = objects_of(
      {{49, 100}, {206, 100}, {100, 100}, {90, 100}, {110, 100}, {150, 100}, {60, 100}, {95, 100}});
  const auto words = shape_warning(unlike);
  ASSERT_TRUE(words.has_value());
  EXPECT_THAT(*words, AllOf(HasSubstr("Warning"), HasSubstr("from 0.49 to 2.06 wide per height"),
                            HasSubstr("4 of 8 differ from the median, 1.00"), HasSubstr("finds few of them"),
                            HasSubstr("--class")));
}

TEST(WordsOnShapes, LackWhereNearlyAllBoxesAreAlike) {
  std::vector<std::pair<float, float>> sizes(20, {48, 20});
  sizes[3] = {20, 48};
  sizes[7] = {56, 20};
  EXPECT_FALSE(shape_warning(objects_of(sizes)).has_value());
  EXPECT_FALSE(shape_warning({}).has_value());
}

TEST(WordsOnShapes, CountFacesWithEyesAndMouthAsTheSquaresThatTheyAreCutTo) {
  TrainingImages faces = objects_of({{10, 40}, {40, 10}, {30, 30}});
  for (AnnotatedObject& face : faces.images[0].objects) {
    face.eyes.emplace();
    face.mouth.emplace();
  }
  EXPECT_FALSE(shape_warning(faces).has_value());
}

TEST(WordsOnWindow, TellOfAWindowShapedUnlikeTheBoxes) {
  const TrainingImages wide = objects_of({{50, 20}, {48, 20}, {52, 20}});
  const auto words = window_warning(24, 24, wide);
  ASSERT_TRUE(words.has_value());
  EXPECT_THAT(*words, AllOf(HasSubstr("--width 24 --height 24 is a window 1.00 wide per height"),
                            HasSubstr("the median box is 2.50: 60 % of the window"),
                            HasSubstr("or use --height 10.")));
  EXPECT_FALSE(window_warning(24, 10, wide).has_value());
  EXPECT_FALSE(window_warning(24, 8, wide).has_value());
}

TEST(WordsOnNotes, TellOfPhotosOfTwelveBitsInSixteen) {
  const TemporaryFolder folder;
  const cv::Mat deep = (cv::Mat_<std::uint16_t>(2, 2) << 0, 1000, 2000, 4000);
  cv::imwrite((folder.path() / "deep.png").string(), deep);
  cv::imwrite((folder.path() / "plain.png").string(), cv::Mat(2, 2, CV_8UC1, cv::Scalar(9)));
  const TrainingImages images = read_negatives(folder.path());
  ASSERT_EQ(images.images.size(), 2u);
  const auto words = notes_summary(images);
  ASSERT_TRUE(words.has_value());
  EXPECT_THAT(*words, AllOf(HasSubstr("Note: 1 of 2 images"), HasSubstr("deep.png"), HasSubstr("stretched")));
}

TEST(ReadNegatives, NameAGitLfsPointerInPlaceOfAnImage) {
  const TemporaryFolder folder;
  folder.file("photo.jpg", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345\n");
  const TrainingImages images = read_negatives(folder.path());
  ASSERT_EQ(images.problems.size(), 1u);
  EXPECT_THAT(images.problems[0].message, AllOf(HasSubstr("Git LFS pointer"), HasSubstr("git lfs pull")));
}

}  // namespace
}  // namespace ocelli::internal::training_checks_test
