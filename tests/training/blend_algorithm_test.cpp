#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/training/classifier_training.hpp"

namespace ocelli::internal::blend_algorithm_test {
namespace {

std::unique_ptr<ClassifierAlgorithm> blend_of(const std::string& members) {
  auto algorithm = classifier_algorithm("blend");
  algorithm->option_table().at(0).set(members);
  return algorithm;
}

Samples rings() {
  Samples samples = test::random_samples(120, 3, 2, 5);
  for (std::size_t i = 0; i < samples.count(); ++i) {
    const auto row = samples.row(i);
    samples.labels[i] = row[0] * row[0] + row[1] * row[1] > 1.4F ? 1 : 0;
  }
  return samples;
}

Classifier trained(ClassifierAlgorithm& algorithm) {
  return train_classifier(algorithm, rings(), {}, {}).classifier;
}

TEST(BlendAlgorithm, AddsTheScoresOfItsMembers) {
  const Classifier blend =
      trained(*blend_of("0.5 trees leaves=4 rounds=20; 2 shareboost features=stumps rounds=10"));
  const auto trees = classifier_algorithm("trees"), stumps = classifier_algorithm("shareboost");
  const auto set = [](ClassifierAlgorithm& algorithm, const std::string& name, const std::string& value) {
    for (const Option& option : algorithm.option_table())
      if (option.name == name) option.set(value);
  };
  set(*trees, "leaves", "4");
  set(*trees, "rounds", "20");
  set(*stumps, "features", "stumps");
  set(*stumps, "rounds", "10");
  const SampleValues sum = 0.5F * trained(*trees).scores(rings()) + 2 * trained(*stumps).scores(rings());
  EXPECT_TRUE(blend.scores(rings()).isApprox(sum, 1e-4F));
}

TEST(BlendAlgorithm, GivesItsSeedToMembersWithoutOne) {
  const auto blend = [](const std::string& members, const std::string& seed) {
    const auto algorithm = blend_of(members);
    algorithm->option_table().at(1).set(seed);
    return trained(*algorithm).scores(rings());
  };
  const std::string trees = "1 trees rounds=5 tree-columns=2",
                    stumps = "1 shareboost features=stumps rounds=5";
  EXPECT_EQ(blend(trees + "; " + stumps, "7"), blend(trees + " seed=7; " + stumps, "1"));
  EXPECT_NE(blend(trees + "; " + stumps, "7"), blend(trees + "; " + stumps, "1"));
}

TEST(BlendAlgorithm, NamesWhatIsWrongWithItsMembers) {
  const auto refused = [](const std::string& members, const std::string& part) {
    test::expect_error([&] { blend_of(members)->validate(); }, Kind::usage, part);
  };
  refused("", "at least two members");
  refused("1 trees", "at least two members");
  refused("1 trees; x shareboost", "expected a number");
  refused("1 trees; -1 shareboost", "weights must be above 0");
  refused("1 trees; 1 forest", "unknown algorithm");
  refused("1 trees; 1 blend", "blends or chooses itself");
  refused("1 trees; 1 auto", "blends or chooses itself");
  refused("1 trees; 1 shareboost leaves=4", "options of shareboost");
  refused("1 trees leaves; 1 shareboost", "options of trees");
  refused("1 trees leaves=1; 1 shareboost", "leaves");
}

TEST(BlendAlgorithm, SaysInTheCardWhatItIsMadeOf) {
  const auto automatic = classifier_algorithm("auto");
  const ClassifierModel model = train_classifier(*automatic, rings(), {}, {});
  if (!model.card.description.starts_with("Blend")) GTEST_SKIP() << "one classifier was best here";
  const auto members =
      std::ranges::find(model.card.options, "members", [](const auto& option) { return option.first; });
  ASSERT_NE(members, model.card.options.end());
  const Classifier again = trained(*blend_of(members->second));
  EXPECT_TRUE(again.scores(rings()).isApprox(model.classifier.scores(rings()), 1e-4F));
}

}  // namespace
}  // namespace ocelli::internal::blend_algorithm_test
