#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/evaluation/misread_sheet.hpp"
#include "ocelli/metrics/class_figures.hpp"
#include "ocelli/metrics/confusion.hpp"
#include "ocelli/metrics/reject_curve.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The classifications of labeled samples.
struct ClassifierEvaluation {
  ConfusionMatrix confusion;
  std::vector<GradedAnswer> answers;
  std::vector<Misread> misread;
  /// The mean of -log of the true class's probability; only for classifiers with probabilities.
  std::optional<double> log_loss = {};
  /// With the probability of the predicted label instead of the margin; empty for classifiers without
  /// probabilities.
  std::vector<GradedAnswer> probable = {};
  std::size_t unknown = 0;  ///< labels that are no class of the classifier; they are errors
  std::string first_unknown = {};
  double seconds = 0;  ///< to classify all samples
  /// Of each class. The area is for its log-odds against all other classes.
  std::vector<ClassFigures> figures = {};

  double samples_per_second() const { return static_cast<double>(answers.size()) / seconds; }
};

/// Classifies all samples, on all threads. A label that is not a class of the classifier counts as an error,
/// in one more class of the confusion matrix, but not in the log loss. Throws  as Classifier::classify().
ClassifierEvaluation evaluate_classifier(const Classifier& classifier, const Samples& samples);

}  // namespace ocelli::internal
