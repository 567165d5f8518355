#include "ocelli/detection/verifier.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "detection/some_verifier.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/imaging/tilt.hpp"

namespace ocelli::internal::verifier_test {
namespace {

using test::random_verifier;

std::vector<std::uint8_t> random_channels(std::uint64_t seed) {
  const cv::Mat bytes = test::noise(1, static_cast<int>(FilteredChannels({56, 56}).size()), seed);
  return {bytes.begin<std::uint8_t>(), bytes.end<std::uint8_t>()};
}

/// The vote of one tree, found by recursion.
int vote(const VerifierParts& parts, std::size_t tree, std::size_t place,
         const std::vector<std::uint8_t>& channels) {
  if (place >= parts.nodes_per_tree())
    return parts.votes[tree * parts.leaves_per_tree() + place - parts.nodes_per_tree()];
  const VerifierNode& node = parts.nodes[tree * parts.nodes_per_tree() + place];
  const bool left = channels[node.feature] <= node.threshold;
  return vote(parts, tree, left ? 2 * place + 1 : 2 * place + 2, channels);
}

TEST(Verifier, SumsTheVotesOfTheLeavesThatChannelsComeTo) {
  for (const int depth : {1, 3, 5}) {
    const VerifierParts parts = random_verifier(20, depth, 7);
    const Verifier verifier(parts);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto channels = random_channels(seed);
      int expected = 0;
      for (std::size_t tree = 0; tree < 20; ++tree) expected += vote(parts, tree, 0, channels);
      EXPECT_EQ(verifier.sum(channels), expected);
    }
  }
}

TEST(Verifier, RejectsAtAnExitByTheSumSoFar) {
  VerifierParts parts = random_verifier(6, 2, 8);
  const auto channels = random_channels(1);
  int first_four = 0;
  for (std::size_t tree = 0; tree < 4; ++tree) first_four += vote(parts, tree, 0, channels);
  parts.exits = {{4, static_cast<float>(first_four)}};
  EXPECT_TRUE(Verifier(parts).sum(channels).has_value());
  parts.exits = {{4, static_cast<float>(first_four) + 0.5F}};
  EXPECT_FALSE(Verifier(parts).sum(channels).has_value());
}

TEST(Verifier, ScoresByTheLogOddsOfBothClassifiers) {
  VerifierParts parts = random_verifier(5, 2, 9);
  parts.log_odds = {0.015F, 0.25F, -1};
  const Verifier verifier(parts);
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 2));
  const Box object{30, 20, 40, 40};
  verifier.prepare(pyramid, object);
  Verifier::Scratch scratch;
  const float score = verifier.score(pyramid, object, 8, false, scratch).value().score;
  const double log_odds = 0.015 * verifier.evaluate(pyramid, object, false, scratch)->votes + 0.25 * 8 - 1;
  EXPECT_NEAR(score, std::log(1 + std::exp(log_odds)), 1e-5);
  EXPECT_NEAR(probability_of(score), 1 / (1 + std::exp(-log_odds)), 1e-5);
  EXPECT_GT(verifier.score(pyramid, object, 9, false, scratch).value().score, score);
}

/// The boxes of seven looks at an object at 30, 20 of 40 x 40 pixels.
constexpr std::array kTrials{Box{30, 20, 40, 40},
                             Box{27.6F, 20, 40, 40},
                             Box{32.4F, 20, 40, 40},
                             Box{30, 17.6F, 40, 40},
                             Box{30, 22.4F, 40, 40},
                             Box{28, 18, 44, 44},
                             Box{30 + 20 / 11.0F, 20 + 20 / 11.0F, 400 / 11.0F, 400 / 11.0F}};

TEST(Verifier, TakesTheBestOfSevenEvaluations) {
  const FilteredChannels channels({56, 56});
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 5));
  pyramid.prepare_octaves(2);
  const Box object{30, 20, 40, 40};
  Verifier::Scratch scratch;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    VerifierParts parts = random_verifier(6, 3, seed);
    const auto look = [&](const Box& box) {
      crop_channels(pyramid, box, channels.gradients(), scratch);
      return *Verifier(parts).sum(channels.filtered(scratch.channels));
    };
    const int first = look(object);
    int max = first;
    for (const Box& box : kTrials) max = std::max(max, look(box));
    EXPECT_EQ(Verifier(parts).evaluate(pyramid, object, false, scratch)->votes, max);

    parts.exits = {{6, static_cast<float>(first) + 0.5F}};
    EXPECT_FALSE(Verifier(parts).evaluate(pyramid, object, false, scratch).has_value())
        << "the first evaluation rejects";
  }
}

