#include "ocelli/recognition/shapley_values.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "recognition/classifiers.hpp"
#include "recognition/random_trees.hpp"

namespace ocelli::internal::shapley_values_test {
namespace {

constexpr std::size_t kInputs = 6, kColumns = 4;
/// The second column has two values, and the last one, too.
const std::vector<std::uint32_t> kOwners = {0, 1, 1, 2, 3, 3};

SampleValues background() { return test::normal_values(5, kInputs, 77); }

/// v(S): the mean scores of the sample's values in the columns of a set, and background values elsewhere.
Eigen::VectorXd mean_scores(const Classifier& classifier, std::span<const float> sample, unsigned set) {
  const SampleValues others = background();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(classifier.classes().size()));
  for (Eigen::Index b = 0; b < others.rows(); ++b) {
    std::vector<float> mixed(others.row(b).begin(), others.row(b).end());
    for (std::size_t i = 0; i < kInputs; ++i) {
      if ((set >> kOwners[i] & 1U) != 0) mixed[i] = sample[i];
    }
    std::vector<float> scores(classifier.classes().size());
    classifier.scores(mixed, scores);
    sum += Eigen::Map<const Eigen::VectorXf>(scores.data(), sum.size()).cast<double>();
  }
  return sum / static_cast<double>(others.rows());
}

/// The definition: the mean change over all orders of the columns.
Eigen::MatrixXd by_definition(const Classifier& classifier, std::span<const float> sample) {
  Eigen::MatrixXd values =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(classifier.classes().size()), kColumns);
  for (unsigned set = 0; set < 1U << kColumns; ++set) {
    const Eigen::VectorXd without = mean_scores(classifier, sample, set);
    const auto size = static_cast<double>(std::popcount(set));
    const double weight = std::tgamma(size + 1) * std::tgamma(kColumns - size) / std::tgamma(kColumns + 1.0);
    for (unsigned j = 0; j < kColumns; ++j) {
      if ((set >> j & 1U) == 0)
        values.col(j) += weight * (mean_scores(classifier, sample, set | 1U << j) - without);
    }
  }
  return values;
}

FeatureSet all_kinds(const Samples& rows) {
  return CombinedFeatures({{test::random_trees(kInputs, 20, 3)},
                           {ProductFeatures::all(rows)},
                           {LinearFeatures::all(rows)},
                           {StumpFeatures(kInputs, {{0, 0.2F}, {2, -0.4F}, {5, 0}})}});
}

TEST(ShapleyValues, EqualTheDefinition) {
  const Samples rows = test::random_samples(10, kInputs, 3, 1);
  for (const FeatureSet& features :
       {FeatureSet(test::random_trees(kInputs, 30, 1)), FeatureSet(ProductFeatures::all(rows)),
        FeatureSet(LinearFeatures::all(rows)), FeatureSet(StumpFeatures(kInputs, {{1, 0.1F}, {4, 0}})),
        all_kinds(rows)}) {
    SCOPED_TRACE(kind(features));
    const Classifier classifier = test::random_classifier(features, 3);
    const ShapleyValues values(classifier, kOwners, background());
    for (std::size_t i = 0; i < rows.count(); ++i) {
      const Eigen::MatrixXd expected = by_definition(classifier, rows.row(i));
      EXPECT_LE((values.of(rows.row(i)) - expected).cwiseAbs().maxCoeff(), 2e-5);
    }
  }
}

TEST(ShapleyValues, SumToTheScores) {
  const Samples rows = test::random_samples(10, kInputs, 3, 2);
  const Classifier classifier = test::random_classifier(all_kinds(rows), 3);
  const ShapleyValues values(classifier, kOwners, background());
  for (std::size_t i = 0; i < rows.count(); ++i) {
    std::vector<float> scores(3);
    classifier.scores(rows.row(i), scores);
    const Eigen::VectorXd sums = values.base() + values.of(rows.row(i)).rowwise().sum();
    for (Eigen::Index k = 0; k < 3; ++k)
      EXPECT_NEAR(sums[k], static_cast<double>(scores[static_cast<std::size_t>(k)]), 1e-4);
  }
}

TEST(ShapleyValues, NameThePartsThatHaveNone) {
  const Samples rows = test::random_samples(30, kInputs, 3, 1);
  const FeatureSet features = CombinedFeatures(
      {{test::random_trees(kInputs, 3, 3)}, {gaussian_candidates(rows, {.anchors = 10, .width = 0.7})}});
  test::expect_error([&] { ShapleyValues(test::random_classifier(features, 2), kOwners, background()); },
                     Kind::usage, "its scores include gaussians");
  test::expect_error(
      [&] {
        ShapleyValues(test::random_classifier(LinearFeatures::all(rows), 2), kOwners, SampleValues(0, 6));
      },
      Kind::input, "no background rows");
}

}  // namespace
}  // namespace ocelli::internal::shapley_values_test
