#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/features/tabular/tree_features.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

struct InputBinning {
  std::size_t bins = 64;   ///< maximum per column, 2 to 255
  std::size_t pairs = 0;   ///< number of columns that are sums or differences of two inputs
  std::uint64_t seed = 1;  ///< of the random pairs
};

/// A set of a column's bins.
using ColumnBins = std::bitset<256>;

/// The binned columns that trees are grown on: the inputs, and sums or differences of random pairs of inputs,
/// each input in units of its standard deviation. A tree that splits on such pairs has oblique boundaries.
///
/// Missing values can go either way at each branch. An input followed by its missing-value indicator
/// (TableColumns::missing_marks) has two additional columns, where missing values lie below and above all
/// numbers. The indicator is recognized by its values: it contains only 0 and 1. Where it is 1, the input
/// before it always has the same value, the replacement. That input also has values other than 0 and 1.
///
/// Three or more neighboring 0/1 inputs are the values of a category if no sample has two of them at 1. They
/// share one column instead of one each: bin 0 means none of them, bin i + 1 means the i-th. Trees split the
/// column by any subset of its values. A category with more values than bins has several such columns.
///
/// If a column has more values than bins, the bins contain about equally many samples (of at most 20,000,
/// evenly spaced). Otherwise each value has its own bin. The result is the same for any number of threads.
/// Memory  one byte per sample and column.
/// Cost    one sort per column, in parallel.
class BinnedInputs {
 public:
  /// Bins of the first `count` samples. Pairs exclude constant inputs.
  BinnedInputs(const Samples& samples, std::size_t count, const InputBinning& options);

  std::size_t samples() const { return count_; }
  std::size_t columns() const { return columns_.size(); }
  std::size_t bins() const { return bins_; }
  /// The bins of all samples, one row per sample.
  std::span<const std::uint8_t> codes() const { return codes_; }
  std::uint8_t code(std::size_t sample, std::size_t column) const {
    return codes_[sample * columns() + column];
  }
  /// Whether a column's bins are unordered.
  bool is_category(std::size_t column) const { return columns_[column].values > 1; }
  /// Branches, not linked yet, that together separate the bins of `above` from all others. Every branch's
  /// above end leads to the samples in `above`. Each branch's below end continues with the next branch, and
  /// the last one's leads to all other samples. Each branch of a category tests two of its values.
  /// Requires  for a numeric column, all bins from some bin on, except the first; for a category, at least
  /// one bin, without bin 0.
  std::vector<TreeBranch> branches(std::size_t column, const ColumnBins& above) const;

 private:
  struct Column {
    TreeBranch test;  ///< of a category: of its first value
    std::size_t values = 1;
    std::vector<float> thresholds = {};  ///< bin b ends below the b-th threshold
  };
  void bin(std::size_t column, const Samples& samples);
  void bin_category(std::size_t column, const Samples& samples);

  std::size_t count_, bins_;
  std::vector<Column> columns_;
  std::vector<std::uint8_t> codes_;
};

}  // namespace ocelli::internal
