#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ocelli::internal::baselines {

/// An output code: bits +1 and -1, one row per class, one column per binary problem.
class OutputCode {
 public:
  /// Random columns, none equal or opposite to another and none constant, as long as such columns exist. Of
  /// several dozen random codes, the one with the largest minimum distance between rows is used.
  /// Requires  at least 2 classes and 1 column.
  OutputCode(std::size_t classes, std::size_t columns, std::uint64_t seed);

  std::size_t classes() const { return classes_; }
  std::size_t columns() const { return bits_.size() / classes_; }
  int at(std::size_t c, std::size_t column) const { return bits_[column * classes_ + c]; }

  /// The minimum Hamming distance between the words of two classes.
  std::size_t distance() const;

  /// 10 log2(classes) columns, or the number of distinct ones if that is smaller: the length of dense random
  /// codes.
  /// Source  Allwein, Schapire and Singer, Reducing multiclass to binary, 2000.
  static std::size_t default_columns(std::size_t classes);

 private:
  std::size_t classes_;
  std::vector<std::int8_t> bits_;
};

/// One new random column: +1 for a random half of the classes, -1 for the others.
std::vector<int> coloring(std::size_t classes, std::uint64_t seed);

}  // namespace ocelli::internal::baselines
