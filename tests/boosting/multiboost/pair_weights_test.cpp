#include "ocelli/boosting/multiboost/pair_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "boosting/bits.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::pair_weights_test {
namespace {

using test::answer;

/// mu of samples with random labels and scores. There are scores of more samples than mu is of.
struct Pairs {
  Pairs(std::size_t samples, std::size_t classes) : random(classes), scores(classes, samples + 100) {
    for (std::size_t i = 0; i < samples; ++i) {
      labels.push_back(static_cast<std::uint16_t>(random.below(classes)));
    }
    for (std::size_t c = 0; c < classes; ++c) {
      for (double& score : scores.of(c)) score = random.normal();
    }
    mu = assigned();
  }

  PairWeights assigned() const {
    PairWeights pairs(labels, scores.classes());
    pairs.assign(scores);
    return pairs;
  }

  /// Updates mu, and with it the scores, for some random stumps.
  void update(std::size_t times) {
    for (std::size_t t = 0; t < times; ++t) {
      const std::size_t c = random.below(scores.classes());
      const SampleBits bits = random_answers();
      const double step = random.uniform(-0.5, 0.5);
      mu.update(c, bits, step);
      for (std::size_t i = 0; i < labels.size(); ++i) scores.of(c)[i] += step * answer(bits, i);
    }
  }

  SampleBits random_answers() { return test::random_bits(labels.size(), random); }

  /// Eq. 15; 0 for the sample's own class.
  double plain(std::size_t i, std::size_t c) const {
    return c == labels[i] ? 0 : std::exp(scores.of(c)[i] - scores.of(labels[i])[i]);
  }
  double plain_pull(std::size_t i, std::size_t c) const {
    if (c != labels[i]) return plain(i, c);
    double sum = 0;
    for (std::size_t wrong = 0; wrong < scores.classes(); ++wrong) sum += plain(i, wrong);
    return sum;
  }

  Random random;
  ScoreTable scores;
  std::vector<std::uint16_t> labels;
  PairWeights mu{{}, 0};
};

std::vector<double> pulls_of(const PairWeights& mu, std::size_t c) {
  std::vector<double> pulls;
  mu.pulls(c, pulls);
  return pulls;
}

void expect_near(double found, double expected) { ASSERT_NEAR(found, expected, 1e-9 * expected); }

/// Expects everything that mu says to be what the scores say.
void expect_as_of_scores(const Pairs& pairs) {
  double sum = 0;
  for (std::size_t c = 0; c < pairs.scores.classes(); ++c) {
    const std::vector<double> pulls = pulls_of(pairs.mu, c);
    for (std::size_t i = 0; i < pairs.labels.size(); ++i) {
      expect_near(pairs.mu.at(i, c), pairs.plain(i, c));
      expect_near(pulls[i], pairs.plain_pull(i, c));
      sum += pairs.plain(i, c);
    }
  }
  expect_near(pairs.mu.sum(), sum);
}

/// One block of samples and more than two, none of them full words.
class AnyPairWeights : public testing::TestWithParam<std::tuple<std::size_t, std::size_t>> {
 protected:
  Pairs pairs{std::get<0>(GetParam()), std::get<1>(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(Sizes, AnyPairWeights,
                         testing::Combine(testing::Values(1, 150, 40'001), testing::Values(3, 4, 5)));

TEST_P(AnyPairWeights, AreTheExponentialsOfScoresApart) { expect_as_of_scores(pairs); }

TEST_P(AnyPairWeights, BroughtAlongAreAsIfAssignedAnew) {
  pairs.update(30);
  expect_as_of_scores(pairs);
}

TEST_P(AnyPairWeights, AssignedOnceMoreForgetWhatWas) {
  pairs.update(3);
  pairs.mu.assign(pairs.scores);
  const PairWeights anew = pairs.assigned();
  EXPECT_EQ(pairs.mu.sum(), anew.sum());
  for (std::size_t c = 0; c < pairs.scores.classes(); ++c)
    EXPECT_EQ(pulls_of(pairs.mu, c), pulls_of(anew, c));
}

TEST_P(AnyPairWeights, SumPullsWhereAStumpAnswersAsItShouldAndWhereNot) {
  pairs.update(5);
  const SampleBits answers = pairs.random_answers();
  for (std::size_t c = 0; c < pairs.scores.classes(); ++c) {
    double right = 0, wrong = 0;
    for (std::size_t i = 0; i < pairs.labels.size(); ++i) {
      const bool as_it_should = test::bit(answers, i) == (pairs.labels[i] == c);
      (as_it_should ? right : wrong) += pairs.plain_pull(i, c);
    }
    const auto [alike, different] = pairs.mu.agreement(c, answers, pulls_of(pairs.mu, c));
    expect_near(alike, right);
    expect_near(different, wrong);
  }
}

// Eq. 4: the edge of a stump of class c is the sum of mu_iy (delta_{y_i c} - delta_{y c}) h(x_i).
TEST_P(AnyPairWeights, AreSearchedForWithPullsThatWantOwnSamplesAboveAndOthersBelow) {
  pairs.update(5);
  const TargetWeights targets = pairs.mu.targets();
  ASSERT_EQ(targets.samples(), pairs.labels.size());
  ASSERT_EQ(targets.targets(), pairs.scores.classes());
  for (std::size_t i = 0; i < targets.samples(); ++i) {
    for (std::size_t c = 0; c < targets.targets(); ++c) {
      const double pull = pairs.plain_pull(i, c);
      ASSERT_FLOAT_EQ(targets.of(i)[c], static_cast<float>(pairs.labels[i] == c ? pull : -pull));
    }
  }
}

TEST(PairWeights, AreTheSameForAnyNumberOfThreads) {
  const auto all = [] {
    Pairs pairs(50'000, 4);
    pairs.update(10);
    const SampleBits answers = pairs.random_answers();
    std::vector<double> numbers = pulls_of(pairs.mu, 2);
    const auto [alike, different] = pairs.mu.agreement(2, answers, numbers);
    numbers.insert(numbers.end(), {alike, different, pairs.mu.sum()});
    return numbers;
  };
  EXPECT_EQ(test::with_threads(1, all), test::with_threads(3, all));
}

}  // namespace
}  // namespace ocelli::internal::pair_weights_test
