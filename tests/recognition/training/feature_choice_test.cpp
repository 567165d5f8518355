#include "ocelli/recognition/training/feature_choice.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "features/gray_samples.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"
#include "ocelli/recognition/training/candidate_features.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/samples/image_fit.hpp"
#include "recognition/image_classes.hpp"

namespace ocelli::internal::feature_choice_test {
namespace {

using testing::UnorderedElementsAre;

std::string chosen(const Samples& samples) { return choose_features(samples, 1).front().kind; }

/// A table of `width` normal values whose classes a rule tells.
template <class Rule>
Samples ruled(std::size_t width, Rule&& rule) {
  Samples samples = test::random_samples(600, width, 2, 3);
  for (std::size_t i = 0; i < samples.count(); ++i) samples.labels[i] = rule(samples.row(i)) ? 1 : 0;
  return samples;
}

TEST(FeatureChoice, TriesGradientsOfImagesWithTheirTemplatesAndDeformedCopies) {
  const std::vector<FeatureTrial> trials = choose_features(test::bar_images(30), 1);
  ASSERT_EQ(trials.size(), 4u);
  for (const char* const kind :
       {"orientations,channel-templates", "templates,orientations,channel-templates", "orientations"})
    EXPECT_NE(std::ranges::find(trials, kind, &FeatureTrial::kind), trials.end()) << kind;
  EXPECT_EQ(std::ranges::count(trials, 3, &FeatureTrial::copies), 1) << "of the best";
  EXPECT_GT(trials.front().samples, 0u);
  EXPECT_TRUE(std::ranges::is_sorted(trials, {}, &FeatureTrial::errors));
  const std::vector<FeatureTrial> too_few = choose_features(test::bar_images(6), 1);
  ASSERT_EQ(too_few.size(), 1u);
  EXPECT_EQ(too_few.front().kind, "templates");
  EXPECT_EQ(too_few.front().samples, 0u);
}

/// Bars are separated without an error: copies that do no harm are taken.
TEST(FeatureChoice, TakesDeformedCopiesWhereTheyDoNoHarm) {
  ClassifierTrainingOptions options;
  options.resolve_features(test::bar_images(60), {});
  EXPECT_EQ(options.augmentation, 3);
  ClassifierTrainingOptions asked;
  asked.augmentation = 1;
  asked.resolve_features(test::bar_images(60), {});
  EXPECT_EQ(asked.augmentation, 1);
}

TEST(FeatureChoice, TakesWhatSuitsATable) {
  EXPECT_EQ(chosen(ruled(4, [](auto row) { return row[0] * row[1] > 0; })), "products");
  EXPECT_EQ(chosen(ruled(8, [](auto row) { return row[0] + row[1] - row[2] - row[3] + row[4] > 0; })),
            "linear");
  EXPECT_EQ(chosen(ruled(4, [](auto row) { return row[0] > -0.5f && row[0] < 0.5f; })), "stumps");
}

TEST(FeatureChoice, CountsErrorsByWeight) {
  const Samples products = ruled(4, [](auto row) { return row[0] * row[1] > 0; });
  const Samples stumps = ruled(4, [](auto row) { return row[0] > -0.5f && row[0] < 0.5f; });
  const auto chosen_of = [&](float weight_of_products, float weight_of_stumps) {
    Samples both = join(products, stumps);
    both.weights.assign(products.count(), weight_of_products);
    both.weights.resize(both.count(), weight_of_stumps);
    return chosen(both);
  };
  EXPECT_EQ(chosen_of(1, 0.001f), "products");
  EXPECT_EQ(chosen_of(0.001f, 1), "stumps");
}

/// One wild value squeezes the range that products and linear features are scaled by.
TEST(FeatureChoice, IsNotFooledByOutliers) {
  Samples samples = ruled(4, [](auto row) { return row[0] > 0; });
  samples.values.row(7).setConstant(1e9f);
  EXPECT_EQ(chosen(samples), "stumps");
}

TEST(FeatureChoice, TakesAnyTable) {
  std::vector<std::string> kinds;
  for (const FeatureTrial& trial : choose_features(test::random_samples(40, 1, 2, 1), 1))
    kinds.push_back(trial.kind);
  EXPECT_THAT(kinds, UnorderedElementsAre("stumps", "linear"));
  EXPECT_EQ(chosen(test::random_samples(5, 3, 2, 1)), "stumps");
  Samples constant = test::random_samples(40, 3, 2, 1);
  constant.values.setOnes();
  EXPECT_EQ(choose_features(constant, 1).size(), 3u);
}

TEST(FeatureChoice, IsTheSameForAnyNumberOfThreads) {
  const Samples samples = test::random_samples(300, 5, 3, 1);
  const auto errors = [&] {
    std::vector<std::size_t> found;
    for (const FeatureTrial& trial : choose_features(samples, 1)) found.push_back(trial.errors);
    return found;
  };
  EXPECT_EQ(test::with_threads(1, errors), test::with_threads(3, errors));
}

TEST(FeatureChoice, IsWhatCandidatesAreWithoutAKind) {
  const Samples samples = ruled(4, [](auto row) { return row[0] * row[1] > 0; });
  const std::vector<std::uint64_t> first{0};
  EXPECT_TRUE(
      std::holds_alternative<ProductFeatures>(make_candidates(samples, samples, {}, 1)->features(first)));
}

/// Plain images of noise whose color is their class: none of the gray kinds can tell them.
Samples tinted(std::size_t count) {
  Samples images = with_colors(test::noise_images(count, {12, 12}, 3));
  images.labels.clear();
  images.classes = {"blue", "red"};
  for (std::size_t i = 0; i < count; ++i) {
    images.labels.push_back(static_cast<std::uint16_t>(i % 2));
    images.values.row(static_cast<Eigen::Index>(i)).segment(i % 2 == 0 ? 144 : 288, 144).setConstant(170);
  }
  return images;
}

TEST(FeatureChoice, TakesColorsWhereTheyTellMore) {
  ClassifierTrainingOptions options;
  EXPECT_TRUE(options.can_use_colors());
  options.resolve_features(tinted(40), {});
  EXPECT_THAT(options.candidates.kind, testing::EndsWith(",colors"));
  EXPECT_TRUE(options.can_use_colors());
}

TEST(FeatureChoice, LeavesColorsWhereTheyTellNothing) {
  const Samples bars = with_colors(test::bar_images(40));
  ClassifierTrainingOptions options;
  options.resolve_features(bars, {});
  EXPECT_FALSE(options.can_use_colors()) << options.candidates.kind;
  EXPECT_FALSE(train_classifier(bars, options, {}).classifier.uses_colors());
}

TEST(FeatureChoice, IsToldApartFromOptionsThatNeedNoColors) {
  ClassifierTrainingOptions options;
  options.tuning.epochs = 1;
  EXPECT_FALSE(options.can_use_colors()) << "templates are meant";
  options.candidates.kind = "orientations,colors,linear";
  EXPECT_TRUE(options.can_use_colors());
  ClassifierTrainingOptions of_colors;
  of_colors.candidates.kind = "orientations,colors,linear";
  EXPECT_TRUE(train_classifier(tinted(40), of_colors, {}).classifier.uses_colors());
}

}  // namespace
}  // namespace ocelli::internal::feature_choice_test
