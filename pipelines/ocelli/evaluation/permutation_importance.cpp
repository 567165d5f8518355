#include "ocelli/evaluation/permutation_importance.hpp"

#include <algorithm>
#include <functional>
#include <span>

#include "ocelli/core/random.hpp"
#include "ocelli/evaluation/class_truths.hpp"

namespace ocelli::internal {
namespace {

/// The truths are numbers of the classifier's classes, which may differ from those of the samples.
double error_share(const Classifier& classifier, const Samples& samples,
                   std::span<const std::uint16_t> truths) {
  const std::vector<Classification> given = classifier.classify(samples);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i].label() != truths[i]) ++wrong;
  return static_cast<double>(wrong) / static_cast<double>(std::max<std::size_t>(given.size(), 1));
}

/// The mean error with these values permuted.
double error_without(const Classifier& classifier, const Samples& samples,
                     std::span<const std::uint16_t> truths, Eigen::Index first, Eigen::Index values,
                     std::size_t times, std::uint64_t seed) {
  Samples dealt = samples;
  double sum = 0;
  for (std::size_t t = 0; t < times; ++t) {
    const std::vector<std::uint32_t> order =
        permutation(static_cast<std::uint32_t>(samples.count()), hash(seed, {t}));
    for (Eigen::Index i = 0; i < samples.values.rows(); ++i)
      dealt.values.row(i).segment(first, values) =
          samples.values.row(order[static_cast<std::size_t>(i)]).segment(first, values);
    sum += error_share(classifier, dealt, truths);
  }
  return sum / static_cast<double>(times);
}

}  // namespace

std::vector<ColumnImportance> permutation_importance(const Classifier& classifier, const Samples& samples,
                                                     const TableColumns& table, std::size_t times,
                                                     std::uint64_t seed) {
  const std::vector<std::uint16_t> truths = numbered_or_unknown(true_names(samples), classifier.classes());
  const double error = error_share(classifier, samples, truths);
  std::vector<ColumnImportance> all;
  std::size_t input = 0;
  Eigen::Index first = 0;
  for (std::size_t c = 0; c < table.roles.size(); ++c) {
    if (table.roles[c] != ColumnRole::input) continue;
    const auto values = static_cast<Eigen::Index>(table.values(input));
    const double without =
        error_without(classifier, samples, truths, first, values, times, hash(seed, {input}));
    all.push_back(
        {table.names.empty() ? "column " + std::to_string(c + 1) : table.names[c], without - error});
    ++input;
    first += values;
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &ColumnImportance::rise);
  return all;
}

}  // namespace ocelli::internal
