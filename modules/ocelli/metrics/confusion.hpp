#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ocelli::internal {

/// Counts of samples by true class and predicted label.
///
/// Cost  classes^2 counts.
class ConfusionMatrix {
 public:
  explicit ConfusionMatrix(std::vector<std::string> classes);

  /// Counts one sample. Throws Error(Kind::usage) for an unknown class.
  void add(std::size_t truth, std::size_t label);

  const std::vector<std::string>& classes() const { return classes_; }
  std::size_t count(std::size_t truth, std::size_t label) const {
    return counts_[truth * classes_.size() + label];
  }
  std::size_t samples() const;
  std::size_t errors() const;
  /// Errors divided by samples; 0 without samples.
  double error_rate() const;

  /// The number of samples of the class, and of samples predicted as the class.
  std::size_t truths(std::size_t of_class) const;
  std::size_t labels(std::size_t of_class) const;
  /// True positives divided by samples of the class; 0 without any.
  double recall(std::size_t of_class) const;
  /// True positives divided by samples predicted as the class; 0 without any.
  double precision(std::size_t of_class) const;
  /// The harmonic mean of recall and precision; 0 if the class has neither samples nor predictions.
  double f1(std::size_t of_class) const;

 private:
  std::vector<std::string> classes_;
  std::vector<std::size_t> counts_;  ///< row by row, one row per true class
};

/// "47 of 10000 wrong: error 0.47 %".
std::string error_text(std::size_t errors, std::size_t samples);

/// The matrix as text: a row per class with its counts by label (a dot for none) and its recall, then the
/// precision of each label.
std::string to_text(const ConfusionMatrix& matrix);

}  // namespace ocelli::internal
