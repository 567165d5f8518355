#include "ocelli/detection/object_detector.hpp"

#include <gmock/gmock.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "detection/random_cascade.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/detection/detector_model.hpp"

namespace ocelli::internal::detector_test {
namespace {

using test::noise;
using test::random_cascade;
using testing::IsEmpty;
using testing::Not;

std::vector<Detection> detect(const ObjectDetector& detector, const cv::Mat& image) {
  ObjectDetector::Scratch scratch;
  return detector.detect(image, scratch);
}

ObjectDetector some_detector() { return ObjectDetector(Cascade(random_cascade(8, 8, 2, 1))); }

TEST(ObjectDetector, GroupsWhatTheScannerFinds) {
  const CascadeParts parts = random_cascade(8, 8, 2, 1);
  const DetectOptions options{.scan = {.scale_step = 1.3, .stride = 2}, .group = {.min_neighbors = 2}};
  const Scanner scanner(std::make_shared<const Cascade>(parts), options.scan);
  const cv::Mat image = noise(50, 60, 1);
  ScanScratch scratch;
  const auto expected = group(scanner.scan(image, scratch), options.group, "thing");
  EXPECT_THAT(expected, Not(IsEmpty()));
  EXPECT_EQ(detect(ObjectDetector(Cascade(parts), options), image), expected);
}

TEST(ObjectDetector, GivesFiniteNumbersWithTheLargestVotesThatACascadeMayHold) {
  for (const bool symmetric : {false, true}) {
    CascadeParts parts = random_cascade(8, 8, 2, 1);
    const float max = Cascade::kMaxScore / static_cast<float>(parts.weak_count()) * 0.999F;
    for (float& vote : parts.tables) vote = vote > 0 ? max : -max;
    for (CascadeStage& stage : parts.stages) stage.threshold = -Cascade::kMaxScore;
    parts.symmetric = symmetric;
    const ObjectDetector detector(Cascade(parts),
                                  {.scan = {}, .group = {.min_neighbors = 1, .min_score = 0}});
    const std::vector<Detection> found = detect(detector, noise(60, 70, 1));
    EXPECT_THAT(found, Not(IsEmpty()));
    for (const Detection& one : found) {
      const Box& box = one.box;
      for (const float number : {box.x, box.y, box.w, box.h, one.score}) EXPECT_TRUE(std::isfinite(number));
    }
  }
}

TEST(ObjectDetector, FindsNothingInImagesTooSmall) {
  const ObjectDetector everything(Cascade(random_cascade(8, 8, 0, 1)),
                                  {.scan = {}, .group = {.min_neighbors = 1}});
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(7, 7), cv::Size(7, 90), cv::Size(90, 1)}) {
    EXPECT_THAT(detect(everything, noise(size.height, size.width, 1)), IsEmpty());
  }
  EXPECT_THAT(detect(everything, cv::Mat()), IsEmpty());
  EXPECT_THAT(detect(everything, noise(8, 8, 1)), testing::SizeIs(1));
}

TEST(ObjectDetector, SeesColorSixteenBitsAndAlphaAsGray) {
  const cv::Mat gray = noise(40, 50, 2);
  const auto expected = detect(some_detector(), gray);
  ASSERT_THAT(expected, Not(IsEmpty()));
  cv::Mat color, color_alpha, gray_alpha, deep;
  cv::merge(std::vector<cv::Mat>(3, gray), color);
  const cv::Mat opaque(gray.size(), CV_8UC1, cv::Scalar(255));
  cv::merge(std::vector<cv::Mat>{gray, gray, gray, opaque}, color_alpha);
  cv::merge(std::vector<cv::Mat>{gray, opaque}, gray_alpha);
  gray.convertTo(deep, CV_16U, 257);
  for (const cv::Mat& image : {color, color_alpha, gray_alpha, deep}) {
    EXPECT_EQ(detect(some_detector(), image), expected);
  }
}

