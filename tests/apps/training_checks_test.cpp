#include "ocelli/training/training_checks.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "apps/program.hpp"
#include "apps/training_ground.hpp"

namespace ocelli::internal::test::training_checks_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TEST(KeepTogether, MovesCopiesToTheSideWhereMostOfThemAre) {
  Split split{.training = {0, 1, 2, 3, 4, 5}, .validation = {6, 7, 8, 9}};
  //                            0  1  2  3  4  5  6  7  8  9
  EXPECT_EQ(keep_together(split, {0, 1, 2, 3, 4, 5, 0, 1, 1, 9}), 0u);
  EXPECT_THAT(split.training, ElementsAre(0, 2, 3, 4, 5, 6)) << "0 and 6: as many on either side";
  EXPECT_THAT(split.validation, ElementsAre(1, 7, 8, 9));
}

TEST(KeepTogether, LeavesBothSidesHalfOfWhatTheyHad) {
  Split split{.training = {0, 1, 2, 3, 4, 5, 6, 7}, .validation = {8, 9}};
  const Split before = split;
  EXPECT_EQ(keep_together(split, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), 10u);
  EXPECT_EQ(split, before);
}

TEST(KeepTogether, ChangesNothingWhereNothingIsAlike) {
  Split split{.training = {0, 2}, .validation = {1, 3}};
  const Split before = split;
  EXPECT_EQ(keep_together(split, {0, 1, 2, 3}), 0u);
  EXPECT_EQ(split, before);
}

TEST(TrainDetector, WarnsOfFewObjects) {
  const TrainingGround ground(5, 12);
  const Finished run = ocelli(ground.train("cross.ocelli", {"--stages", "1"}));
  EXPECT_THAT(run.err, HasSubstr("Warning: only 5 objects to learn from; 200 or more"));
}

/// Ellipses of any shade, 0.49 to 2.06 times as wide as high, on blotches: no single window fits them.
void draw_unlike_shapes(const TrainingGround& ground) {
  std::string info;
  Random random(7);
  for (int i = 0; i < 80; ++i) {
    const std::string name = "shape" + std::to_string(i) + ".png";
    cv::Mat image = cv::imread(ground.at("plain" + std::to_string(i % 12) + ".png"), cv::IMREAD_GRAYSCALE);
    const int height = 18 + static_cast<int>(random.below(12));
    const int width = static_cast<int>(height * std::exp(random.uniform(std::log(0.49), std::log(2.06))));
    const int x = static_cast<int>(random.below(static_cast<std::uint64_t>(image.cols - width)));
    const int y = static_cast<int>(random.below(static_cast<std::uint64_t>(image.rows - height)));
    cv::ellipse(image, {x + width / 2, y + height / 2}, {width / 2, height / 2}, random.uniform(0, 90), 0,
                360, cv::Scalar(20 + static_cast<double>(random.below(200))), 2);
    cv::imwrite(ground.at(name), image);
    info += name + " 1 " + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(width) + " " +
            std::to_string(height) + "\n";
  }
  ground.file("shapes.dat", info);
}

TEST(TrainDetector, WarnsInItsFirstThirdWhereNoWindowFitsTheObjects) {
  const TrainingGround ground;
  draw_unlike_shapes(ground);
  const Finished run =
      ocelli(ground.train("shapes.ocelli", {"--positives", ground.at("shapes.dat"), "--stages", "9",
                                            "--max-false-alarm-rate", "0.4", "--shapes", "1"}));
  EXPECT_THAT(run.err, HasSubstr("very different shapes"));
  EXPECT_THAT(run.err, HasSubstr("makes no progress"));
  EXPECT_THAT(run.err, HasSubstr("after 3 stages"));
}

