#include "ocelli/training/training_output.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "apps/program.hpp"
#include "apps/training_ground.hpp"
#include "data/expect_error.hpp"

namespace ocelli::internal::test::training_output_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using namespace std::chrono_literals;

TEST(TrainingOutput, RefusesPlacesWhereNoModelCanBe) {
  const TemporaryFolder folder;
  const fs::path model = folder.path() / "m.ocelli";
  const auto take = [&](const fs::path& place) {
    return [place] { const TrainingOutput output(place, place.string() + ".checkpoint"); };
  };
  expect_error(take(folder.path()), Kind::output, "is a folder");
  expect_error(take(folder.path() / "none" / "m.ocelli"), Kind::output, "does not exist");
  expect_error(take("/dev/null"), Kind::output, "is not a regular file");
  folder.file("m.ocelli", "an older model");
  const TrainingOutput output(model, model.string() + ".checkpoint");
  expect_error(take(model), Kind::output, "wait for it to finish or choose another -o");
  EXPECT_NO_THROW(TrainingOutput("bare-name.ocelli", "bare-name.ocelli.checkpoint")) << "in this folder";
  fs::create_symlink(model, folder.path() / "link.ocelli");
  expect_error(take(folder.path() / "link.ocelli"), Kind::output, "locked by process");
}

TEST(TrainingOutput, RemovesWhatAKilledTrainingLeftHalfWritten) {
  const TemporaryFolder folder;
  const fs::path model = folder.path() / "m.ocelli";
  const std::string left = folder.file("m.ocelli.checkpoint.ocelli-part-0", "half");
  const std::string checkpoint = folder.file("m.ocelli.checkpoint", "");
  { const TrainingOutput output(model, checkpoint); }
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(checkpoint));
  EXPECT_FALSE(fs::exists(model.string() + ".ocelli-lock"));
}

TEST(TrainingOutput, LeavesAloneFilesOfOthersThatAreCalledLockOrCheckpoint) {
  const TemporaryFolder folder;
  const fs::path model = folder.path() / "poetry";
  const std::string lock = folder.file("poetry.lock", "[[package]]");
  { const TrainingOutput output(model, model.string() + ".checkpoint"); }
  EXPECT_EQ(content_of(lock), "[[package]]");
  const std::string checkpoint = folder.file("poetry.checkpoint", "weights of another program");
  expect_error([&] { const TrainingOutput output(model, checkpoint); }, Kind::output,
               "was not written by Ocelli");
  EXPECT_EQ(content_of(checkpoint), "weights of another program");
  EXPECT_FALSE(fs::exists(model.string() + ".ocelli-lock"));
}

TEST(TrainingOutput, RefusesANameThatLeavesNoRoomForTheEndingsOfItsOtherFiles) {
  const TemporaryFolder folder;
  const fs::path fits = folder.path() / std::string(242, 'm'),
                 too_long = folder.path() / std::string(243, 'm');
  EXPECT_NO_THROW(TrainingOutput(fits, fits.string() + ".checkpoint"));
  expect_error([&] { const TrainingOutput output(too_long, too_long.string() + ".checkpoint"); },
               Kind::output, "choose a shorter one");
}

TEST(TrainingOutputs, CountCheckpointAndLockAmongThem) {
  const TemporaryFolder folder;
  for (const char* const ending : {".checkpoint", ".ocelli-lock", ".log.jsonl"}) {
    const std::string input = folder.file("poetry" + std::string(ending), "input");
    expect_error([&] { training_outputs(folder.path() / "poetry").check(input); }, Kind::usage,
                 "is an input of this run");
  }
}

TEST(EveryTraining, RefusesAFolderForItsModelBeforeItReadsAnything) {
  const TemporaryFolder folder;
  const std::string place = folder.path().string(), none = folder.path() / "none";
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"train", "detector", "--positives", none, "--negatives", none},
        std::vector<std::string>{"train", "classifier", none},
        std::vector<std::string>{"train", "reader", none}}) {
    std::vector<std::string> words = verb;
    words.insert(words.end(), {"-o", place});
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, 3) << verb[1];
    EXPECT_THAT(run.err, HasSubstr("is a folder")) << verb[1];
    EXPECT_EQ(run.error_lines(), 1) << run.err;
  }
}

TEST(TrainDetector, RefusesASecondTrainingOfTheSameModel) {
  const TrainingGround ground;
  const std::vector<std::string> words =
      ground.train("cross.ocelli", {"--stages", "50", "--max-weak-count", "500"});
  Program first(ocelli_command(words));
  while (!fs::exists(ground.at("cross.ocelli.checkpoint"))) std::this_thread::sleep_for(2ms);
  first.send(SIGSTOP);  // or it might be over by then
  const Finished second = ocelli(words);
  EXPECT_EQ(second.exit_code, 3);
  EXPECT_THAT(second.err, HasSubstr("another training is writing this model"));
  EXPECT_EQ(second.error_lines(), 1) << second.err;
  first.send(SIGKILL);
  first.finish();
  const Finished third = ocelli(ground.train("cross.ocelli", {"--stages", "1"}));
  EXPECT_EQ(third.exit_code, 0) << third.err;
  for (const auto& entry : fs::directory_iterator(fs::path(ground.at("cross.ocelli")).parent_path())) {
    EXPECT_THAT(entry.path().string(), testing::Not(HasSubstr(".ocelli-part-")));
    EXPECT_THAT(entry.path().string(), testing::Not(HasSubstr("-lock")));
  }
}

}  // namespace
}  // namespace ocelli::internal::test::training_output_test