/// The sum of look() at the box's mirror image, tilted to either side, whose gradients are in `scratch`.
template <class Look>
int sum_of_mirrored(const Pyramid& pyramid, const Box& box, const Verifier& verifier,
                    Verifier::Scratch& scratch, const Look& look) {
  cv::Mat larger(64, 64, CV_8UC1), tilted(56, 56, CV_8UC1);
  const Box part = CropSource(pyramid).surroundings(box);
  const float corner = 4 * part.w / 56;
  crop(pyramid, {part.x - corner, part.y - corner, part.w + 2 * corner, part.h + 2 * corner}, larger,
       scratch.taps);
  int sum = 0;
  for (const Tilt tilt : {Tilt::left, Tilt::right}) {
    tilt_mirrored(larger, tilt, tilted);
    verifier.channels().gradients().compute(tilted, scratch.channels, scratch.gradients);
    sum += look();
  }
  return sum;
}

TEST(Verifier, LooksAtTiltedMirrorImagesOfWhatIsSymmetric) {
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 5));
  const Box object{30, 20, 40, 40};
  Verifier::Scratch scratch;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const VerifierParts parts = random_verifier(6, 3, seed);
    const Verifier verifier(parts);
    verifier.prepare(pyramid, object);
    const auto sum = [&] { return *verifier.sum(verifier.channels().filtered(scratch.channels)); };
    const auto look = [&](const Box& box) {
      crop_channels(pyramid, box, verifier.channels().gradients(), scratch);
      return sum();
    };
    const Box surest = *std::ranges::max_element(kTrials, {}, look);
    const double mirrored = sum_of_mirrored(pyramid, surest, verifier, scratch, sum) / 2.0;
    EXPECT_EQ(verifier.evaluate(pyramid, object, true, scratch)->votes, (look(surest) + mirrored) / 2)
        << seed;
  }
}

/// By the network, of the crop whose gradients are in `scratch`.
int network_score(const Verifier& verifier, Verifier::Scratch& scratch) {
  return verifier.network()->score(std::span<const std::uint8_t>(scratch.channels).first(2 * 28 * 28),
                                   scratch.network);
}

TEST(Verifier, TakesTheMeanOfItsNetworkForTheSurestBoxAndMirrorImages) {
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 5));
  const Box object{30, 20, 40, 40};
  Verifier::Scratch scratch;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const VerifierParts parts = test::random_verifier_with_network(6, 3, seed);
    const Verifier verifier(parts);
    verifier.prepare(pyramid, object);
    const auto score = [&] { return network_score(verifier, scratch); };
    const auto votes = [&](const Box& box) {
      crop_channels(pyramid, box, verifier.channels().gradients(), scratch);
      return *verifier.sum(verifier.channels().filtered(scratch.channels));
    };
    const Box surest = *std::ranges::max_element(kTrials, {}, votes);
    crop_channels(pyramid, surest, verifier.channels().gradients(), scratch);
    const int straight = score();
    EXPECT_EQ(verifier.evaluate(pyramid, object, false, scratch)->network, straight) << seed;

    const int mirrored = sum_of_mirrored(pyramid, surest, verifier, scratch, score);
    EXPECT_DOUBLE_EQ(verifier.evaluate(pyramid, object, true, scratch)->network, (straight + mirrored) / 3.0)
        << seed;
  }
}

