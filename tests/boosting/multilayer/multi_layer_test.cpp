#include "ocelli/boosting/multilayer/multi_layer.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "boosting/plain_softmax.hpp"
#include "boosting/two_layers.hpp"
#include "data/expect_error.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::multi_layer_test {
namespace {

using testing::SizeIs;

constexpr std::size_t kSamples = 700, kTraining = 600;

/// Samples of class 1 have a point in the left half that shows two signs at once. The first two candidates
/// answer to one sign each, all others to nothing.
struct Planted {
  Planted() : pool(test::random_pool(kSamples, 4, 40, 1)) {
    Random random(2);
    labels_of_all.resize(kSamples);
    for (std::size_t p = 0; p < 4 * kSamples; ++p) {
      const bool first = random.below(2) == 0, second = random.below(2) == 0;
      show(0, p, first);
      show(1, p, second);
      const float x = pool.places.x[p];
      if (first && second && x >= 0 && x < test::kPlacesWidth / 2) labels_of_all[p % kSamples] = 1;
    }
  }

  /// A byte of the upper or the lower half.
  void show(std::size_t candidate, std::size_t place, bool sign) {
    std::uint8_t& byte = pool.responses.of(candidate)[place];
    byte = static_cast<std::uint8_t>(byte / 2 + (sign ? 128 : 0));
  }

  PoolLabels labels() const { return {labels_of_all, kTraining, 2}; }
  MultiLayerState run(const MultiLayerOptions& options, MultiLayerState from = {},
                      const MultiLayerWatcher& watch = {}) const {
    return multi_layer_boost(pool, labels(), options, std::move(from), watch);
  }

