#include "ocelli/evaluation/classifier_evaluation.hpp"

#include <chrono>
#include <cstdint>

#include "ocelli/evaluation/class_truths.hpp"

namespace ocelli {

ClassifierEvaluation evaluate_classifier(const Classifier& classifier, const Samples& samples,
                                         const std::string& where) {
  const std::vector<std::uint16_t> truths = numbered(true_names(samples), classifier.classes(), where);
  const auto begun = std::chrono::steady_clock::now();
  const std::vector<Classification> given = classifier.classify(samples);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;

  ClassifierEvaluation evaluation{ConfusionMatrix(classifier.classes()), {}, {}, taken.count()};
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
