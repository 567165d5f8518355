#include "ocelli/boosting/pools/pool_kernels.hpp"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/boosting/pools/column_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::column_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using VF = hn::Vec<F>;

HWY_INLINE VF load_bytes(const std::uint8_t* bytes) {
  const hn::Rebind<std::uint8_t, F> narrow;
  const hn::RebindToSigned<F> whole;
  return hn::ConvertTo(F(), hn::PromoteTo(whole, hn::LoadU(narrow, bytes)));
}

/// Sums of byte * table over the block's samples for `Columns` columns and `Classes` rows of the table.
template <std::size_t Columns, std::size_t Classes>
void gradient_tile(const Block& block, std::size_t column, const std::array<const float*, Classes>& rows,
                   float* gradient, std::size_t class_stride) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  std::array<const std::uint8_t*, Columns> bytes;
  for (std::size_t j = 0; j < Columns; ++j) bytes[j] = block.columns[column + j] + block.first;
  VF sums[Columns][Classes];
  for (auto& of_column : sums) std::fill(std::begin(of_column), std::end(of_column), hn::Zero(d));

  const std::size_t whole = block.count / lanes * lanes;
  for (std::size_t i = 0; i < whole; i += lanes) {
    VF x[Columns];
    for (std::size_t j = 0; j < Columns; ++j) x[j] = load_bytes(bytes[j] + i);
    for (std::size_t c = 0; c < Classes; ++c) {
      const VF r = hn::LoadU(d, rows[c] + i);
      for (std::size_t j = 0; j < Columns; ++j) sums[j][c] = hn::MulAdd(x[j], r, sums[j][c]);
    }
  }
  for (std::size_t j = 0; j < Columns; ++j) {
    for (std::size_t c = 0; c < Classes; ++c) {
      float sum = hn::GetLane(hn::SumOfLanes(d, sums[j][c]));
      for (std::size_t i = whole; i < block.count; ++i) {
        sum += static_cast<float>(bytes[j][i]) * rows[c][i];
      }
      gradient[c * class_stride + column + j] += sum;
    }
  }
}

template <std::size_t Classes>
void gradient_rows(const Block& block, const ClassTable& table, std::size_t first_class, float* gradient) {
  const std::size_t columns = block.columns.size();
  std::array<const float*, Classes> rows;
  for (std::size_t c = 0; c < Classes; ++c) rows[c] = table.of(first_class + c).data() + block.first;
  float* const own = gradient + first_class * columns;
  std::size_t j = 0;
  for (; j + 4 <= columns; j += 4) gradient_tile<4, Classes>(block, j, rows, own, columns);
  for (; j < columns; ++j) gradient_tile<1, Classes>(block, j, rows, own, columns);
}

void AddGradients(const Block& block, const ClassTable& table, std::span<float> gradient) {
  std::size_t c = 0;
  for (; c + 5 <= table.classes(); c += 5) gradient_rows<5>(block, table, c, gradient.data());
  for (; c + 2 <= table.classes(); c += 2) gradient_rows<2>(block, table, c, gradient.data());
  for (; c < table.classes(); ++c) gradient_rows<1>(block, table, c, gradient.data());
}

/// Scores of `Classes` classes for one or two registers of samples.
template <std::size_t Classes, std::size_t Registers>
HWY_INLINE void score_tile(const Block& block, std::size_t at, const float* weights,
                           const std::array<float*, Classes>& rows) {
  const F d;
  const std::size_t lanes = hn::Lanes(d), columns = block.columns.size();
  VF sums[Classes][Registers];
  for (std::size_t c = 0; c < Classes; ++c) {
    for (std::size_t r = 0; r < Registers; ++r) sums[c][r] = hn::LoadU(d, rows[c] + at + r * lanes);
  }
  for (std::size_t j = 0; j < columns; ++j) {
    VF x[Registers];
    for (std::size_t r = 0; r < Registers; ++r) {
      x[r] = load_bytes(block.columns[j] + block.first + at + r * lanes);
    }
    for (std::size_t c = 0; c < Classes; ++c) {
      const VF w = hn::Set(d, weights[c * columns + j]);
      for (std::size_t r = 0; r < Registers; ++r) sums[c][r] = hn::MulAdd(x[r], w, sums[c][r]);
    }
  }
  for (std::size_t c = 0; c < Classes; ++c) {
    for (std::size_t r = 0; r < Registers; ++r) hn::StoreU(sums[c][r], d, rows[c] + at + r * lanes);
  }
}

template <std::size_t Classes>
void score_rows(const Block& block, std::span<const float> weights, std::size_t first_class,
                ClassTable& scores) {
  const std::size_t lanes = hn::Lanes(F()), columns = block.columns.size();
  const float* const own = weights.data() + first_class * columns;
  std::array<float*, Classes> rows;
  for (std::size_t c = 0; c < Classes; ++c) rows[c] = scores.of(first_class + c).data() + block.first;
  std::size_t i = 0;
  for (; i + 2 * lanes <= block.count; i += 2 * lanes) score_tile<Classes, 2>(block, i, own, rows);
  for (; i + lanes <= block.count; i += lanes) score_tile<Classes, 1>(block, i, own, rows);
  for (; i < block.count; ++i) {
    for (std::size_t c = 0; c < Classes; ++c) {
      float sum = rows[c][i];
      for (std::size_t j = 0; j < columns; ++j) {
        sum += own[c * columns + j] * static_cast<float>(block.columns[j][block.first + i]);
      }
      rows[c][i] = sum;
    }
  }
}

void AddScores(const Block& block, std::span<const float> weights, ClassTable& scores) {
  std::size_t c = 0;
  for (; c + 5 <= scores.classes(); c += 5) score_rows<5>(block, weights, c, scores);
  for (; c + 2 <= scores.classes(); c += 2) score_rows<2>(block, weights, c, scores);
  for (; c < scores.classes(); ++c) score_rows<1>(block, weights, c, scores);
}

}  // namespace ocelli::internal::column_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::column_kernel {

HWY_EXPORT(AddGradients);
HWY_EXPORT(AddScores);

void add_gradients(const Block& block, const ClassTable& table, std::span<float> gradient) {
  HWY_DYNAMIC_DISPATCH(AddGradients)(block, table, gradient);
}

void add_scores(const Block& block, std::span<const float> weights, ClassTable& scores) {
  HWY_DYNAMIC_DISPATCH(AddScores)(block, weights, scores);
}

}  // namespace ocelli::internal::column_kernel
#endif  // HWY_ONCE
