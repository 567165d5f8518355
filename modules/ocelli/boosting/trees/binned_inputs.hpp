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
  std::size_t bins = 64;   ///< at most, of each column: 2 to 255
  std::size_t pairs = 0;   ///< sums and differences of two inputs that are columns as well
  std::uint64_t seed = 1;  ///< of the pairs
};

/// Bins of a column, each in or out.
using ColumnBins = std::bitset<256>;

/// The columns that trees are grown on, in bins: the inputs, and sums or differences of pairs of inputs drawn
/// at random, each in units of its standard deviation. A tree that splits by them has oblique boundaries.
///
/// Missing values get a direction in each branch: an input that is followed by the mark of its missing values
/// (TableColumns::missing_marks) has two columns more, in which what is missing lies below and above all
/// numbers. Such a mark is known by its values: 0 and 1 alone, and where it is 1 the input before it, which
/// has other values than 0 and 1 as well, has one value, the replacement.
///
/// Neighboring inputs of 0 and 1 of which no sample has two at 1, three or more, are the values of a
/// category: they have one column together instead of one each, in whose bin 0 is what has none of them and
/// in bin i + 1 what has the i-th. Trees split it by any subset of its values. A category of more values than
/// fit into the bins has several such columns.
///
/// Where a column has more values than bins, bins hold about equally many samples (of at most 20,000, evenly
/// taken); otherwise each value has its own. Memory  a byte a sample and column.
/// Cost  a sort a column, in
/// parallel. The same for any number of threads.
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
  /// Whether the order of a column's bins means nothing.
  bool is_category(std::size_t column) const { return columns_[column].values > 1; }
  /// Branches, still without children, that together part the bins of `above` from all others: each that
  /// leads above leads there, and below the last one is what is in other bins. Each branch of a category
  /// tests two of its values.
  /// Requires  of a column of numbers, all bins from one on that is not its first;
  /// of a category not bin 0, and at least one.
  std::vector<TreeBranch> branches(std::size_t column, const ColumnBins& above) const;

 private:
  struct Column {
    TreeBranch test;  ///< of a category, of its first value
    std::size_t values = 1;
    std::vector<float> thresholds = {};  ///< bin b ends below the b-th
  };
  void bin(std::size_t column, const Samples& samples);
  void bin_category(std::size_t column, const Samples& samples);

  std::size_t count_, bins_;
  std::vector<Column> columns_;
  std::vector<std::uint8_t> codes_;
};

}  // namespace ocelli::internal
