#include "ocelli/recognition/training/candidate_features.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "recognition/image_classes.hpp"
#include "recognition/kinds.hpp"

namespace ocelli::internal::candidate_features_test {
namespace {

using testing::HasSubstr;

class EveryKind : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Candidates, EveryKind, testing::ValuesIn(test::kKinds),
                         [](const auto& tested) { return std::string(tested.param); });

// What is learned from must be what a classifier sees later.
TEST_P(EveryKind, MakesTheColumnsOfItsPool) {
  const Samples samples = test::bar_images(60);
  const auto candidates = make_candidates(samples, samples, test::small_candidates(GetParam()), 1);
  const ColumnPool& pool = candidates->pool();
  ASSERT_EQ(pool.samples(), samples.count());

  ClassTable residuals(3, samples.count());
  for (std::size_t i = 0; i < samples.count(); ++i) residuals.of(samples.labels[i])[i] = -1;
  std::vector<std::uint64_t> groups;
  for (const Candidate& leader : pool.leaders(residuals, 3, {})) groups.push_back(leader.group);
  ASSERT_EQ(groups.size(), 3u);

  const FeatureSet features = candidates->features(groups);
  ASSERT_EQ(columns(features), 3 * pool.width());
  const BinnedResponses later = respond(features, samples);
  BinnedResponses learned(3 * pool.width(), samples.count(), 256);
  for (std::size_t g = 0; g < 3; ++g) pool.write(groups[g], learned, g * pool.width());
  for (std::size_t c = 0; c < 3 * pool.width(); ++c) {
    EXPECT_THAT(later.of(c), testing::ElementsAreArray(learned.of(c))) << "column " << c;
    EXPECT_EQ(later.binning(c), learned.binning(c)) << "column " << c;
  }
}

TEST_P(EveryKind, NeedsSamples) {
  const Samples samples = test::bar_images(60), none = take(samples, {});
  const Error error =
      test::error_of([&] { make_candidates(samples, none, test::small_candidates(GetParam()), 1); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_THAT(error.message(), HasSubstr("no samples"));
}

TEST(CandidateFeatures, LearnPatchesFromTheOriginalsAlone) {
  const Samples originals = test::bar_images(60), others = test::bar_images(60, 9);
  const CandidateOptions options = test::small_candidates("templates");
  const std::vector<std::uint64_t> all{0, 1, 2, 3};
  const auto patches_of = [&](const Samples& samples) {
    return std::get<TemplateFeatures>(make_candidates(originals, samples, options, 1)->features(all))
        .patches();
  };
  EXPECT_EQ(patches_of(originals), patches_of(others));
}

TEST(CandidateFeatures, TakePatchesFromImagesOnly) {
  const Samples table = test::random_samples(50, 4, 2, 1);
  const Error error = test::error_of([&] { make_candidates(table, table, {.kind = "templates"}, 1); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_EQ(error.where(), "--features");
  EXPECT_THAT(error.message(), HasSubstr("templates require images"));
}

TEST(CandidateFeatures, OfSeveralKindsAreThoseOfEach) {
  const Samples images = test::bar_images(40);
  const CandidateOptions both{.kind = "templates,orientations", .templates = "5:3"};
  const auto candidates = make_candidates(images, images, both, 1);
  const std::size_t orientations = OrientationFeatures::all(images).groups();
  EXPECT_TRUE(candidates->pool().has(3 * 16 + orientations - 1));
  EXPECT_FALSE(candidates->pool().has(3 * 16 + orientations));
  const std::vector<std::uint64_t> one_each{3 * 16, 5};
  const FeatureSet chosen = candidates->features(one_each);
  const auto& parts = std::get<CombinedFeatures>(chosen).parts();
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(kind(parts[0].features), "templates");
  EXPECT_EQ(kind(parts[1].features), "orientations");
}

TEST(CandidateFeatures, NeedRoomForTheirColumns) {
  EXPECT_NO_THROW(require_room(1 << 10, 1 << 10, 1 << 20));
  EXPECT_NO_THROW(require_room(0, 1 << 10, 0));
  const Error error = test::error_of([] { require_room(306'936, 60'000, std::uint64_t{15} << 30); });
  EXPECT_EQ(error.kind(), Kind::training);
  EXPECT_EQ(error.where(), "--features");
  EXPECT_THAT(error.message(), HasSubstr("306936 columns of 60000 samples"));
  EXPECT_THAT(error.message(), HasSubstr("17563 MiB of memory, but this machine has 15360 MiB"));
}

TEST(CandidateOptions, AreRefusedWhereTheyMakeNoSense) {
  const auto place_of = [](const CandidateOptions& options) {
    return test::error_of([&] { options.validate(); }).where();
  };
  EXPECT_EQ(place_of({.kind = "pixels"}), "--features");
  for (const char* const kind :
       {"templates,templates", "linear,stumps", "auto,linear", "balls,linear", "linear,"})
    EXPECT_EQ(place_of({.kind = kind}), "--features") << kind;
  EXPECT_NO_THROW(CandidateOptions({.kind = "gaussians,linear,products"}).validate());
  EXPECT_EQ(place_of({.templates = "7"}), "--templates");
  CandidateOptions options;
  options.masks.grid = 17;
  EXPECT_EQ(place_of(options), "--mask-grid");
  options.masks = {.sigma = 0};
  EXPECT_EQ(place_of(options), "--mask-sigma");
  options.masks = {.reach = 0};
  EXPECT_EQ(place_of(options), "--mask-reach");
}

}  // namespace
}  // namespace ocelli::internal::candidate_features_test
