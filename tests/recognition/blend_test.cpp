#include "ocelli/recognition/blend.hpp"

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "recognition/classifiers.hpp"

namespace ocelli::internal::blend_test {
namespace {

const Samples& rows() {
  static const Samples samples = test::random_samples(60, 4, 3, 1);
  return samples;
}

TreeFeatures two_trees() {
  return {4, 3, {{{0, 0, 1, 0, 0.5F, ~0, 1}, {1, 2, 1, -1, 0.25F, ~1, ~2}}, {{3, 3, 1, 0, -0.5F, ~0, ~1}}}};
}

void expect_sum(const Classifier& blend, const std::vector<BlendMember>& members) {
  for (std::size_t i = 0; i < rows().count(); ++i) {
    std::vector<float> sum(3), own(3), of_blend(3);
    for (const auto& [classifier, weight] : members) {
      classifier.scores(rows().row(i), own);
      for (std::size_t k = 0; k < 3; ++k) sum[k] += static_cast<float>(weight) * own[k];
    }
    blend.scores(rows().row(i), of_blend);
    for (std::size_t k = 0; k < 3; ++k) ASSERT_NEAR(of_blend[k], sum[k], 1e-4F);
  }
}

TEST(Blend, ScoresTheWeightedSumOfItsMembers) {
  const std::vector<BlendMember> members = {
      {test::random_classifier(two_trees(), 3), 0.75},
      {test::random_classifier(LinearFeatures::all(rows()), 3), 2},
      {test::random_classifier(
           CombinedFeatures({{ProductFeatures::all(rows())}, {LinearFeatures::all(rows())}}), 3),
       0.125}};
  const Classifier blend = blended(members);
  EXPECT_EQ(columns(blend.features()), 6u + 4 + 6 + 4);
  expect_sum(blend, members);
}

TEST(Blend, KeepsTheOrderOfFeaturesThatAreCombined) {
  const CombinedFeatures all({{ProductFeatures::all(rows())}, {LinearFeatures::all(rows())}});
  const std::vector<std::uint32_t> mixed{9, 1, 6, 0};
  const std::vector<BlendMember> members = {{test::random_classifier(all.select(mixed), 3), 1},
                                            {test::random_classifier(two_trees(), 3), 1}};
  expect_sum(blended(members), members);
}

TEST(Blend, RefusesMembersThatDoNotBelongTogether) {
  const auto refused = [](const std::vector<BlendMember>& members, const std::string& part) {
    test::expect_error([&] { blended(members); }, Kind::model, part);
  };
  const Classifier three = test::random_classifier(LinearFeatures::all(rows()), 3);
  refused({}, "no members");
  refused({{three, 1}, {test::random_classifier(LinearFeatures::all(rows()), 2), 1}}, "different classes");
  const Samples wider = test::random_samples(60, 5, 3, 1);
  refused({{three, 1}, {test::random_classifier(LinearFeatures::all(wider), 3), 1}}, "different sizes");
  refused(std::vector<BlendMember>(9, {three, 1}), "too many parts");
}

}  // namespace
}  // namespace ocelli::internal::blend_test