  LocalPool pool;
  std::vector<std::uint16_t> labels_of_all;
};

const MultiLayerOptions kSmall{.rounds = 12, .features = 4, .votes = 6, .candidates = 100};

void expect_same(const MultiLayerState& a, const MultiLayerState& b) {
  EXPECT_EQ(a.hidden, b.hidden);
  EXPECT_EQ(a.output, b.output);
  EXPECT_EQ(a.rounds, b.rounds);
}

std::size_t errors(const ClassTable& scores, std::span<const std::uint16_t> labels, std::size_t first,
                   std::size_t end) {
  std::size_t wrong = 0;
  for (std::size_t i = first; i < end; ++i) {
    const bool one = scores.of(1)[i] > scores.of(0)[i];
    wrong += one != (labels[i] == 1) ? 1 : 0;
  }
  return wrong;
}

TEST(MultiLayer, LearnsALocalConceptBetterThanItsOutputLayerAlone) {
  const Planted planted;
  const MultiLayerOptions joint{.rounds = 40, .features = 6, .votes = 12, .candidates = 200};
  MultiLayerOptions frozen = joint;
  frozen.votes = 1;
  const MultiLayerRound learned = planted.run(joint).rounds.back(),
                        random = planted.run(frozen).rounds.back();
  EXPECT_LT(learned.training_errors, 0.02 * kTraining);
  EXPECT_LT(learned.validation_errors, 8u);
  EXPECT_GT(random.training_errors, 0.2 * kTraining);
  EXPECT_GT(random.validation_errors, 20u);
  EXPECT_LT(learned.loss, 0.5 * random.loss);
}

TEST(MultiLayer, NeverLetsTheLossRise) {
  Planted planted;
  for (const MultiLayerOptions& options :
       {MultiLayerOptions{.rounds = 40, .features = 4, .votes = 20, .candidates = 60},
        MultiLayerOptions{.rounds = 40, .features = 9, .votes = 5, .votes_every = 4, .candidates = 3},
        MultiLayerOptions{.rounds = 40, .features = 4, .candidates = 60, .rule = DisjunctionRule::derivative},
        MultiLayerOptions{.rounds = 40, .features = 3, .candidates = 20, .shrinkage = 0.3, .seed = 7}}) {
    double before = 1;
    for (const MultiLayerRound& round : planted.run(options).rounds) {
      EXPECT_LE(round.loss, before * (1 + 1e-6));
      before = round.loss;
    }
    EXPECT_LT(before, 0.9);
  }
}

TEST(MultiLayer, NeverLetsTheLossRiseWhereLabelsAreNoise) {
  Planted planted;
  planted.labels_of_all = test::noise_labels(kSamples, 2, 3);
  double before = 1;
  for (const MultiLayerRound& round : planted.run({.rounds = 25, .features = 5, .candidates = 50}).rounds) {
    EXPECT_LE(round.loss, before * (1 + 1e-6));
    before = round.loss;
  }
}

TEST(MultiLayer, ReportsTheLossAndTheErrorsOfItsLayers) {
  const Planted planted;
  planted.run(kSmall, {}, [&](const MultiLayerState& state) {
    const test::PlainLayers plain(planted.pool, state, planted.labels());
    const MultiLayerRound& round = state.rounds.back();
    EXPECT_NEAR(round.loss, plain.loss(), 1e-5);
    const ClassTable scores = multi_layer_scores(planted.pool, state);
    EXPECT_EQ(round.training_errors, errors(scores, planted.labels_of_all, 0, kTraining));
    EXPECT_EQ(round.validation_errors, errors(scores, planted.labels_of_all, kTraining, kSamples));
    for (std::size_t i = 0; i < kSamples; i += 10) ASSERT_NEAR(scores.of(1)[i], plain.score(1, i), 1e-4);
  });
}

TEST(MultiLayer, GivesEachClassAVoteARoundAndEachFeatureNoMoreThanItMayHave) {
  const Planted planted;
  std::size_t rounds = 0;
  planted.run(kSmall, {}, [&](const MultiLayerState& state) {
    ++rounds;
    EXPECT_THAT(state.rounds, SizeIs(rounds));
    EXPECT_THAT(state.output, testing::ElementsAre(SizeIs(rounds), SizeIs(rounds)));
    ASSERT_THAT(state.hidden, SizeIs(kSmall.features));
    for (const auto& votes : state.hidden) {
      EXPECT_GE(votes.size(), 1u);
      EXPECT_LE(votes.size(), std::min(kSmall.votes, rounds));
    }
    for (const auto& votes : state.output) {
      const auto& [feature, area] = votes.back().disjunction;
      EXPECT_LT(feature, kSmall.features);
      EXPECT_TRUE(area.width > 0 && area.x + area.width <= test::kPlacesWidth);
      EXPECT_TRUE(area.height > 0 && area.y + area.height <= test::kPlacesHeight);
    }
  });
  EXPECT_EQ(rounds, kSmall.rounds);
}

TEST(MultiLayer, StartsWithADifferentVoteForEachFeature) {
  const MultiLayerState state = Planted().run({.rounds = 1, .features = 8, .candidates = 20});
  for (std::size_t d = 1; d < state.hidden.size(); ++d) EXPECT_NE(state.hidden[d], state.hidden[0]);
}

TEST(MultiLayer, IsTheSameForAnyNumberOfThreads) {
  const Planted planted;
  const auto act = [&] { return planted.run(kSmall); };
  expect_same(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(MultiLayer, GoesOnFromAnyRoundToTheSameEnd) {
  const Planted planted;
  for (const std::size_t every : {1, 3}) {
    MultiLayerOptions options = kSmall;
    options.votes_every = every;
    options.votes = 4;
    std::vector<MultiLayerState> on_the_way;
    const MultiLayerState whole =
        planted.run(options, {}, [&](const MultiLayerState& state) { on_the_way.push_back(state); });
    for (const MultiLayerState& state : on_the_way) expect_same(planted.run(options, state), whole);
  }
}

TEST(MultiLayer, DrawsOtherThingsFromAnotherSeed) {
  const Planted planted;
  MultiLayerOptions other = kSmall;
  other.seed = 2;
  EXPECT_NE(planted.run(kSmall).hidden, planted.run(other).hidden);
}

TEST(MultiLayer, DoesNotLearnFromTheSamplesThatItOnlyMeasures) {
  Planted planted;
  const MultiLayerState before = planted.run(kSmall);
  for (std::size_t i = kTraining; i < kSamples; ++i) planted.labels_of_all[i] ^= 1;
  const MultiLayerState after = planted.run(kSmall);
  EXPECT_EQ(after.hidden, before.hidden);
  EXPECT_EQ(after.output, before.output);
  EXPECT_EQ(after.rounds.back().validation_errors,
            kSamples - kTraining - before.rounds.back().validation_errors);
}

TEST(MultiLayer, DoesNotHeedTheResponsesOfPointsThatAreNotThere) {
  Planted planted;
  const MultiLayerState before = planted.run(kSmall);
  for (std::size_t c = 0; c < planted.pool.candidates(); ++c) {
    for (std::size_t p = 0; p < 4 * kSamples; ++p) {
      if (planted.pool.places.x[p] < 0) planted.pool.responses.of(c)[p] ^= 0xFF;
    }
  }
  expect_same(planted.run(kSmall), before);
}

TEST(MultiLayer, TakesImagesWithoutAnyPoint) {
  Planted planted;
  std::ranges::fill(planted.pool.places.x, -1.0f);
  std::ranges::fill(planted.pool.places.y, -1.0f);
  const MultiLayerState state = planted.run(kSmall);
  EXPECT_EQ(state.rounds.size(), kSmall.rounds);
  EXPECT_LE(state.rounds.back().loss, 1);
}

TEST(MultiLayer, StopsWhenAskedTo) {
  const Planted planted;
  std::stop_source stop;
  std::size_t rounds = 0;
  const auto watch = [&](const MultiLayerState&) {
    if (++rounds == 2) stop.request_stop();
  };
  const Error error = test::error_of(
      [&] { multi_layer_boost(planted.pool, planted.labels(), kSmall, {}, watch, stop.get_token()); });
  EXPECT_EQ(error.kind(), Kind::canceled);
  EXPECT_EQ(rounds, 2u);
}

TEST(MultiLayer, RefusesLabelsThatDoNotFit) {
  const Planted planted;
  const auto kind_with = [&](const PoolLabels& labels) {
    return test::error_of([&] { multi_layer_boost(planted.pool, labels, kSmall); }).kind();
  };
  const std::span<const std::uint16_t> all = planted.labels_of_all;
  EXPECT_EQ(kind_with({all.first(kSamples - 1), kTraining, 2}), Kind::training);
  EXPECT_EQ(kind_with({all, kSamples + 1, 2}), Kind::training);
  EXPECT_EQ(kind_with({all, 0, 2}), Kind::training);
  EXPECT_EQ(kind_with({all, kTraining, 1}), Kind::training);
}

TEST(MultiLayer, RefusesToGoOnFromAStateOfAnotherPool) {
  const Planted planted;
  const auto refused = [&](const MultiLayerState& state) {
    EXPECT_EQ(test::error_of([&] { planted.run(kSmall, state); }).kind(), Kind::training);
  };
  MultiLayerState state = planted.run({.rounds = 2, .features = 4, .votes = 2, .candidates = 20});
  state.hidden[0][0].candidate = static_cast<std::uint32_t>(planted.pool.candidates());
  refused(state);
  state.hidden[0][0].candidate = 0;
  state.output[1][0].disjunction.feature = 4;
  refused(state);
  state.output.pop_back();
  refused(state);
}

TEST(MultiLayer, NeedsCandidates) {
  const Planted planted;
  const LocalPool none{planted.pool.places, BinnedResponses(0, 4 * kSamples, 256)};
  EXPECT_EQ(test::error_of([&] { multi_layer_boost(none, planted.labels(), kSmall); }).kind(),
            Kind::training);
}

TEST(MultiLayerOptions, AreRefusedWhereTheyMakeNoSense) {
  const auto place_of = [](const MultiLayerOptions& options) {
    const Error error = test::error_of([&] { options.validate(); });
    EXPECT_EQ(error.kind(), Kind::usage);
    return error.where();
  };
  EXPECT_EQ(place_of({.rounds = 0}), "--rounds");
  EXPECT_EQ(place_of({.features = 0}), "--local-features");
  EXPECT_EQ(place_of({.features = 1025}), "--local-features");
  EXPECT_EQ(place_of({.votes = 0}), "--wavelets");
  EXPECT_EQ(place_of({.votes_every = 0}), "--wavelets-every");
  EXPECT_EQ(place_of({.candidates = 0}), "--candidates");
  EXPECT_EQ(place_of({.shrinkage = 0}), "--shrinkage");
  EXPECT_EQ(place_of({.shrinkage = 1.5}), "--shrinkage");
  EXPECT_EQ(place_of({.shrinkage = std::nan("")}), "--shrinkage");
}

}  // namespace
}  // namespace ocelli::internal::multi_layer_test
