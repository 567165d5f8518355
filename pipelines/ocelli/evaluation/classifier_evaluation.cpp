#include "ocelli/evaluation/classifier_evaluation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "ocelli/core/parallel.hpp"
#include "ocelli/evaluation/class_truths.hpp"

namespace ocelli::internal {
namespace {

/// The mean of -log of the probability of each sample's true class; none if the classifier has no
/// probabilities.
std::optional<double> log_loss_of(const Classifier& classifier, std::span<const Classification> given,
                                  std::span<const std::uint16_t> truths) {
  if (classifier.temperature() == 0 || given.empty()) return std::nullopt;
  double sum = 0;
  std::size_t known = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (truths[i] >= classifier.classes().size()) continue;
    ++known;
    const std::vector<double> shares = classifier.probabilities(given[i]);
    const auto place = std::ranges::find(given[i].ranking, truths[i], &ScoredLabel::label);
    const double share = shares[static_cast<std::size_t>(place - given[i].ranking.begin())];
    sum -= std::log(std::max(share, std::numeric_limits<double>::min()));
  }
  if (known == 0) return std::nullopt;
  return sum / static_cast<double>(known);
}

/// log sum exp(score / temperature) over labels; the first one has the highest score.
double log_sum(std::span<const ScoredLabel> ranking, double temperature) {
  const auto top = static_cast<double>(ranking.front().score);
  double sum = 0;
  for (const ScoredLabel& one : ranking)
    sum += std::exp((static_cast<double>(one.score) - top) / temperature);
  return top / temperature + std::log(sum);
}

/// The log-odds of each label of a classification: log(p / (1 - p)) with p = softmax(scores / temperature),
/// or a temperature of 1 if there is none. Raw scores are unsuitable, because they may include a constant per
/// sample.
void add_log_odds(const Classification& classification, double temperature, std::size_t sample,
                  std::vector<std::vector<float>>& odds) {
  const std::span<const ScoredLabel> ranking(classification.ranking);
  const double unit = temperature > 0 ? temperature : 1;
  const double all = log_sum(ranking, unit), rest = log_sum(ranking.subspan(1), unit);
  odds[ranking.front().label][sample] =
      static_cast<float>(static_cast<double>(ranking.front().score) / unit - rest);
  for (const auto& [label, score] : ranking.subspan(1)) {
    const double own = static_cast<double>(score) / unit;
    odds[label][sample] = static_cast<float>(own - all - std::log1p(-std::exp(own - all)));
  }
}

std::vector<ClassFigures> figures_of(const Classifier& classifier, std::span<const Classification> given,
                                     std::span<const std::uint16_t> truths,
                                     const ConfusionMatrix& confusion) {
  std::vector<std::vector<float>> odds(classifier.classes().size(), std::vector<float>(given.size()));
  for (std::size_t i = 0; i < given.size(); ++i) add_log_odds(given[i], classifier.temperature(), i, odds);
  std::vector<ClassFigures> figures(odds.size());
  parallel_for(std::size_t{0}, figures.size(), [&](std::size_t c) {
    std::vector<bool> is_of_class(given.size());
    for (std::size_t i = 0; i < given.size(); ++i) is_of_class[i] = truths[i] == c;
    figures[c] = {confusion.classes()[c], confusion.truths(c), confusion.precision(c),
                  confusion.recall(c),    confusion.f1(c),     roc_area(odds[c], is_of_class)};
  });
  return figures;
}

/// The classes of the classifier, and one for all labels that it does not know, if there are any.
std::vector<std::string> classes_for(const Classifier& classifier, std::span<const std::uint16_t> truths) {
  std::vector<std::string> classes = classifier.classes();
  if (std::ranges::count(truths, classes.size()) > 0) classes.emplace_back("(unknown)");
  return classes;
}

}  // namespace

ClassifierEvaluation evaluate_classifier(const Classifier& classifier, const Samples& samples) {
  const std::vector<std::string> names = true_names(samples);
  const std::vector<std::uint16_t> truths = numbered_or_unknown(names, classifier.classes());
  const auto begun = std::chrono::steady_clock::now();
  const std::vector<Classification> given = classifier.classify(samples);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;

  ClassifierEvaluation evaluation{ConfusionMatrix(classes_for(classifier, truths)), {}, {}};
  evaluation.log_loss = log_loss_of(classifier, given, truths);
  evaluation.seconds = taken.count();
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::uint16_t truth = truths[i], label = given[i].label();
    if (truth == classifier.classes().size() && evaluation.unknown++ == 0)
      evaluation.first_unknown = names[i];
    evaluation.confusion.add(truth, label);
    evaluation.answers.push_back({given[i].margin(), label == truth});
    if (classifier.temperature() > 0)
      evaluation.probable.push_back(
          {static_cast<float>(classifier.probabilities(given[i]).front()), label == truth});
    if (label != truth)
      evaluation.misread.push_back(
          {i, names[i], classifier.classes()[label], given[i].score(), given[i].margin()});
  }
  evaluation.figures = figures_of(classifier, given, truths, evaluation.confusion);
  return evaluation;
}

}  // namespace ocelli::internal