TEST(ObjectDetector, FindsTheSameWithoutAScratchFromManyThreads) {
  const ObjectDetector detector = some_detector();
  std::vector<cv::Mat> images;
  std::vector<std::vector<Detection>> expected;
  for (int i = 0; i < 40; ++i) {
    images.push_back(noise(30 + i, 70 - i, static_cast<std::uint64_t>(i)));
    expected.push_back(detect(detector, images.back()));
  }
  std::vector<std::vector<Detection>> found(images.size());
  tbb::parallel_for(std::size_t{0}, images.size(), [&](std::size_t i) {
    // Whoever waits here may begin with another image, inside this call.
    tbb::parallel_for(0, 4, [&](int) { EXPECT_EQ(detector.detect(images[i]), expected[i]); });
    found[i] = detector.detect(images[i]);
  });
  EXPECT_EQ(found, expected);
}

TEST(ObjectDetector, ComesOutOfAModelFile) {
  const test::TemporaryFolder folder;
  const CascadeParts parts = random_cascade(8, 8, 2, 1);
  save_model(folder.path() / "a.ocelli", {.cascade = Cascade(parts), .card = {}});
  const ObjectDetector detector =
      ObjectDetector::load(folder.path() / "a.ocelli", {.scan = {.stride = 3}, .group = {}});
  EXPECT_EQ(detector.label(), parts.label);
  EXPECT_EQ(detector.options().scan.stride, 3);
  EXPECT_EQ(test::error_of([&] { ObjectDetector::load(folder.path() / "absent.ocelli"); }).kind(),
            Kind::model);
}

TEST(ObjectDetector, RefusesFloats) {
  EXPECT_EQ(test::error_of([] { detect(some_detector(), cv::Mat(20, 20, CV_32FC1)); }).kind(), Kind::image);
}

/// A verifier of one tree, which votes +1 or -1 for a crop with a first gray level above 127 or not.
VerifierParts bright_corner() {
  VerifierParts parts{
      .width = 56, .height = 56, .depth = 1, .nodes = {{0, 127}}, .votes = {-1, 1}, .exits = {}};
  parts.log_odds.cascade_weight = 0.5F;
  return parts;
}

TEST(ObjectDetector, LetsItsVerifierDecideOnWhatTheCascadeFinds) {
  const CascadeParts cascade = random_cascade(8, 8, 2, 1);
  const DetectOptions all{.scan = {}, .group = {.containment = 1, .min_neighbors = 1, .min_score = 0}};
  const cv::Mat image = noise(50, 60, 1);
  const DetectOptions loose = candidate_options(all, Cascade(cascade));
  const std::vector<Detection> candidates = detect(ObjectDetector(Cascade(cascade), loose), image);
  VerifierParts parts = bright_corner();
  std::vector<Detection> scored = detect(ObjectDetector({Cascade(cascade), {}, Verifier(parts)}, all), image);
  ASSERT_EQ(scored.size(), candidates.size());
  EXPECT_TRUE(std::ranges::is_sorted(scored, std::greater{}, &Detection::score));
  for (const Detection& one : scored) EXPECT_FLOAT_EQ(one.probability.value(), probability_of(one.score));

  parts.exits = {{1, 0}};
  const auto kept = detect(ObjectDetector({Cascade(cascade), {}, Verifier(parts)}, all), image);
  EXPECT_GT(kept.size(), 0u);
  EXPECT_LT(kept.size(), scored.size());
  for (const Detection& one : kept) EXPECT_THAT(scored, testing::Contains(one));
}

TEST(ObjectDetector, WithAVerifierRefusesOptionsOutOfRange) {
  const DetectorModel model{Cascade(random_cascade(8, 8, 2, 1)), {}, Verifier(bright_corner())};
  for (const double scale_step : {0.0, 0.9, 1.0, 11.0})
    EXPECT_THROW(ObjectDetector(model, {.scan = {.scale_step = scale_step}, .group = {}}), Error)
        << scale_step;
}