TEST(TrainDetector, LeavesOutNegativesThatShowTheObjectAndKeepsThoseOfTheSamePlace) {
  const TrainingGround ground;
  fs::create_directory(ground.at("rooms"));
  for (int i = 0; i < 12; ++i) fs::copy(ground.at("plain" + std::to_string(i) + ".png"), ground.at("rooms"));
  fs::copy(ground.at("cross3.png"), ground.at("rooms/same.png"));
  cv::Mat copy = cv::imread(ground.at("cross5.png"), cv::IMREAD_GRAYSCALE);
  cv::imwrite(ground.at("rooms/compressed.jpg"), copy, {cv::IMWRITE_JPEG_QUALITY, 85});
  const Finished run =
      ocelli(ground.train("cross.ocelli", {"--stages", "1", "--negatives", ground.at("rooms")}));
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("rooms/same.png: this negative image shows the object of"));
  EXPECT_THAT(run.err, HasSubstr("info.dat:4"));
  EXPECT_THAT(run.err, HasSubstr("rooms/compressed.jpg: this negative image shows the object of"));
  EXPECT_THAT(run.err, HasSubstr("12 negative images"));
}

TEST(DropShownObjects, KeepsThePlaceWithoutTheObject) {
  const TemporaryFolder folder;
  cv::Mat room(200, 300, CV_8UC1);
  Random random(4);
  for (auto pixel = room.begin<std::uint8_t>(); pixel != room.end<std::uint8_t>(); ++pixel)
    *pixel = static_cast<std::uint8_t>(random.below(256));
  cv::GaussianBlur(room, room, {}, 12);
  cv::normalize(room, room, 20, 235, cv::NORM_MINMAX);
  cv::Mat with = room.clone();
  cv::circle(with, {150, 100}, 10, cv::Scalar(255), cv::FILLED);
  cv::circle(with, {150, 100}, 4, cv::Scalar(0), cv::FILLED);
  fs::create_directory(folder.path() / "without");
  cv::imwrite((folder.path() / "with.png").string(), with);
  cv::imwrite((folder.path() / "without/room.png").string(), room);
  cv::imwrite((folder.path() / "without/with.jpg").string(), with);
  const TrainingImages positives = read_positives(folder.file("info.dat", "with.png 1 138 88 24 24\n"));
  TrainingImages negatives = read_negatives(folder.path() / "without");
  ASSERT_TRUE(are_near_copies(positives.sketches.at(0), negatives.sketches.at(0)));
  drop_shown_objects(negatives, positives);
  ASSERT_THAT(negatives.images, SizeIs(1));
  EXPECT_THAT(negatives.sketches, SizeIs(1));
  EXPECT_EQ(negatives.images[0].path.filename(), "room.png");
  EXPECT_THAT(negatives.problems, SizeIs(1));
}

TEST(TrainDetector, KeepsNearCopiesOnOneSideAndSaysSo) {
  const TrainingGround ground;
  std::string info = content_of(ground.at("info.dat"));
  for (int i = 0; i < 6; ++i) {
    cv::Mat copy = cv::imread(ground.at("cross" + std::to_string(9 * i) + ".png"), cv::IMREAD_GRAYSCALE);
    const std::string name = "copy" + std::to_string(i) + ".jpg";
    cv::imwrite(ground.at(name), copy, {cv::IMWRITE_JPEG_QUALITY, 80});
    info += name + " 1 20 16 24 24\n";
  }
  const std::string more = ground.file("more.dat", info);
  const Finished run = ocelli(ground.train("cross.ocelli", {"--stages", "1", "--positives", more}));
  EXPECT_THAT(run.err, HasSubstr("6 of 66 images are near-duplicates of others"));
  EXPECT_THAT(run.err, HasSubstr("Duplicates stay together"));
  const Finished plain = ocelli(ground.train("cross.ocelli", {"--stages", "1"}));
  EXPECT_THAT(plain.err, Not(HasSubstr("near-duplicates")));
}

TEST(TrainDetector, NamesTheFilesOfImagesThatShowNothing) {
  const TrainingGround ground(3, 3);
  cv::imwrite(ground.at("flat.png"), cv::Mat(60, 60, CV_8UC1, cv::Scalar(90)));
  const std::string objects = ground.file("flat.dat", "flat.png 1 10 10 24 24\n");
  const std::string rooms = ground.file("rooms.txt", "flat.png\n");
  for (const auto& [option, file] : {std::pair{"--positives", objects}, std::pair{"--negatives", rooms}}) {
    const Finished run = ocelli(ground.train("cross.ocelli", {option, file}));
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_THAT(run.err, HasSubstr(file + ": each of its 1 images has a single gray level"));
  }
}

