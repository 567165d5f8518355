#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// The sums over samples by bins that dominate the growing of trees. Written once with Highway, compiled for
/// every instruction set, chosen at run time.
namespace ocelli::internal::histogram_kernel {

/// Rows of weights are padded with zeros to a multiple of this.
inline constexpr std::size_t kPadding = 8;

/// A row of weights a sample: one a target, signed; then the sum of their absolute values, a 1 (what it adds
/// up to is the number of samples), and padding.
struct RowLayout {
  std::size_t targets = 0;

  std::size_t total() const { return targets; }
  std::size_t count() const { return targets + 1; }
  /// Floats from one row to the next.
  std::size_t stride() const { return (targets + 2 + kPadding - 1) / kPadding * kPadding; }
};

/// What histograms are made of: the bins of all columns and the weights of each sample, a row each.
struct BinnedRows {
  const std::uint8_t* codes = nullptr;
  std::size_t columns = 0;
  const float* weights = nullptr;
  std::size_t stride = 0;  ///< a multiple of kPadding
  std::size_t bins = 0;
};

/// Adds the rows of these samples to the histograms of some columns: cell (c, b) of `histograms` (columns x
/// bins x stride) gets those whose bin in columns[c] is b, sample after sample.
/// Cost  an addition a sample,
/// column and float of a row.
void add_rows(const BinnedRows& rows, std::span<const std::uint32_t> samples,
              std::span<const std::uint32_t> columns, std::span<float> histograms);

/// from -= part, each.
void subtract(std::span<const float> part, std::span<float> from);

/// Where to split a column in two, and what that gains.
struct Split {
  float gain = 0;  ///< 0: nowhere
  std::uint32_t bin = 0;

  friend bool operator==(const Split&, const Split&) = default;
};

/// The split of one column after bin b that most raises the sum over both sides of |signed weights|^2 / (1 +
/// absolute weights), as far as both have at least `least` samples; ties go to the lower bin.
///
/// `histogram` has bins x stride floats, and `totals`, their sums over bins, `stride`.
Split best_split(std::span<const float> histogram, std::span<const float> totals, const RowLayout& layout,
                 float min);

}  // namespace ocelli::internal::histogram_kernel