/// It looks at other sizes by itself.
TEST(ObjectDetector, WithAVerifierScansTheSizesOfTheGridAlone) {
  const Cascade cascade(random_cascade(8, 8, 2, 1));
  const ScanOptions usual = candidate_options({}, cascade).scan;
  EXPECT_DOUBLE_EQ(usual.scale_step, 1.21);
  EXPECT_EQ(usual.grid_levels(), 1);
  const ScanOptions given = candidate_options({.scan = {.scale_stride = 2}, .group = {}}, cascade).scan;
  EXPECT_EQ(given.scale_step, 1.1) << "sizes between are looked at where they are asked for";
  EXPECT_EQ(given.grid_levels(), 2);
}

TEST(ObjectDetector, WithAVerifierDropsPartsOfWhatItIsSurerOf) {
  const DetectorModel model{Cascade(random_cascade(8, 8, 1, 1)), {}, Verifier(bright_corner())};
  const DetectOptions options{.scan = {}, .group = {.containment = 0.2, .min_neighbors = 1, .min_score = 0}};
  const auto found = detect(ObjectDetector(model, options), noise(40, 40, 4));
  EXPECT_THAT(found, Not(IsEmpty()));
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Box &a = found[i].box, &b = found[k].box;
      EXPECT_LE(intersection_area(a, b), 0.2001F * std::min(a.area(), b.area()));
    }
  }
}

/// All candidates at the edges of noise.
std::vector<Detection> found_beyond_edges(bool is_verified, std::optional<double> overhang) {
  const Cascade cascade(random_cascade(10, 10, 2, 1));
  DetectorModel model{cascade, {}, {}};
  if (is_verified) model.verifier = Verifier(bright_corner());
  const DetectOptions options{.scan = {.overhang = overhang},
                              .group = {.containment = 1, .min_neighbors = 1, .min_score = 0}};
  return detect(ObjectDetector(model, options), noise(30, 40, 4));
}

TEST(ObjectDetector, GivesOfAnObjectCutByTheEdgeWhatIsInside) {
  for (const bool is_verified : {false, true}) {
    const auto found = found_beyond_edges(is_verified, 0.4), inside = found_beyond_edges(is_verified, 0);
    EXPECT_NE(found, inside);
    std::size_t cut = 0;
    for (const Detection& one : found) {
      const Box& box = one.box;
      EXPECT_GE(box.x, 0);
      EXPECT_GE(box.y, 0);
      EXPECT_LE(box.x + box.w, 40.001F);
      EXPECT_LE(box.y + box.h, 30.001F);
      cut += box.w != box.h;
    }
    EXPECT_GT(cut, 0u);
  }
}

TEST(ObjectDetector, LooksBeyondTheEdgeByItselfWithAVerifierAlone) {
  EXPECT_EQ(found_beyond_edges(false, {}), found_beyond_edges(false, 0));
  EXPECT_EQ(found_beyond_edges(true, {}), found_beyond_edges(true, 0.3));
  EXPECT_NE(found_beyond_edges(true, {}), found_beyond_edges(true, 0));
}

TEST(ObjectDetector, RefusesOptionsThatMakeNoSense) {
  const Cascade cascade(random_cascade(8, 8, 1, 1));
  EXPECT_EQ(test::error_of([&] { ObjectDetector(cascade, {.scan = {.stride = 0}, .group = {}}); }).where(),
            "--stride");
  EXPECT_EQ(test::error_of([&] { ObjectDetector(cascade, {.scan = {}, .group = {.overlap = 2}}); }).where(),
            "--overlap");
}

TEST(DetectOptions, ListEveryOptionOnce) {
  DetectOptions options;
  std::vector<std::string> names;
  for (const Option& option : option_table(options)) names.push_back(option.name);
  EXPECT_THAT(names, testing::ElementsAre("min-size", "max-size", "scale-step", "stride", "scale-stride",
                                          "overhang", "overlap", "containment", "min-neighbors", "min-score",
                                          "like", "rotation"));
}

}  // namespace
}  // namespace ocelli::internal::detector_test
