#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// The sums over samples by bin that dominate tree growing. Written once with Highway, compiled for every
/// instruction set, chosen at run time.
namespace ocelli::internal::histogram_kernel {

/// Rows of weights are padded with zeros to a multiple of this.
inline constexpr std::size_t kPadding = 8;

/// The layout of one row of weights per sample: one signed weight per target, the sum of their absolute
/// values, a 1 (which sums to the number of samples), and padding.
struct RowLayout {
  std::size_t targets = 0;

  std::size_t total() const { return targets; }
  std::size_t count() const { return targets + 1; }
  /// Floats from one row to the next.
  std::size_t stride() const { return (targets + 2 + kPadding - 1) / kPadding * kPadding; }
};

/// The input of histograms: the bins of all columns and the weights of each sample, one row per sample.
struct BinnedRows {
  const std::uint8_t* codes = nullptr;
  std::size_t columns = 0;
  const float* weights = nullptr;
  std::size_t stride = 0;  ///< a multiple of kPadding
  std::size_t bins = 0;
};

/// Adds the rows of these samples to the histograms of some columns. Cell (c, b) of `histograms` (columns x
/// bins x stride) sums the rows of samples with bin b in columns[c], in sample order.
/// Cost  one addition per sample, column and float of a row.
void add_rows(const BinnedRows& rows, std::span<const std::uint32_t> samples,
              std::span<const std::uint32_t> columns, std::span<float> histograms);

/// from -= part, element by element.
void subtract(std::span<const float> part, std::span<float> from);

/// Where to split a column in two, and the gain.
struct Split {
  float gain = 0;  ///< 0: no split
  std::uint32_t bin = 0;

  friend bool operator==(const Split&, const Split&) = default;
};

/// The split of one column after bin b that most raises the sum over both sides of |signed weights|^2 / (1 +
/// absolute weights), if both sides have at least `least` samples. Ties go to the lower bin.
///
/// `histogram` has bins x stride floats. `totals` are their sums over bins, `stride` floats.
Split best_split(std::span<const float> histogram, std::span<const float> totals, const RowLayout& layout,
                 float min);

}  // namespace ocelli::internal::histogram_kernel