TEST(Verifier, LetsItsNetworkDecideOnWhatItsTreesLeaveAChance) {
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 2));
  const Box object{30, 20, 40, 40};
  Verifier::Scratch scratch;
  VerifierParts parts = test::random_verifier_with_network(5, 2, 9);
  parts.log_odds = {.weight = 0, .offset = -1.9F};
  const Verifier verifier(parts);
  verifier.prepare(pyramid, object);
  const double network = verifier.evaluate(pyramid, object, true, scratch)->network;
  ASSERT_NE(network, 0);
  const double log_odds = static_cast<double>(parts.network->log_odds.weight) * network + 0.125 * 8 + 0.5;
  EXPECT_NEAR(verifier.score(pyramid, object, 8, true, scratch)->score, std::log1p(std::exp(log_odds)), 1e-4);
  parts.log_odds.offset = -2.1F;
  EXPECT_NEAR(Verifier(parts).score(pyramid, object, 8, true, scratch)->score, std::log1p(std::exp(-2.1)),
              1e-5);

  parts.log_odds.offset = -1.9F;
  const double straight = verifier.evaluate(pyramid, object, false, scratch)->network;
  const double of_straight = static_cast<double>(parts.network->log_odds.weight) * straight + 0.125 * 8;
  for (const double odds : {-2.1, 10.1}) {
    parts.network->log_odds.offset = static_cast<float>(odds - of_straight);
    EXPECT_NEAR(Verifier(parts).score(pyramid, object, 8, true, scratch)->score, std::log1p(std::exp(odds)),
                1e-4)
        << "the mirror images are not looked at";
  }
  parts.network->log_odds.offset = static_cast<float>(9.9 - of_straight);
  EXPECT_GT(
      std::abs(Verifier(parts).score(pyramid, object, 8, true, scratch)->score - std::log1p(std::exp(9.9))),
      1e-3);
}

TEST(Verifier, AsksItsNetworkAtOnceWhereTheTreesFindAnObjectLikely) {
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 2));
  const Box object{30, 20, 40, 40};
  Verifier::Scratch scratch;
  VerifierParts parts = test::random_verifier_with_network(5, 2, 10);
  const Verifier verifier(parts);
  verifier.prepare(pyramid, object);
  crop_channels(pyramid, object, verifier.channels().gradients(), scratch);
  const int at_once = network_score(verifier, scratch);
  ASSERT_NE(verifier.evaluate(pyramid, object, false, scratch)->network, at_once) << "another box is surest";
  const auto score = [&](float trees, double network) {
    parts.log_odds = {.weight = 0, .offset = trees};
    parts.network->log_odds.offset =
        static_cast<float>(network - static_cast<double>(parts.network->log_odds.weight) * at_once);
    return Verifier(parts).score(pyramid, object, 0, true, scratch)->score;
  };
  EXPECT_NEAR(score(2.1F, 10.1), std::log1p(std::exp(10.1)), 1e-4);
  EXPECT_GT(std::abs(score(1.9F, 10.1) - std::log1p(std::exp(10.1))), 1e-3) << "not likely";
  EXPECT_GT(std::abs(score(2.1F, 9.9) - std::log1p(std::exp(9.9))), 1e-3) << "not certain";
}

TEST(Verifier, CountsTheFirstLookForMirrorImagesThatAreRejected) {
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 5));
  const Box object{30, 20, 40, 40};
  Verifier::Scratch scratch;
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    VerifierParts parts = random_verifier(6, 3, seed);
    const Verifier all(parts);
    all.prepare(pyramid, object);
    crop_channels(pyramid, object, all.channels().gradients(), scratch);
    const int first = *all.sum(all.channels().filtered(scratch.channels));
    parts.exits = {{6, static_cast<float>(first)}};
    const double surest = Verifier(parts).evaluate(pyramid, object, false, scratch)->votes;
    const double both = Verifier(parts).evaluate(pyramid, object, true, scratch)->votes;
    // A mirror image either passes, with as many votes, or counts as many.
    EXPECT_GE(both, (surest + first) / 2);
    rejected += both == (surest + first) / 2 ? 1 : 0;
  }
  EXPECT_GT(rejected, 0) << "both are rejected in some cases";
}

TEST(Verifier, OfGradientsAloneNeedsNoFilters) {
  const FilteredChannels channels({56, 56});
  VerifierParts parts = random_verifier(6, 3, 2);
  EXPECT_TRUE(Verifier(parts).filters());
  for (VerifierNode& node : parts.nodes)
    node.feature = static_cast<std::uint16_t>(node.feature % channels.gradients().size());
  const Verifier verifier(parts);
  EXPECT_FALSE(verifier.filters());
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 5));
  pyramid.prepare_octaves(2);
  Verifier::Scratch scratch;
  const Box object{30, 20, 40, 40};
  crop_channels(pyramid, object, channels.gradients(), scratch);
  const int first = *verifier.sum(scratch.channels);
  EXPECT_EQ(first, *verifier.sum(channels.filtered(scratch.channels)));
  EXPECT_GE(verifier.evaluate(pyramid, object, false, scratch)->votes, first);
}

