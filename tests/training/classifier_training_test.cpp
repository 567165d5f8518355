#include "ocelli/training/classifier_training.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/require.hpp"
#include "training/two_classes.hpp"

namespace ocelli::internal::classifier_training_test {
namespace {

using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(TrainClassifierInMemory, LearnsWhatTheSameSamplesInAFileTeach) {
  const test::TemporaryFolder folder;
  const Samples samples = test::two_classes();
  std::ofstream table(folder.path() / "table.csv");
  for (std::size_t i = 0; i < samples.count(); ++i)
    table << samples.row(i)[0] << "," << samples.row(i)[1] << "," << samples.classes[samples.labels[i]]
          << "\n";
  table.close();
  ClassifierTraining job;
  job.samples = folder.path() / "table.csv";
  job.output = folder.path() / "table.ocelli";
  job.algorithm = classifier_algorithm("trees");
  const ClassifierModel from_file = train_classifier(job, {}, {});

  const auto learner = classifier_algorithm("trees");
  const ClassifierModel in_memory = train_classifier(*learner, samples, {}, {});
  for (std::size_t i = 0; i < samples.count(); ++i) {
    EXPECT_EQ(in_memory.classifier.classify(samples.row(i)).score(),
              from_file.classifier.classify(samples.row(i)).score());
  }
  EXPECT_THAT(in_memory.card.description, StartsWith("AdaBoost.MH classifier of 2 classes."));
}

TEST(TrainClassifierInMemory, TellsTheLinesOfTheLog) {
  const auto learner = classifier_algorithm("multiboost-cw");
  std::vector<std::string> lines;
  train_classifier(*learner, test::two_classes(),
                   {.log = [&](const std::string& line) { lines.push_back(line); }}, {});
  ASSERT_THAT(lines, Not(IsEmpty()));
  EXPECT_THAT(lines.front(), StartsWith(R"({"event":"round","round":1,)"));
}

TEST(TrainClassifierInMemory, FollowsTheSamplesThatWeighMore) {
  for (const auto& learner : classifier_algorithms()) {
    if (!learner->takes_sample_weights()) continue;
    EXPECT_LE(test::errors_on_heavy_samples(*learner), 2u) << learner->name();
  }
}

TEST(TrainClassifierInMemory, NamesWhatWasChosenOnTheCardOfAnAutomaticTraining) {
  const auto learner = classifier_algorithm("auto");
  std::vector<std::string> said;
  const ClassifierModel model = train_classifier(
      *learner, test::two_classes(), {.report = [&](const std::string& line) { said.push_back(line); }}, {});
  ASSERT_THAT(said, Not(IsEmpty()));
  EXPECT_NE(said.front().find("did best"), std::string::npos);
  EXPECT_EQ(model.card.options.front().first, "algorithm");
  EXPECT_NE(model.card.options.front().second, "auto");
  EXPECT_EQ(model.card.options.front().second, learner->resolved().name());
  EXPECT_GT(model.classifier.temperature(), 0);
}

TEST(TrainClassifierInMemory, FitsProbabilitiesToTheSamplesKeptFromTraining) {
  for (const double share : {0.0, 0.3}) {
    const auto learner = classifier_algorithm("trees");
    for (Option& option : learner->option_table()) {
      if (option.name == "validation") option.set(std::to_string(share));
    }
    const ClassifierModel model = train_classifier(*learner, test::two_classes(), {}, {});
    EXPECT_EQ(model.classifier.temperature() > 0, share > 0);
  }
}

TEST(TrainClassifierInMemory, RefusesWeightsWhereTheLearnerTakesNone) {
  Samples images = test::two_classes();
  images.shape = ImageShape{2, 1};
  images.weights.assign(images.count(), 1.0f);
  const auto learner = classifier_algorithm("multilayer");
  EXPECT_FALSE(learner->takes_sample_weights());
  const Error error = test::error_of([&] { train_classifier(*learner, images, {}, {}); });
  EXPECT_EQ(error.kind(), Kind::usage);
}

TEST(TrainClassifierInMemory, TellsWeightedSamplesFromOthersOnItsCard) {
  Samples weighted = test::two_classes();
  weighted.weights.assign(weighted.count(), 1.0f);
  const auto learner = classifier_algorithm("multiboost-cw");
  EXPECT_NE(train_classifier(*learner, weighted, {}, {}).card.data.front().checksum,
            train_classifier(*learner, test::two_classes(), {}, {}).card.data.front().checksum);
}

TEST(TrainClassifierInMemory, RefusesSamplesThatNothingTellsApart) {
  const auto learner = classifier_algorithm("multiboost-cw");
  Samples alike = test::two_classes();
  alike.values.setOnes();
  Samples unlabeled = test::two_classes();
  unlabeled.labels.clear();
  for (const Samples& samples : {alike, unlabeled}) {
    test::expect_error([&] { train_classifier(*learner, samples, {}, {}); }, Kind::training, "samples");
  }
}

}  // namespace
}  // namespace ocelli::internal::classifier_training_test
