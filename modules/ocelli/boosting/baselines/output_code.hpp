#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ocelli::baselines {

/// A code for classes: bits +1 and -1, a row a class, a column a two-class problem.
class OutputCode {
 public:
  /// Random columns, no two alike (nor opposite) and none the same for all classes, as long as there are such; of some
  /// dozens of random codes the one whose rows are farthest apart at the least.
  /// Requires  2 classes, 1 column at the least.
  OutputCode(std::size_t classes, std::size_t columns, std::uint64_t seed);

  std::size_t classes() const { return classes_; }
  std::size_t columns() const { return bits_.size() / classes_; }
  int at(std::size_t c, std::size_t column) const { return bits_[column * classes_ + c]; }

  /// Columns that two classes differ in, at the least.
  std::size_t distance() const;

  /// 10 log2(classes) columns, or as many different ones as there are: what dense random codes take.
  /// Source  Allwein, Schapire and Singer, Reducing multiclass to binary, 2000.
  static std::size_t usual_columns(std::size_t classes);

 private:
  std::size_t classes_;
  std::vector<std::int8_t> bits_;
};

}  // namespace ocelli::baselines
