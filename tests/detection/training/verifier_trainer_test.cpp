#include "ocelli/detection/training/verifier_trainer.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "data/expect_error.hpp"
#include "detection/crosses.hpp"
#include "features/with_threads.hpp"
#include "ocelli/detection/detector.hpp"

namespace ocelli::verifier_trainer_test {
namespace {

constexpr int kScale = 2;

/// Crosses in pictures with room around them, of twice the size that the cascade learns.
PositiveImages cross_pictures(std::uint32_t count, std::uint64_t seed) {
  return {count, [=](std::uint32_t i) {
            cv::Mat small = test::bars(2, 2, hash(seed, {i})), picture;
            test::draw_cross(small, {14, 14});
            cv::resize(small, picture, {}, kScale, kScale, cv::INTER_LINEAR);
            return PositiveImage{picture, {{.x = 40, .y = 40, .width = 24}}};
          }};
}

NegativeImages large_bars(std::uint32_t count, std::uint64_t seed) {
  std::vector<cv::Mat> images;
  for (std::uint32_t i = 0; i < count; ++i) {
    cv::Mat picture;
    cv::resize(test::bars(6, 8, hash(seed, {i})), picture, {}, kScale, kScale, cv::INTER_LINEAR);
    images.push_back(picture);
  }
  return test::images_of(std::move(images));
}

const Cascade& loose_cascade() {
  static const Cascade cascade =
      first_stages(train_cascade(test::cross_options(), test::cross_training(), {}, {}, {}).cascade, 1);
  return cascade;
}

VerifierData cross_data() {
  return {cross_pictures(100, 1), cross_pictures(40, 2), large_bars(8, 3), large_bars(4, 4)};
}

VerifierOptions few_trees() {
  VerifierOptions options;
  options.trees = 48;
  options.depth = 2;
  options.rounds = 2;
  options.negatives = 400;
  options.copies = 2;
  return options;
}

Verifier trained(const VerifierOptions& options = few_trees(), std::uint64_t seed = 1) {
  return train_verifier(options, loose_cascade(), cross_data(), {.samples_per_object = 1}, seed, {}, {});
}

/// The share of crosses found, and the number of false alarms, at a least score.
struct Figures {
  int found = 0;
  std::size_t false_alarms = 0;
};

Figures figures(const DetectorModel& model, double min_score) {
  const Detector detector(model,
                          {.scan = {.min_size = 16}, .group = {.min_neighbours = 1, .min_score = min_score}});
  Figures figures;
  const PositiveImages crosses = cross_pictures(50, 9);
  for (std::uint32_t i = 0; i < crosses.count; ++i) {
    const auto detections = detector.detect(crosses.load(i).grey);
    figures.found += std::ranges::any_of(detections, [](const Detection& d) {
      return overlap(d.box, {28, 28, 24, 24}) > 0.4F;
    });
  }
  const NegativeImages bars = large_bars(6, 10);
  for (std::uint32_t i = 0; i < bars.count; ++i) figures.false_alarms += detector.detect(bars.load(i)).size();
  return figures;
}

TEST(TrainVerifier, KeepsObjectsAndDropsMostFalseAlarmsOfItsCascade) {
  const Figures before = figures({loose_cascade(), {}}, 0),
                after = figures({loose_cascade(), {}, trained()}, 0.2);  // a probability of 18 %
  EXPECT_GT(before.false_alarms, 20u);
  EXPECT_GE(before.found, 45);
  EXPECT_GE(after.found * 10, before.found * 7);
  EXPECT_LT(after.false_alarms * 10, before.false_alarms);
}

TEST(TrainVerifier, IsTheSameForAnyNumberOfThreads) {
  EXPECT_EQ(test::with_threads(1, [] { return trained().parts(); }),
            test::with_threads(3, [] { return trained().parts(); }));
}

TEST(TrainVerifier, LooksThroughEveryImageInEachRound) {
  VerifierData data = cross_data();
  std::vector<std::atomic<int>> looks(data.negatives.count);
  data.negatives.load = [&looks, load = data.negatives.load](std::uint32_t image) {
    ++looks[image];
    return load(image);
  };
  train_verifier(few_trees(), loose_cascade(), data, {.samples_per_object = 1}, 1, {}, {});
  for (const std::atomic<int>& of_image : looks) EXPECT_EQ(of_image, few_trees().rounds);
}

TEST(TrainVerifier, GivesEachTreeTheShareOfItsVotesAskedFor) {
  VerifierOptions options = few_trees();
  options.rounds = 1;
  const VerifierParts whole = trained(options).parts();
  options.shrinkage = 0.5;
  const Verifier verifier = trained(options);
  const VerifierParts& halves = verifier.parts();
  const auto leaves = static_cast<std::ptrdiff_t>(halves.leaves_per_tree());
  EXPECT_TRUE(std::equal(halves.votes.begin(), halves.votes.begin() + leaves, whole.votes.begin()))
      << "the first tree is the same, and so are its votes, in units of the greatest that is possible";
  EXPECT_NE(halves.nodes, whole.nodes) << "the next one is not: half of its error is left";
  EXPECT_GE(figures({loose_cascade(), {}, verifier}, 0.2).found, 30);
}

TEST(TrainVerifier, TrainsANetworkThatDecidesWhereOneIsAskedFor) {
  VerifierOptions options = few_trees();
  options.network_passes = 5;
  const Verifier verifier = trained(options);
  ASSERT_TRUE(verifier.parts().network.has_value());
  EXPECT_EQ(verifier.parts().nodes, trained().parts().nodes) << "the trees are the same";
  EXPECT_EQ(verifier.parts(), test::with_threads(1, [&] { return trained(options).parts(); }));
  const Figures before = figures({loose_cascade(), {}}, 0),
                after = figures({loose_cascade(), {}, verifier}, 0.2);
  EXPECT_GE(after.found * 2, before.found) << "few samples make no sure network";
  EXPECT_LT(after.false_alarms * 4, before.false_alarms);
}

TEST(TrainVerifier, LearnsFromDegradedPicturesToo) {
  VerifierOptions options = few_trees();
  options.degraded = 0.5;
  const Verifier verifier = trained(options);
  EXPECT_NE(verifier.parts(), trained().parts());
  EXPECT_GE(figures({loose_cascade(), {}, verifier}, 0.2).found, 30);
}

/// How many crosses are found in what hide(picture, another picture) makes of their pictures.
template <class Hide>
int found_in(const Hide& hide, const Box& cross, const Verifier& verifier) {
  const Detector detector({loose_cascade(), {}, verifier},
                          {.scan = {.min_size = 16}, .group = {.min_neighbours = 1, .min_score = 0.2}});
  const PositiveImages crosses = cross_pictures(50, 9);
  int found = 0;
  for (std::uint32_t i = 0; i < crosses.count; ++i) {
    const cv::Mat picture = hide(crosses.load(i).grey, crosses.load((i + 1) % crosses.count).grey);
    found += std::ranges::any_of(detector.detect(picture),
                                 [&](const Detection& d) { return overlap(d.box, cross) > 0.4F; });
  }
  return found;
}

/// The picture's left edge cuts a quarter off.
int found_at_the_edge(const Verifier& verifier) {
  const auto hide = [](const cv::Mat& picture, const cv::Mat&) { return picture.colRange(34, picture.cols); };
  return found_in(hide, {0, 28, 18, 24}, verifier);
}

/// What surrounds another covers the upper two fifths: with less, a verifier that never saw covered
/// objects finds almost as many.
int found_under_cover(const Verifier& verifier) {
  const auto hide = [](const cv::Mat& picture, const cv::Mat& other) {
    cv::Mat covered = picture.clone();
    other.rowRange(0, 22).copyTo(covered.rowRange(16, 38));
    return covered;
  };
  return found_in(hide, {28, 28, 24, 24}, verifier);
}

TEST(TrainVerifier, LearnsObjectsThatAreCutByTheEdge) {
  VerifierOptions options = few_trees();
  options.cut = 0.3;
  const Verifier verifier = trained(options);
  EXPECT_GT(found_at_the_edge(verifier), found_at_the_edge(trained()));
  EXPECT_GE(figures({loose_cascade(), {}, verifier}, 0.2).found, 30);
}

TEST(TrainVerifier, LearnsObjectsThatAreCovered) {
  VerifierOptions options = few_trees();
  options.covered = 0.5;
  const Verifier verifier = trained(options), other = trained(options, 2);
  EXPECT_GT(found_under_cover(verifier) + found_under_cover(other),
            found_under_cover(trained()) + found_under_cover(trained(few_trees(), 2)));
  EXPECT_GE(figures({loose_cascade(), {}, verifier}, 0.2).found, 30);
}

TEST(TrainVerifier, HasExitsThatLoseNoneOfSoFewHeldOutObjects) {
  const VerifierParts parts = trained().parts();
  ASSERT_EQ(parts.exits.size(), 2u);
  EXPECT_EQ(parts.exits[0].end, 16u);
  EXPECT_EQ(parts.exits[1].end, 32u);
}

TEST(TrainVerifier, NamesWhatItHasTooFewOf) {
  const auto message = [](const VerifierData& data) {
    return test::error_of([&] {
             train_verifier(few_trees(), loose_cascade(), data, {.samples_per_object = 1}, 1, {}, {});
           })
        .message();
  };
  VerifierData few = cross_data();
  few.objects = cross_pictures(3, 1);
  EXPECT_THAT(message(few), testing::HasSubstr("objects for its verifier"));
  VerifierData easy = cross_data();
  easy.negatives = test::images_of({cv::Mat(200, 200, CV_8UC1, cv::Scalar(90))});
  EXPECT_THAT(message(easy), testing::HasSubstr("false alarms for its verifier"));
}

TEST(TrainVerifier, EndsWhenAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(test::error_of([&] {
              train_verifier(few_trees(), loose_cascade(), cross_data(), {.samples_per_object = 1}, 1, {},
                             stop.get_token());
            }).kind(),
            Kind::cancelled);
}

TEST(Loosened, KeepsAsFewStagesAsTheCandidatesAllow) {
  const Cascade whole = train_cascade(test::cross_options(), test::cross_training(), {}, {}, {}).cascade;
  const NegativeImages images = large_bars(6, 11);
  EXPECT_EQ(loosened(whole, images, 1'000'000).stages().size(), 1u);
  EXPECT_EQ(loosened(whole, images, 0).stages().size(), whole.stages().size());
}

TEST(Loosened, PassesMoreThanTheLastStageDoes) {
  const Cascade whole = train_cascade(test::cross_options(), test::cross_training(), {}, {}, {}).cascade;
  const Cascade loose = loosened(whole, large_bars(6, 11), 0);
  EXPECT_LT(loose.stages().back().threshold, whole.stages().back().threshold);
  for (std::size_t s = 0; s + 1 < whole.stages().size(); ++s)
    EXPECT_EQ(loose.stages()[s].threshold, whole.stages()[s].threshold);
}

}  // namespace
}  // namespace ocelli::verifier_trainer_test
