#include "ocelli/boosting/stumps/stump_votes.hpp"

#include <gmock/gmock.h>

#include "boosting/stump_ground.hpp"
#include "data/expect_error.hpp"

namespace ocelli::internal::stump_votes_test {
namespace {

using testing::ElementsAre;

const std::uint64_t kFirst = SortedInputs::name(0, 20), kSecond = SortedInputs::name(3, 41);

/// Votes of both signs, with and without weight and offset, several on one stump.
std::vector<StumpVote> some_votes() {
  return {{kFirst, 1, 0, 0.5, 0},
          {kSecond, -1, 1, 0.25, 2},
          {kFirst, -1, 2, 1.5, -0.125},
          {kFirst, 1, 0, -0.75, 0.5},
          {kSecond, 1, 1, 3, 0},
          {SortedInputs::name(1, 7), 1, 2, 0, 0},
          {SortedInputs::name(1, 8), -1, 0, 0, 4}};
}

/// What the votes' words say.
double plain_score(std::span<const StumpVote> votes, const SortedInputs& inputs,
                   std::span<const float> sample, std::size_t target) {
  double score = 0;
  for (const StumpVote& vote : votes) {
    if (vote.target != target) continue;
    const ThresholdStump stump = inputs.stump(vote.stump);
    const int answer = sample[stump.input] >= stump.threshold ? vote.sign : -vote.sign;
    score += vote.weight * answer + vote.offset;
  }
  return score;
}

TEST(StumpColumns, GiveTheScoresOfTheVotes) {
  const Samples samples = test::clouds(80, 3, 4, 1);
  const SortedInputs inputs(samples, 80);
  const std::vector<StumpVote> votes = some_votes();
  const auto [stumps, weights] = columns_of(votes, 3);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    Eigen::VectorXd columns = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(stumps.size() + 1));
    for (std::size_t j = 0; j < stumps.size(); ++j) {
      const ThresholdStump stump = inputs.stump(stumps[j]);
      columns[static_cast<Eigen::Index>(j)] = samples.row(i)[stump.input] < stump.threshold ? 1 : 0;
    }
    const Eigen::VectorXd scores = weights * columns;
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_DOUBLE_EQ(scores[static_cast<Eigen::Index>(c)], plain_score(votes, inputs, samples.row(i), c));
    }
  }
}

TEST(StumpColumns, HoldEachStumpOnceInTheOrderOfFirstVotes) {
  const std::vector<StumpVote> votes{
      {kSecond, 1, 0, 1, 0}, {kFirst, 1, 1, 1, 0}, {kSecond, -1, 1, 2, 0}, {kSecond, 1, 0, 1, 0}};
  EXPECT_THAT(columns_of(votes, 2).stumps, ElementsAre(kSecond, kFirst));
}

TEST(StumpColumns, LeaveOutStumpsWithoutASay) {
  const std::vector<StumpVote> votes{{kFirst, 1, 0, 0, 0}, {kSecond, 1, 1, 1, 0}};
  const StumpColumns columns = columns_of(votes, 2);
  EXPECT_THAT(columns.stumps, ElementsAre(kSecond));
  EXPECT_EQ(columns.weights, (ClassWeights(2, 2) << 0, 0, -2, 1).finished());
}

TEST(StumpColumns, AreAConstantWithoutVotes) {
  EXPECT_TRUE(columns_of({}, 3).stumps.empty());
  EXPECT_EQ(columns_of({}, 3).weights, ClassWeights::Zero(3, 1));
}

TEST(StumpBoostState, FitsTheSamplesThatItIsOf) {
  const Samples samples = test::clouds(80, 3, 4, 1);
  EXPECT_NO_THROW(require_fit({{}, some_votes()}, SortedInputs(samples, 80), 3));
}

TEST(StumpBoostState, IsRefusedWithVotesThatAreNotOfTheseSamples) {
  const Samples samples = test::clouds(80, 3, 4, 1);
  const SortedInputs inputs(samples, 60);
  const std::vector<StumpVote> foreign{{SortedInputs::name(4, 20), 1, 0, 1, 0},
                                       {SortedInputs::name(0, 0), 1, 0, 1, 0},
                                       {SortedInputs::name(0, 60), 1, 0, 1, 0},
                                       {SortedInputs::name(0, 20), 1, 3, 1, 0}};
  for (const StumpVote& vote : foreign) {
    const StumpBoostState state{{}, {some_votes()[0], vote}};
    test::expect_error([&] { require_fit(state, inputs, 3); }, Kind::training, "do not match these samples");
  }
}

TEST(StumpSamples, AreRefusedWithoutLabelsOrClasses) {
  Samples samples = test::clouds(20, 2, 2, 1);
  EXPECT_NO_THROW((StumpSamples{samples, 10}.require_fit()));
  test::expect_error([&] { StumpSamples{samples, 0}.require_fit(); }, Kind::training, "two classes");
  test::expect_error([&] { StumpSamples{samples, 21}.require_fit(); }, Kind::training, "label");
  samples.labels[3] = 2;
  test::expect_error(
      [&] {
        StumpSamples{samples, 10}.require_fit();
      },
      Kind::training, "a label is out of range");
  samples.labels.clear();
  test::expect_error([&] { StumpSamples{samples, 10}.require_fit(); }, Kind::training, "label");
}

TEST(StumpRound, CountsErrorsOfBothParts) {
  Samples samples = test::clouds(5, 2, 1, 1);  // labels 0 1 0 1 0
  ScoreTable scores(2, 5);
  for (const std::size_t sample : {0, 3, 4}) scores.of(1)[sample] = 1;
  EXPECT_EQ(round_of({samples, 3}, scores, 0.5), (StumpRound{0.5, 2, 1}));
}

}  // namespace
}  // namespace ocelli::internal::stump_votes_test
