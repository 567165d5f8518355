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

/// A classifier that a method has learned.
struct LearnedClassifier {
  std::function<std::vector<std::uint16_t>(const Samples&)> labels;
  std::size_t parts = 0;    ///< what a label takes: features, trees, support vectors
  std::size_t samples = 0;  ///< learned from; fewer than there are where all of them would take too long
};

/// A method with its options settled.
struct SettledMethod {
  std::string options;  ///< as a person would write them
  std::function<LearnedClassifier(const Samples& training)> train;
};

/// A way to learn classifiers under comparison: it chooses options by its errors on the test parts of
/// `choosing`, of what it learns from their training parts: one or several partings of the training samples
/// alone. It is then trained on all of these. Uses one thread where cv::setNumThreads() and
/// tbb::global_control say so. The same for the same seed.
struct ClassifierMethod {
  std::string name;
  std::string library;  ///< whose it is
  std::string part;     ///< of what LearnedClassifier::parts are: "features", "trees", "support vectors"
  std::function<SettledMethod(std::span<const Parts> choosing, std::uint64_t seed)> choose;
};

/// The place of the smallest value, the first of several.
/// Requires  one at least.
template <class Values>
std::size_t place_of_min(const Values& values) {
  return static_cast<std::size_t>(std::ranges::min_element(values) - std::ranges::begin(values));
}

/// Adds what was measured after each round to the sums of others; where it ended early, its last value goes
/// on.
template <class Number>
void add_path(const std::vector<Number>& path, std::vector<Number>& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += path[std::min(i, path.size() - 1)];
}

/// Samples drawn at random such that samples x inputs x classes, which the time of most methods grows with,
/// stay within a bound; all of them where they do.
Samples within_work(const Samples& samples, double most_work, std::uint64_t seed);

}  // namespace ocelli::internal::bench
