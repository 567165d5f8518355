#include "ocelli/evaluation/classifier_evaluation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "ocelli/evaluation/class_truths.hpp"

namespace ocelli {
namespace {

/// The mean of -log of the probability of each sample's true class; none where the classifier has no probabilities.
std::optional<double> log_loss_of(const Classifier& classifier, std::span<const Classification> given,
                                  std::span<const std::uint16_t> truths) {
  if (classifier.temperature() == 0 || given.empty()) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::vector<double> shares = classifier.probabilities(given[i]);
    const auto place = std::ranges::find(given[i].ranking, truths[i], &ScoredLabel::label);
    const double share = shares[static_cast<std::size_t>(place - given[i].ranking.begin())];
    sum -= std::log(std::max(share, std::numeric_limits<double>::min()));
  }
  return sum / static_cast<double>(given.size());
}

}  // namespace

ClassifierEvaluation evaluate_classifier(const Classifier& classifier, const Samples& samples,
                                         const std::string& where) {
  const std::vector<std::uint16_t> truths = numbered(true_names(samples), classifier.classes(), where);
  const auto begun = std::chrono::steady_clock::now();
  const std::vector<Classification> given = classifier.classify(samples);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;

  ClassifierEvaluation evaluation{
      ConfusionMatrix(classifier.classes()), {}, {}, log_loss_of(classifier, given, truths), taken.count()};
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::uint16_t truth = truths[i], label = given[i].label();
    evaluation.confusion.add(truth, label);
    evaluation.answers.push_back({given[i].margin(), label == truth});
    if (label != truth)
      evaluation.misread.push_back(
          {i, classifier.classes()[truth], classifier.classes()[label], given[i].score(), given[i].margin()});
  }
  return evaluation;
}

}  // namespace ocelli
