#include "ocelli/boosting/pools/dense_pool.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>

#include "ocelli/boosting/pools/pool_kernels.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

// Per task. The task's part of the residuals is read this many times from the cache.
constexpr std::size_t kColumns = 64;
constexpr std::size_t kSamples = 4096;  // summed in float; across such blocks in double

std::vector<double> class_sums(const ClassTable& residuals) {
  std::vector<double> sums;
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    const auto row = residuals.of(c);
    sums.push_back(std::accumulate(row.begin(), row.end(), 0.0));
  }
  return sums;
}

/// sum_i byte_ij r_ci of the given columns, classes x columns.
std::vector<double> byte_gradients(std::span<const std::uint8_t* const> columns,
                                   const ClassTable& residuals) {
  std::vector<double> sums(residuals.classes() * columns.size());
  std::vector<float> part(sums.size());
  for (std::size_t first = 0; first < residuals.samples(); first += kSamples) {
    const std::size_t count = std::min(kSamples, residuals.samples() - first);
    std::ranges::fill(part, 0.0f);
    column_kernel::add_gradients({columns, first, count}, residuals, part);
    std::ranges::transform(sums, part, sums.begin(), std::plus());
  }
  return sums;
}

}  // namespace

DensePool::DensePool(const BinnedResponses& responses, std::size_t width)
    : responses_(responses), width_(width) {
  require(width >= 1 && responses.features() % width == 0, Kind::usage,
          [&] { return "the number of columns is not a multiple of " + std::to_string(width); });
}

std::vector<Candidate> DensePool::leaders(const ClassTable& residuals, std::size_t count,
                                          std::span<const std::uint64_t> taken) const {
  const std::vector<double> sums = class_sums(residuals);
  std::vector<double> norms(responses_.features());
  parallel_for(std::size_t{0}, (norms.size() + kColumns - 1) / kColumns, [&](std::size_t block) {
    const std::size_t first = block * kColumns;
    std::vector<const std::uint8_t*> columns(std::min(kColumns, norms.size() - first));
    for (std::size_t j = 0; j < columns.size(); ++j) columns[j] = responses_.of(first + j).data();
    const std::vector<double> gradients = byte_gradients(columns, residuals);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      // The value of byte b is zero + step b.
      const Binning& binning = responses_.binning(first + j);
      const double step = 1 / static_cast<double>(binning.scale), zero = binning.low + step / 2;
      for (std::size_t c = 0; c < sums.size(); ++c) {
        norms[first + j] += std::abs(step * gradients[c * columns.size() + j] + zero * sums[c]);
      }
    }
  });
  std::vector<Candidate> candidates(norms.size() / width_);
  for (std::size_t g = 0; g < candidates.size(); ++g) {
    const auto own = std::span(norms).subspan(g * width_, width_);
    candidates[g] = {g,
                     std::accumulate(own.begin(), own.end(), 0.0) / static_cast<double>(residuals.samples())};
  }
  return best_candidates(std::move(candidates), count, taken);
}

void DensePool::write_columns(std::uint64_t group, BinnedResponses& columns, std::size_t row) const {
  for (std::size_t j = 0; j < width_; ++j) {
    std::ranges::copy(responses_.of(group * width_ + j), columns.of(row + j).begin());
    columns.binning(row + j) = responses_.binning(group * width_ + j);
  }
}

}  // namespace ocelli::internal
