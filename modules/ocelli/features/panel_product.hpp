#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ocelli::internal {

/// Inner products of a vector with many fixed rows of several lengths.
///
/// Each product is summed in float in the order of the numbers, on every machine: the kernel's lanes run over
/// the rows, without fused operations.
/// Memory  a copy of the rows; each panel of 32 rows is padded to its longest row.
class PanelProduct {
 public:
  /// Rows are stored consecutively and begin at `begins`, the last of which is the end.
  /// Requires  as many numbers.
  PanelProduct(std::span<const float> numbers, std::span<const std::size_t> begins);

  std::size_t size() const { return size_; }
  /// The number of results: size() plus padding.
  std::size_t stride() const { return lengths_.size() * kRows; }

  /// products[r] = sum of row_r[i] * vector[i].
  /// Requires  a vector as long as the longest row, stride() products.
  /// Cost  one product and one sum per number.
  void multiply(std::span<const float> vector, std::span<float> products) const;

 private:
  static constexpr std::size_t kRows = 32;  ///< per panel: two AVX-512 registers, eight of SSE

  std::size_t size_;
  std::vector<std::size_t> lengths_;  ///< per panel
  std::vector<float> panels_;         ///< number by number, kRows each
};

}  // namespace ocelli::internal
