#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "apps/class_ground.hpp"
#include "apps/program.hpp"
#include "apps/reading_place.hpp"
#include "apps/training_ground.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::input_limits_test {
namespace {

using testing::HasSubstr;

TEST(InputLimits, CanBeSetWhereverFilesAreDecoded) {
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"detect"},
                                               {"classify"},
                                               {"ocr"},
                                               {"train", "detector"},
                                               {"train", "classifier"},
                                               {"train", "reader"},
                                               {"eval", "detector"},
                                               {"eval", "classifier"},
                                               {"eval", "ocr"}}) {
    std::vector<std::string> words = verb;
    words.emplace_back("--help-all");
    const std::string help = ocelli(words).out;
    for (const char* option : {"--max-pixels", "--max-pages", "--max-seconds", "--max-megabytes"})
      EXPECT_THAT(help, HasSubstr(option)) << verb.back();
  }
}

TEST(InputLimits, HoldForTheImagesThatADetectorIsTrainedOn) {
  const TrainingGround ground(5, 5);
  const Finished run = ocelli(ground.train("cross.ocelli", {"--max-pixels", "10"}));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("more than the 10 allowed (--max-pixels)"));
  EXPECT_EQ(ocelli(ground.train("cross.ocelli", {"--max-seconds", "0"})).exit_code, 2);
}

TEST(InputLimits, HoldForTheImagesThatADetectorIsMeasuredOn) {
  const Workplace place;
  place.blob("blob.png");
  const std::string truth = place.file("test.csv", "image,x,y,w,h\nblob.png,30,20,12,12\n");
  const auto eval = [&](const std::string& pixels) {
    return ocelli({"eval", "detector", "-m", place.model(), "--max-pixels", pixels, truth});
  };
  EXPECT_EQ(eval("5400").exit_code, 0);
  const Finished refused = eval("5399");
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err, HasSubstr("--max-pixels"));
}

TEST(InputLimits, HoldForTheSamplesOfAClassifier) {
  const ClassGround ground;
  const std::string images = ground.images(8);
  const Finished training = ocelli(ground.train(images, "m", {"--max-pixels", "143"}));
  EXPECT_EQ(training.exit_code, 3);
  EXPECT_THAT(training.err, HasSubstr("none of its 24 images can be read"));
  ASSERT_EQ(
      ocelli(ground.train(images, "m", {"--max-pixels", "144", "--algorithm", "trees", "--rounds", "3"}))
          .exit_code,
      0);
  const Finished eval = ocelli({"eval", "classifier", "-m", ground.at("m"), "--max-pixels", "143", images});
  EXPECT_EQ(eval.exit_code, 3);
  EXPECT_THAT(eval.err, HasSubstr("none of its 24 images can be read"));
}

TEST(InputLimits, HoldForPagesThatAReaderIsMeasuredOn) {
  const ReadingPlace place;
  place.page("pages/one.png");
  place.file("pages/one.gt.txt", "oIoo Io oIIo\nIoI oo Ioo\n");
  const Finished run = ocelli({"eval", "ocr", "-m", place.model(), "--max-pixels", "10", place.at("pages")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("--max-pixels"));
}

}  // namespace
}  // namespace ocelli::internal::test::input_limits_test
