#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/features/tabular/tree_features.hpp"

namespace ocelli {

struct InputBinning {
  std::size_t bins = 64;   ///< at most, of each column: 2 to 255
  std::size_t pairs = 0;   ///< sums and differences of two inputs that are columns as well
  std::uint64_t seed = 1;  ///< of the pairs
};

/// The columns that trees are grown on, in bins: the inputs, and sums or differences of pairs of inputs drawn at random, each in
/// units of its standard deviation. A tree that splits by them has oblique boundaries.
///
/// Missing values get a direction in each branch: an input that is followed by the mark of its missing values (TableColumns::missing_marks) has
/// two columns more, in which what is missing lies below and above all numbers. Such a mark is known by its values: 0 and 1 alone, and where
/// it is 1 the input before it, which has other values than 0 and 1 as well, has one value, the replacement.
///
/// Where a column has more values than bins, bins hold about equally many samples (of at most 20,000, evenly taken);
/// otherwise each value has its own.
/// Memory  a byte a sample and column. Cost  a sort a column, in parallel. The same for any number of threads.
class BinnedInputs {
 public:
  /// Of the first `count` samples. Inputs that are the same everywhere are in no pair.
  BinnedInputs(const Samples& samples, std::size_t count, const InputBinning& options);

  std::size_t samples() const { return count_; }
  std::size_t columns() const { return columns_.size(); }
  std::size_t bins() const { return bins_; }
  /// All samples' bins, a row a sample.
  std::span<const std::uint8_t> codes() const { return codes_; }
  std::uint8_t code(std::size_t sample, std::size_t column) const {
    return codes_[sample * columns() + column];
  }
  /// A branch, still without children, that goes below exactly for the samples in bins 0 .. bin. Requires  a bin that is not the
  /// column's last.
  TreeBranch branch(std::size_t column, std::size_t bin) const;

 private:
  struct Column {
    TreeBranch test;
    std::vector<float> thresholds;  ///< bin b ends below the b-th
  };
  void bin(std::size_t column, const Samples& samples);

  std::size_t count_, bins_;
  std::vector<Column> columns_;
  std::vector<std::uint8_t> codes_;
};

}  // namespace ocelli
