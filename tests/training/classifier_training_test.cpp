#include "ocelli/training/classifier_training.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/error.hpp"

namespace ocelli::internal::classifier_training_test {
namespace {

using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Two classes that the first input tells apart, and an input that says nothing.
Samples two_classes() {
  Samples samples{.values = SampleValues(40, 2), .shape = {}, .labels = {}, .classes = {"low", "high"}};
  for (int i = 0; i < 40; ++i) {
    samples.values(i, 0) = static_cast<float>(i);
    samples.values(i, 1) = static_cast<float>(i * 7 % 11);
    samples.labels.push_back(i < 20 ? 0 : 1);
  }
  return samples;
}

TEST(TrainClassifierInMemory, LearnsWhatTheSameSamplesInAFileTeach) {
  const test::TemporaryFolder folder;
  const Samples samples = two_classes();
  std::ofstream table(folder.path() / "table.csv");
  for (std::size_t i = 0; i < samples.count(); ++i)
    table << samples.row(i)[0] << "," << samples.row(i)[1] << "," << samples.classes[samples.labels[i]]
          << "\n";
  table.close();
  ClassifierTraining job;
  job.samples = folder.path() / "table.csv";
  job.output = folder.path() / "table.ocelli";
  job.algorithm = classifier_algorithm("adaboost-mh");
  const ClassifierModel from_file = train_classifier(job, {}, {});

  const auto learner = classifier_algorithm("adaboost-mh");
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
  train_classifier(*learner, two_classes(), {.log = [&](const std::string& line) { lines.push_back(line); }},
                   {});
  ASSERT_THAT(lines, Not(IsEmpty()));
  EXPECT_THAT(lines.front(), StartsWith(R"({"event":"round","round":1,)"));
}

TEST(TrainClassifierInMemory, FollowsTheSamplesThatWeighMore) {
  const Samples heavy = two_classes();
  Samples samples = join(heavy, heavy);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    samples.weights.push_back(i < heavy.count() ? 1.0f : 0.1f);
    if (i >= heavy.count()) samples.labels[i] = 1 - samples.labels[i];
  }
  for (const auto& learner : classifier_algorithms()) {
    if (!learner->takes_sample_weights()) continue;
    const ClassifierModel model = train_classifier(*learner, samples, {}, {});
    std::size_t errors = 0;
    for (std::size_t i = 0; i < heavy.count(); ++i)
      errors += model.classifier.classify(heavy.row(i)).label() != heavy.labels[i] ? 1 : 0;
    EXPECT_LE(errors, 2u) << learner->name();
  }
}

TEST(TrainClassifierInMemory, NamesWhatWasChosenOnTheCardOfAnAutomaticTraining) {
  const auto learner = classifier_algorithm("auto");
  std::vector<std::string> said;
  const ClassifierModel model = train_classifier(
      *learner, two_classes(), {.report = [&](const std::string& line) { said.push_back(line); }}, {});
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
    const ClassifierModel model = train_classifier(*learner, two_classes(), {}, {});
    EXPECT_EQ(model.classifier.temperature() > 0, share > 0);
  }
}

TEST(TrainClassifierInMemory, RefusesWeightsWhereTheLearnerTakesNone) {
  Samples images = two_classes();
  images.shape = ImageShape{2, 1};
  images.weights.assign(images.count(), 1.0f);
  const auto learner = classifier_algorithm("multilayer");
  EXPECT_FALSE(learner->takes_sample_weights());
  const Error error = test::error_of([&] { train_classifier(*learner, images, {}, {}); });
  EXPECT_EQ(error.kind(), Kind::usage);
}

TEST(TrainClassifierInMemory, TellsWeightedSamplesFromOthersOnItsCard) {
  Samples weighted = two_classes();
  weighted.weights.assign(weighted.count(), 1.0f);
  const auto learner = classifier_algorithm("adaboost-mh");
  EXPECT_NE(train_classifier(*learner, weighted, {}, {}).card.data.front().checksum,
            train_classifier(*learner, two_classes(), {}, {}).card.data.front().checksum);
}

TEST(TrainClassifierInMemory, RefusesSamplesThatNothingTellsApart) {
  const auto learner = classifier_algorithm("adaboost-mh");
  Samples alike = two_classes();
  alike.values.setOnes();
  Samples unlabeled = two_classes();
  unlabeled.labels.clear();
  for (const Samples& samples : {alike, unlabeled}) {
    test::expect_error([&] { train_classifier(*learner, samples, {}, {}); }, Kind::training, "samples");
  }
}

}  // namespace
}  // namespace ocelli::internal::classifier_training_test
