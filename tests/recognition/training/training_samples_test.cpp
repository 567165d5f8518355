#include "ocelli/recognition/training/training_samples.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "recognition/image_classes.hpp"

namespace ocelli::internal::training_samples_test {
namespace {

TEST(TrainingSamples, AreTheSamplesThemselvesUnlessMoreIsAskedFor) {
  const Samples samples = test::bar_images(30);
  const TrainingSamples parts = prepare(samples, {});
  EXPECT_EQ(parts.all().values, samples.values);
  EXPECT_EQ(parts.originals().values, samples.values);
  EXPECT_EQ(parts.training(), 30u);
  EXPECT_EQ(parts.validation(), 0u);
  EXPECT_EQ(&parts.all(), &samples);
  EXPECT_EQ(&parts.originals(), &samples);
}

TEST(TrainingSamples, HaveCopiesOfWhatIsLearnedFromAndThenWhatIsMeasuredOn) {
  const Samples samples = test::bar_images(60);
  const TrainingSamples parts = prepare(samples, {.validation = 0.25, .augmentation = 2});
  EXPECT_EQ(parts.originals().count(), 45u);
  EXPECT_EQ(parts.training(), 3 * 45u);
  EXPECT_EQ(parts.validation(), 15u);
  EXPECT_EQ(parts.all().values.topRows(45), parts.originals().values);
  for (Eigen::Index i = 3 * 45; i < parts.all().values.rows(); ++i) {
    EXPECT_EQ(
        ((samples.values.rowwise() - parts.all().values.row(i)).rowwise().squaredNorm().array() == 0).count(),
        1)
        << "a sample to measure on is one of the samples as they came";
  }
  EXPECT_EQ(parts.labels().learned().size(), 3 * 45u);
  EXPECT_EQ(parts.labels().classes, 3u);
}

TEST(TrainingSamples, KeepTheWeightsBesideTheSamples) {
  Samples samples = test::bar_images(40);
  for (std::size_t i = 0; i < samples.count(); ++i) samples.weights.push_back(samples.row(i)[0] + 1);
  const TrainingSamples parts = prepare(samples, {.validation = 0.25, .augmentation = 1});
  ASSERT_EQ(parts.all().weights.size(), parts.all().count());
  for (std::size_t i = 0; i < parts.originals().count(); ++i) {
    EXPECT_EQ(parts.labels().learned_weights()[i], parts.originals().row(i)[0] + 1);
  }
  EXPECT_EQ(parts.labels().learned_weights().size(), parts.training());
  EXPECT_EQ(thinned(parts, 10, 1).all().weights.size(), 10 + parts.validation());
}

TEST(TrainingSamples, CanBeThinnedWithoutWhatIsMeasuredOn) {
  const Samples samples = test::bar_images(60);
  const TrainingSamples parts = prepare(samples, {.validation = 0.25, .augmentation = 1});
  const TrainingSamples few = thinned(parts, 10, 7);
  EXPECT_EQ(few.originals().count(), 10u);
  EXPECT_EQ(few.training(), 10u);
  EXPECT_EQ(few.all().values.topRows(10), few.originals().values);
  EXPECT_EQ(few.all().values.bottomRows(15), parts.all().values.bottomRows(15));
  EXPECT_EQ(thinned(parts, 1000, 7).originals().values, parts.originals().values);
}

TEST(TrainingSamples, MustHaveLabelsOfEveryClass) {
  Samples samples = test::bar_images(30);
  samples.classes.push_back("rising");
  EXPECT_THAT(test::error_of([&] { prepare(samples, {}); }).message(), testing::HasSubstr("rising"));
  samples.labels.clear();
  EXPECT_THAT(test::error_of([&] { prepare(samples, {}); }).message(), testing::HasSubstr("labels"));
}

TEST(SamplePreparation, IsRefusedWhereItMakesNoSense) {
  const auto place_of = [](const SamplePreparation& preparation) {
    return test::error_of([&] { preparation.validate(); }).where();
  };
  EXPECT_EQ(place_of({.validation = 1}), "--validation");
  EXPECT_EQ(place_of({.augmentation = -1}), "--augmentation");
  EXPECT_EQ(place_of({.normalized_side = 2}), "--normalized-side");
}

}  // namespace
}  // namespace ocelli::internal::training_samples_test
