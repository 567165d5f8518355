#include "ocelli/detection/training/verifier_trainer.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <opencv2/core.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "data/expect_error.hpp"
#include "detection/crosses.hpp"
#include "detection/verifier_crosses.hpp"
#include "features/with_threads.hpp"
#include "nightly.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"

namespace ocelli::internal::verifier_trainer_test {
namespace {

using test::cross_pictures;
using test::large_bars;

const Cascade& loose_cascade() { return test::one_stage_for_crosses(); }

VerifierData cross_data() { return test::verifier_crosses(); }

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
  return train_verifier(options, loose_cascade(), cross_data(), {.samples_per_object = 1}, seed, {}, {}, {});
}

/// The share of crosses found, and the number of false alarms, at a least score.
struct Figures {
  int found = 0;
  std::size_t false_alarms = 0;
};

Figures figures(const DetectorModel& model, double min_score) {
  const ObjectDetector detector(
      model, {.scan = {.min_size = 16}, .group = {.min_neighbors = 1, .min_score = min_score}});
  Figures figures;
  const PositiveImages crosses = cross_pictures(50, 9);
  for (std::uint32_t i = 0; i < crosses.count; ++i) {
    const auto detections = detector.detect(crosses.load(i).gray);
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
  std::vector<std::atomic<int>> trials(data.negatives.count);
  data.negatives.load = [&trials, load = data.negatives.load](std::uint32_t image) {
    ++trials[image];
    return load(image);
  };
  train_verifier(few_trees(), loose_cascade(), data, {.samples_per_object = 1}, 1, {}, {}, {});
  for (const std::atomic<int>& of_image : trials) EXPECT_EQ(of_image, few_trees().rounds);
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
  const ObjectDetector detector({loose_cascade(), {}, verifier},
                                {.scan = {.min_size = 16}, .group = {.min_neighbors = 1, .min_score = 0.2}});
  const PositiveImages crosses = cross_pictures(50, 9);
  int found = 0;
  for (std::uint32_t i = 0; i < crosses.count; ++i) {
    const cv::Mat picture = hide(crosses.load(i).gray, crosses.load((i + 1) % crosses.count).gray);
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
  options.truncation = 0.3;
  const Verifier verifier = trained(options);
  EXPECT_GT(found_at_the_edge(verifier), found_at_the_edge(trained()));
  EXPECT_GE(figures({loose_cascade(), {}, verifier}, 0.2).found, 30);
}

TEST(TrainVerifier, LearnsObjectsThatAreCovered) {
  VerifierOptions options = few_trees();
  options.occlusion = 0.5;
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
             train_verifier(few_trees(), loose_cascade(), data, {.samples_per_object = 1}, 1, {}, {}, {});
           })
        .message();
  };
  VerifierData few = cross_data();
  few.objects = cross_pictures(3, 1);
  EXPECT_THAT(message(few), testing::HasSubstr("objects; training its verifier"));
  VerifierData easy = cross_data();
  easy.negatives = test::images_of({cv::Mat(200, 200, CV_8UC1, cv::Scalar(90))});
  EXPECT_THAT(message(easy), testing::HasSubstr("false alarms; training its verifier"));
}

TEST(TrainVerifier, EndsWhenAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(test::error_of([&] {
              train_verifier(few_trees(), loose_cascade(), cross_data(), {.samples_per_object = 1}, 1, {}, {},
                             stop.get_token());
            }).kind(),
            Kind::canceled);
}

/// All parts: two blocks of images in each round of mining, trees of two rounds, and a network.
VerifierOptions all_parts() {
  VerifierOptions options = few_trees();
  options.trees = 24;
  options.negatives = 150;
  options.degraded = 0.3;
  options.network_passes = 1;
  return options;
}

VerifierData many_images() {
  VerifierData data = cross_data();
  data.negatives.count = 300;
  data.negatives.load = [few = large_bars(8, 3)](std::uint32_t image) {
    return few.load(image % 8).colRange(static_cast<int>(image % 40), 160).clone();
  };
  return data;
}

Verifier resumed(const VerifierOptions& options, const VerifierData& data,
                 const std::optional<VerifierState>& from, const VerifierWatch& watch = {},
                 std::stop_token stop = {}) {
  return train_verifier(options, loose_cascade(), data, {.samples_per_object = 1}, 1, from, watch,
                        std::move(stop));
}

/// As the state comes back from a checkpoint's file.
VerifierState filed(const VerifierState& state) {
  TrainingState whole;
  whole.cascade = loose_cascade().parts();
  whole.verifier = state;
  return *load_checkpoint(serialize(whole), "checkpoint").verifier;
}

/// The last state of a run that is stopped after so many checkpoints; nothing where it ends before.
std::optional<VerifierState> stopped(const VerifierOptions& options, const VerifierData& data,
                                     const std::optional<VerifierState>& from, int checkpoints) {
  std::stop_source stop;
  VerifierState last;
  VerifierWatch watch;
  watch.checkpoint = [&](const VerifierState& state) {
    if (stop.stop_requested()) return;
    last = state;
    if (--checkpoints == 0) stop.request_stop();
  };
  try {
    resumed(options, data, from, watch, stop.get_token());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Kind::canceled) << error.what();
    return last;
  }
  return std::nullopt;
}

