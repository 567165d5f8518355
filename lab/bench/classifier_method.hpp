#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "data_sets.hpp"

namespace ocelli::internal::bench {

/// A trained classifier.
struct LearnedClassifier {
  std::function<std::vector<std::uint16_t>(const Samples&)> labels;
  std::size_t parts = 0;    ///< evaluated per label: features, trees, support vectors
  std::size_t samples = 0;  ///< used for training; fewer than available if all would take too long
};

/// A method with its options chosen.
struct SettledMethod {
  std::string options;  ///< in human-readable form
  std::function<LearnedClassifier(const Samples& training)> train;
};

/// A learning method under comparison. It chooses options by its errors on the test parts of `choosing`,
/// after training on their training parts: one or several splits of the training samples alone. It is then
/// trained on all of these. Uses one thread if cv::setNumThreads() and tbb::global_control are set so.
/// Deterministic for a seed.
struct ClassifierMethod {
  std::string name;
  std::string library;  ///< the library that it belongs to
  std::string part;     ///< the noun for LearnedClassifier::parts: "features", "trees", "support vectors"
  std::function<SettledMethod(std::span<const Parts> choosing, std::uint64_t seed)> choose;
};

/// The index of the smallest value, the first of several.
/// Requires  at least one value.
template <class Values>
std::size_t place_of_min(const Values& values) {
  return static_cast<std::size_t>(std::ranges::min_element(values) - std::ranges::begin(values));
}

/// Adds the values measured after each round to the sums of other runs. If it ended early, its last value is
/// repeated.
template <class Number>
void add_path(const std::vector<Number>& path, std::vector<Number>& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += path[std::min(i, path.size() - 1)];
}

/// Randomly drawn samples such that samples x inputs x classes, to which the time of most methods is
/// proportional, stays within a bound; all samples if they do.
Samples within_work(const Samples& samples, double most_work, std::uint64_t seed);

}  // namespace ocelli::internal::bench