TEST(Verifier, LooksOnceAtWhatIsVeryUnlikely) {
  Pyramid pyramid;
  pyramid.assign(test::noise(90, 120, 5));
  const Box object{30, 20, 40, 40};
  Verifier::Scratch scratch;
  VerifierParts parts = random_verifier(40, 3, 4);
  const Verifier verifier(parts);
  verifier.prepare(pyramid, object);
  const FilteredChannels& channels = verifier.channels();
  crop_channels(pyramid, object, channels.gradients(), scratch);
  const int votes = *verifier.sum(channels.filtered(scratch.channels));
  const float first = parts.log_odds.weight * static_cast<float>(votes);
  const double more = verifier.evaluate(pyramid, object, false, scratch)->votes - votes;
  ASSERT_GT(more, 0);
  const auto score = [&](float offset) {
    parts.log_odds.offset = offset;
    return Verifier(parts).score(pyramid, object, 0, false, scratch)->score;
  };
  EXPECT_NEAR(score(-4 - first), std::log1p(std::exp(-4.0)), 1e-5);
  EXPECT_NEAR(score(-1 - first), std::log1p(std::exp(parts.log_odds.weight * more - 1)), 1e-5);
}

TEST(Verifier, LooksAtTheObjectAndAFifthAroundIt) {
  const Pyramid picture;
  const CropSource source(picture);
  const Box square = source.surroundings({10, 20, 50, 50}), wide = source.surroundings({0, 0, 50, 20});
  EXPECT_EQ(square, (Box{0, 10, 70, 70}));
  EXPECT_EQ(wide, (Box{-10, -10, 70, 40}));
  EXPECT_EQ(Verifier::crop_size({20, 20}), cv::Size(56, 56));
  EXPECT_EQ(Verifier::crop_size({25, 10}), cv::Size(56, 32));
}

void expect_refused(const VerifierParts& parts, const std::string& part) {
  const Error error = test::error_of([&] { Verifier verifier(parts); });
  EXPECT_EQ(error.kind(), Kind::model);
  EXPECT_THAT(error.message(), testing::HasSubstr(part));
}

TEST(Verifier, RefusesPartsOutOfRange) {
  const auto refused = [](const std::function<void(VerifierParts&)>& change, const std::string& part) {
    VerifierParts parts = random_verifier(4, 2, 1);
    change(parts);
    expect_refused(parts, part);
  };
  refused([](VerifierParts& p) { p.depth = 0; }, "depth");
  refused([](VerifierParts& p) { p.depth = 60; }, "depth");
  refused([](VerifierParts& p) { p.width = 57; }, "crops");
  refused([](VerifierParts& p) { p.nodes.pop_back(); }, "nodes and leaves");
  refused([](VerifierParts& p) { p.votes.clear(), p.nodes.clear(); }, "nodes and leaves");
  refused([](VerifierParts& p) { p.nodes[3].feature = 60'000; }, "channel");
  refused([](VerifierParts& p) { p.exits = {{2, 0}, {2, 0}}; }, "exits");
  refused([](VerifierParts& p) { p.exits = {{5, 0}}; }, "exits");
  refused([](VerifierParts& p) { p.log_odds.offset = std::numeric_limits<float>::infinity(); }, "weights");
}

TEST(Verifier, RefusesANetworkThatDoesNotFit) {
  const auto refused = [](const std::function<void(VerifierNetwork&)>& change, const std::string& part) {
    VerifierParts parts = test::random_verifier_with_network(4, 2, 1);
    change(*parts.network);
    expect_refused(parts, part);
  };
  refused([](VerifierNetwork& n) { n.log_odds.weight = std::numeric_limits<float>::infinity(); }, "weights");
  refused([](VerifierNetwork& n) { n.parts = test::random_network(28, 24, 1); }, "crops of another size");
  refused([](VerifierNetwork& n) { n.parts.width = std::numeric_limits<int>::max(); }, "size out of range");
}

}  // namespace
}  // namespace ocelli::internal::verifier_test
