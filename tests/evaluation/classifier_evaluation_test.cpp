#include "ocelli/evaluation/classifier_evaluation.hpp"

#include <gtest/gtest.h>

namespace ocelli::internal::classifier_evaluation_test {
namespace {

/// Each class has an input of its own, and the last input counts for all of them, which decides nothing.
Classifier three_classes() {
  ScoreWeights weights = ScoreWeights::Zero(3, 5);
  weights.leftCols(3).setIdentity();
  weights.col(3).setOnes();
  return Classifier({.features = LinearFeatures(std::vector<InputRange>(4, {0, 100}), {0, 1, 2, 3}),
                     .weights = weights,
                     .classes = {"a", "b", "c"}});
}

/// Of the classes a, b, c in turn, each with 20 in its own input.
Samples in_turn(Eigen::Index count) {
  Samples samples{
      .values = SampleValues::Zero(count, 4), .shape = {}, .labels = {}, .classes = {"a", "b", "c"}};
  for (Eigen::Index i = 0; i < count; ++i) {
    samples.values(i, i % 3) = 20;
    samples.values(i, 3) = static_cast<float>(i * 37 % 100);
    samples.labels.push_back(static_cast<std::uint16_t>(i % 3));
  }
  return samples;
}

TEST(ClassifierEvaluation, RanksByWhatAScoreIsAboveThoseOfOtherClasses) {
  const ClassifierEvaluation evaluation = evaluate_classifier(three_classes(), in_turn(30));
  ASSERT_EQ(evaluation.figures.size(), 3u);
  for (const ClassFigures& figures : evaluation.figures) {
    EXPECT_EQ(figures.auc, 1) << "whatever is added to all scores of a sample";
    EXPECT_EQ(figures.samples, 10u);
    EXPECT_EQ(figures.f1, 1);
  }
}

TEST(ClassifierEvaluation, HasTheFiguresOfEachClass) {
  Samples samples = in_turn(12);
  samples.labels[0] = 1;
  const ClassifierEvaluation evaluation = evaluate_classifier(three_classes(), samples);
  const ClassFigures &a = evaluation.figures[0], &b = evaluation.figures[1];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.precision, 0.75);
  EXPECT_EQ(a.recall, 1);
  EXPECT_EQ(b.recall, 0.8);
  EXPECT_EQ(b.samples, 5u);
  // Of 5 x 7 pairs, that sample is level with four of class c and below three of class a.
  EXPECT_NEAR(*b.auc, (4 * 7 + 4 * 0.5) / 35, 0.05);
  EXPECT_EQ(evaluation.figures[2].auc, 1);
}

TEST(ClassifierEvaluation, CountsLabelsThatTheModelDoesNotKnowAsErrors) {
  Samples samples = in_turn(12);
  samples.classes.emplace_back("d");
  samples.labels[0] = 3;
  const ClassifierEvaluation evaluation = evaluate_classifier(three_classes(), samples);
  EXPECT_EQ(evaluation.confusion.errors(), 1u);
  EXPECT_EQ(evaluation.unknown, 1u);
  EXPECT_EQ(evaluation.first_unknown, "d");
  EXPECT_EQ(evaluation.misread.at(0).truth, "d");
  EXPECT_EQ(evaluation.figures.size(), 3u);
}

TEST(ClassifierEvaluation, HasNoAreaOfAClassWithoutSamples) {
  Samples samples = in_turn(12);
  for (std::uint16_t& label : samples.labels) label = label == 2 ? 0 : label;
  const ClassifierEvaluation evaluation = evaluate_classifier(three_classes(), samples);
  EXPECT_FALSE(evaluation.figures[2].auc.has_value());
  EXPECT_TRUE(evaluation.figures[0].auc.has_value());
}

}  // namespace
}  // namespace ocelli::internal::classifier_evaluation_test