/// Crosses called "cross" and, in 12 of the images without them, a plain place called "nothing".
std::string two_classes(const TrainingGround& ground) {
  std::string table = "image,x,y,w,h,label\n";
  for (int i = 0; i < 60; ++i) table += "cross" + std::to_string(i) + ".png,20,16,24,24,cross\n";
  for (int i = 0; i < 12; ++i) table += "plain" + std::to_string(i) + ".png,20,16,24,24,nothing\n";
  return ground.file("two.csv", table);
}

TEST(TrainDetector, TakesTheObjectsOfTheChosenClassesAndWarnsWhereSeveralAreTakenForOne) {
  const TrainingGround ground(60, 24);
  const std::string two = two_classes(ground);
  const Finished mixed = ocelli(ground.train("mixed.ocelli", {"--stages", "1", "--positives", two}));
  EXPECT_THAT(mixed.err,
              HasSubstr("Warning: objects of 2 classes are trained as one: 'cross' 60, 'nothing' 12"));
  EXPECT_THAT(mixed.err, HasSubstr("72 objects in 72 images"));

  const Finished chosen =
      ocelli(ground.train("chosen.ocelli", {"--stages", "1", "--positives", two, "--class", "cross"}));
  EXPECT_EQ(chosen.exit_code, 0) << chosen.err;
  EXPECT_THAT(chosen.err, HasSubstr("60 objects in 60 images"));
  EXPECT_THAT(chosen.err, Not(HasSubstr("classes are trained as one")));

  // What holds the other class is as good a negative as any.
  const Finished both = ocelli(ground.train(
      "both.ocelli", {"--stages", "1", "--positives", two, "--negatives", two, "--class", "cross"}));
  EXPECT_THAT(both.err, HasSubstr("12 negative images"));

  const Finished none = ocelli(ground.train("none.ocelli", {"--positives", two, "--class", "cross,Nothing"}));
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err,
              HasSubstr("no object has the class 'Nothing'; the classes are: 'cross' 60, 'nothing' 12"));
  EXPECT_EQ(ocelli(ground.train("none.ocelli", {"--class", "a,,b"})).exit_code, 2);
}

TEST(TrainDetector, TellsOfManyProblemsByTheFirstFewAndTheirNumber) {
  const TrainingGround ground;
  std::string info = content_of(ground.at("info.dat"));
  for (int i = 0; i < 40; ++i) info += "gone" + std::to_string(i) + ".png 1 20 16 24 24\n";
  const Finished run =
      ocelli(ground.train("cross.ocelli", {"--stages", "1", "--positives", ground.file("more.dat", info)}));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("gone9.png"));
  EXPECT_THAT(run.err, Not(HasSubstr("gone10.png")));
  EXPECT_THAT(run.err, HasSubstr("and 30 more: 40 files and lines in total"));
}

TEST(TrainDetector, RefusesToResumeWithNegativesOfOtherPixels) {
  const TrainingGround ground;
  const std::string checkpoint = ground.at("cross.ocelli.checkpoint");
  {
    Program program(
        ocelli_command(ground.train("cross.ocelli", {"--stages", "50", "--max-weak-count", "500"})));
    while (!fs::exists(checkpoint)) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    program.send(SIGKILL);
    program.finish();
  }
  cv::Mat changed = cv::imread(ground.at("plain3.png"), cv::IMREAD_GRAYSCALE);
  changed.at<std::uint8_t>(5, 7) ^= 64;
  cv::imwrite(ground.at("plain3.png"), changed);
  const Finished run =
      ocelli(ground.train("cross.ocelli", {"--stages", "50", "--max-weak-count", "500", "--resume"}));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("different options or data"));
}

}  // namespace
}  // namespace ocelli::internal::test::training_checks_test
