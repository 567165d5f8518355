#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/boosting/shareboost/softmax_loss.hpp"

/// The two products that dominate training time: byte columns times a table of floats, for a run of samples.
/// Written once with Highway, compiled for every instruction set, chosen at run time.
namespace ocelli::internal::column_kernel {

/// A block of samples of the columns: column j's bytes are at columns[j] + first .. first + count - 1.
struct Block {
  std::span<const std::uint8_t* const> columns;
  std::size_t first = 0, count = 0;
};

/// gradient[c * columns + j] += sum over the block's samples of byte_ij * table_ci.
/// Cost  one multiply-add per column, class and sample; the columns' bytes are read once per five classes.
void add_gradients(const Block& block, const ClassTable& table, std::span<float> gradient);

/// scores_ci += sum_j weights[c * columns + j] * byte_ij for the block's samples.
/// Cost  the same.
void add_scores(const Block& block, std::span<const float> weights, ClassTable& scores);

}  // namespace ocelli::internal::column_kernel

/// The vector code that finds thresholds for many functions at once. Written once with Highway, compiled for
/// every instruction set, chosen at run time.
namespace ocelli::internal::row_histogram {

/// sums[bytes[p] * width + d] += rows[p * width + d] for every p and d < width, p ascending.
/// Cost  one addition per number; rows are read once.
void add_rows(std::span<const std::uint8_t> bytes, const float* rows, std::size_t width, float* sums);

}  // namespace ocelli::internal::row_histogram