TEST(TrainVerifier, StoppedAnywhereResumesToTheSameVerifier) {
  const VerifierOptions options = all_parts();
  const VerifierData data = many_images();
  std::vector<VerifierState> states;
  VerifierWatch watch;
  watch.checkpoint = [&](const VerifierState& state) { states.push_back(state); };
  const VerifierParts whole = resumed(options, data, {}, watch).parts();

  const std::size_t trees = 24 + 24, blocks = 2 * 2;
  ASSERT_GT(states.size(), trees + blocks) << "and steps of the network";
  EXPECT_EQ(states[0].searched, 256u) << "in the midst of mining";
  EXPECT_FALSE(states.back().network->parameters.empty());
  // In the mining of both rounds, between mining and trees, among trees, with all trees, in the network.
  const std::vector<std::size_t> every = {0, 1, 5, 26, 27, 40, 51, 52}, few = {0, 40, 51};
  for (const std::size_t s : test::is_nightly() ? every : few) {
    SCOPED_TRACE(s);
    ASSERT_LT(s, states.size());
    EXPECT_EQ(resumed(options, data, filed(states[s])).parts(), whole);
  }
  EXPECT_EQ(resumed(options, data, filed(states.back())).parts(), whole);
}

TEST(TrainVerifier, StoppedAgainAndAgainResumesToTheSameVerifier) {
  OCELLI_NIGHTLY_ONLY
  const VerifierOptions options = all_parts();
  const VerifierData data = many_images();
  std::optional<VerifierState> state;
  int stops = 0;
  while (const auto next = stopped(options, data, state, 9 + stops)) {
    state = filed(*next);
    ASSERT_LT(++stops, 20);
  }
  EXPECT_GE(stops, 3);
  EXPECT_EQ(resumed(options, data, state).parts(), resumed(options, data, {}).parts());
}

TEST(TrainVerifier, RefusesToResumeWithOtherOptionsOrData) {
  const VerifierOptions options = all_parts();
  const VerifierData data = many_images();
  const std::optional<VerifierState> state = stopped(options, data, {}, 6);
  ASSERT_TRUE(state.has_value());
  const auto refusal = [&](const VerifierOptions& other_options, const VerifierData& other_data) {
    return test::error_of([&] { resumed(other_options, other_data, state); });
  };
  VerifierOptions deeper = options;
  deeper.depth = 3;
  EXPECT_THAT(refusal(deeper, data).message(), testing::HasSubstr("different options or data"));
  VerifierData others = data;
  others.objects = cross_pictures(100, 5);
  EXPECT_THAT(refusal(options, others).message(), testing::HasSubstr("different options or data"));
  others = data;
  others.negatives_fingerprint = 7;
  EXPECT_EQ(refusal(options, others).kind(), Kind::model);
}

TEST(TrainVerifier, RefusesAStateThatItCannotHaveReached) {
  const VerifierOptions options = all_parts();
  const VerifierData data = many_images();
  std::vector<VerifierState> states;
  VerifierWatch watch;
  watch.checkpoint = [&](const VerifierState& state) { states.push_back(state); };
  resumed(options, data, {}, watch);
  const auto refuses = [&](std::size_t place, const char* why, const auto& change) {
    VerifierState state = states.at(place);
    change(state);
    const Error error = test::error_of([&] { resumed(options, data, state); });
    EXPECT_EQ(error.kind(), Kind::model) << why;
    EXPECT_THAT(error.message(), testing::HasSubstr(why));
  };
  const std::size_t last = states.size() - 1;
  refuses(5, "a missing image", [](VerifierState& s) { s.found[0][0].image = 300; });
  refuses(5, "outside its image", [](VerifierState& s) { s.found[0][0].box.x = 1e9F; });
  refuses(5, "more negatives", [](VerifierState& s) { s.found[0].resize(151, s.found[0][0]); });
  refuses(5, "images without objects", [](VerifierState& s) { s.searched = 301; });
  refuses(5, "number of rounds", [](VerifierState& s) { s.found.resize(3); });
  refuses(5, "number of rounds", [](VerifierState& s) { s.found.clear(); });
  refuses(5, "out of range", [](VerifierState& s) { s.trees[0].nodes[0].feature = 65535; });
  refuses(5, "out of range", [](VerifierState& s) { s.trees[0].leaves[0] = 2; });
  refuses(5, "do not match", [](VerifierState& s) { s.trees.resize(25, s.trees[0]); });
  refuses(26, "do not match", [](VerifierState& s) { s.trees.pop_back(); });
  refuses(5, "before the last tree", [](VerifierState& s) { s.network.emplace(); });
  refuses(last, "different size", [](VerifierState& s) { s.network->parameters.pop_back(); });
  refuses(last, "different size", [](VerifierState& s) { s.network->steps = 1'000'000; });
  refuses(last, "out of range", [](VerifierState& s) { s.network->square[0] = -1; });
}

TEST(TrainVerifier, ReportsEachPartWithItsEnd) {
  std::vector<Progress> reports;
  std::vector<VerifierReport> rounds;
  VerifierWatch watch;
  watch.progress = [&](const Progress& progress) { reports.push_back(progress); };
  watch.round = [&](const VerifierReport& report) { rounds.push_back(report); };
  resumed(all_parts(), many_images(), {}, watch);
  const auto last_of = [&](const std::string& task) {
    std::size_t done = 0;
    for (const Progress& report : reports) {
      EXPECT_GT(report.total, 0u) << report.task;
      if (report.task == task) done = report.done;
    }
    return done;
  };
  EXPECT_EQ(last_of("mining for the verifier, round 2 of 2"), 300u);
  EXPECT_EQ(last_of("growing the verifier's trees, round 2 of 2"), 24u);
  EXPECT_GT(last_of("training the verifier's network"), 0u);
  ASSERT_EQ(rounds.size(), 2u);
  EXPECT_EQ(rounds[1].trees, 24u);
  EXPECT_GT(rounds[1].negatives, rounds[0].negatives);
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
}  // namespace ocelli::internal::verifier_trainer_test
