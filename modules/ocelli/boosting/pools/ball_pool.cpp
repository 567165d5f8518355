#include "ocelli/boosting/pools/ball_pool.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ocelli/boosting/sample_weights.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/balls/distance_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/boosting/pools/ball_pool.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef OCELLI_BALL_POOL_TILE
#define OCELLI_BALL_POOL_TILE
namespace ocelli::internal::shell_kernel {

inline constexpr std::size_t kRegister = 16;  // numbers; rows are padded to a multiple of this
inline constexpr std::size_t kAnchors = 4;    // evaluated together, so a sample's row is read once for all

/// A significant residual of one class and the sample's row number.
struct Entry {
  std::uint32_t sample;
  float residual;
};

/// The shells of some anchors, one byte per sample, and the sums of each shell in rows of `stride` floats.
struct Tile {
  std::array<const std::uint8_t*, kAnchors> shells;
  std::array<float*, kAnchors> sums;
};

}  // namespace ocelli::internal::shell_kernel
#endif

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::shell_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// sums[shell of i] += r_i x_i for every entry and anchor.
void AddToShells(std::span<const Entry> entries, const std::int8_t* rows, std::size_t stride,
                 const Tile& tile) {
  const hn::CappedTag<float, kRegister> d;
  const hn::RebindToSigned<decltype(d)> whole;
  const hn::Rebind<std::int8_t, decltype(d)> narrow;
  for (const Entry& entry : entries) {
    const auto residual = hn::Set(d, entry.residual);
    const std::int8_t* const row = rows + entry.sample * stride;
    std::array<float*, kAnchors> sums;
    for (std::size_t a = 0; a < kAnchors; ++a) sums[a] = tile.sums[a] + tile.shells[a][entry.sample] * stride;
    for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
      const auto x = hn::ConvertTo(d, hn::PromoteTo(whole, hn::LoadU(narrow, row + j)));
      const auto product = hn::Mul(residual, x);
      for (float* const sum : sums) hn::StoreU(hn::Add(hn::LoadU(d, sum + j), product), d, sum + j);
    }
  }
}

}  // namespace ocelli::internal::shell_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal {
namespace shell_kernel {
HWY_EXPORT(AddToShells);

// In this namespace because Highway refers to its function without a table if there is only one instruction
// set.
void add_to_shells(std::span<const Entry> entries, const std::int8_t* rows, std::size_t stride,
                   const Tile& tile) {
  HWY_DYNAMIC_DISPATCH(AddToShells)(entries, rows, stride, tile);
}
}  // namespace shell_kernel

namespace {

using shell_kernel::Entry;
using shell_kernel::kAnchors;

constexpr std::uint8_t kZero = 128;  // the byte of 0
constexpr float kUnit = 127;         // 1, as a difference of bytes

/// The significant residuals, class by class, with samples in ascending order.
std::vector<std::vector<Entry>> entries_that_count(const ClassTable& residuals) {
  std::vector<float> sizes;
  sizes.reserve(residuals.classes() * residuals.samples());
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    for (const float r : residuals.of(c)) sizes.push_back(std::abs(r));
  }
  const float min = min_weight(std::move(sizes), 1 - BallPool::kNeglected);
  std::vector<std::vector<Entry>> entries(residuals.classes());
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    const auto row = residuals.of(c);
    for (std::uint32_t i = 0; i < row.size(); ++i) {
      if (std::abs(row[i]) >= min) entries[c].push_back({i, row[i] / kUnit});
    }
  }
  return entries;
}

/// norms[s] += sum_j |sum over shells 0 .. s of column j|.
void add_norms(std::span<const float> sums, std::size_t stride, std::size_t width, std::span<double> norms) {
  std::vector<double> inside(width);
  for (std::size_t s = 0; s < norms.size(); ++s) {
    for (std::size_t j = 0; j < width; ++j) {
      inside[j] += sums[s * stride + j];
      norms[s] += std::abs(inside[j]);
    }
  }
}

}  // namespace

BallPool::BallPool(const Samples& samples, BallFeatures candidates)
    : candidates_(std::move(candidates)),
      samples_(samples.count()),
      balls_of_(static_cast<std::size_t>(candidates_.anchors().rows())) {
  require(samples.width() == candidates_.inputs(), Kind::input,
          "the samples and the anchor balls have different numbers of values");
  const std::vector<Ball>& balls = candidates_.balls();
  for (std::uint32_t b = 0; b < balls.size(); ++b) balls_of_[balls[b].anchor].push_back(b);
  for (std::vector<std::uint32_t>& own : balls_of_) {
    require(own.size() <= 255, Kind::usage, "an anchor may have at most 255 balls");
    std::ranges::stable_sort(own, {}, [&](std::uint32_t b) { return balls[b].radius; });
  }
  const SampleValues points = candidates_.points(samples.values);
  find_shells(points);

  constexpr std::size_t kRegister = shell_kernel::kRegister;
  stride_ = (width() + kRegister - 1) / kRegister * kRegister;
  rows_.resize(samples_ * stride_);
  std::vector<std::uint8_t> codes(width());
  for (std::size_t i = 0; i < samples_; ++i) {
    candidates_.encode_point({points.data() + i * candidates_.dimensions(), candidates_.dimensions()}, codes);
    for (std::size_t j = 0; j < codes.size(); ++j)
      rows_[i * stride_ + j] = static_cast<std::int8_t>(codes[j] - kZero);
  }
}

void BallPool::find_shells(const SampleValues& points) {
  const DistanceTable table(candidates_.anchors());
  std::vector<std::vector<float>> squared_radii(table.size());
  for (std::size_t a = 0; a < table.size(); ++a) {
    for (const std::uint32_t b : balls_of_[a])
      squared_radii[a].push_back(candidates_.balls()[b].squared_radius());
  }
  shells_.resize(table.size() * samples_);
  constexpr std::size_t kBlock = 64;
  parallel_for(std::size_t{0}, (samples_ + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t first = block * kBlock, count = std::min(kBlock, samples_ - first);
    std::vector<float> distances(count * table.stride());
    table.measure({points.data() + first * table.dimensions(), count * table.dimensions()}, distances);
    for (std::size_t a = 0; a < table.size(); ++a) {
      const std::vector<float>& radii = squared_radii[a];
      for (std::size_t i = 0; i < count; ++i) {
        const auto holding = std::ranges::upper_bound(radii, distances[i * table.stride() + a]);
        shells_[a * samples_ + first + i] = static_cast<std::uint8_t>(holding - radii.begin());
      }
    }
  });
}

std::vector<Candidate> BallPool::leaders(const ClassTable& residuals, std::size_t count,
                                         std::span<const std::uint64_t> taken) const {
  const std::vector<std::vector<Entry>> entries = entries_that_count(residuals);
  std::vector<Candidate> candidates(candidates_.groups());
  parallel_for(std::size_t{0}, (balls_of_.size() + kAnchors - 1) / kAnchors, [&](std::size_t tile) {
    const std::size_t first = tile * kAnchors, last = std::min(first + kAnchors, balls_of_.size());
    const std::vector<std::vector<double>> norms = gradient_norms(entries, first, last);
    for (std::size_t a = first; a < last; ++a) {
      for (std::size_t s = 0; s < balls_of_[a].size(); ++s) {
        const std::uint32_t ball = balls_of_[a][s];
        candidates[ball] = {ball, norms[a - first][s] / static_cast<double>(residuals.samples())};
      }
    }
  });
  return best_candidates(std::move(candidates), count, taken);
}

std::vector<std::vector<double>> BallPool::gradient_norms(std::span<const std::vector<Entry>> entries,
                                                          std::size_t first, std::size_t last) const {
  std::vector<std::vector<double>> norms;
  std::vector<std::vector<float>> sums;
  shell_kernel::Tile tile;
  for (std::size_t a = 0; a < kAnchors; ++a) {
    const std::size_t anchor = std::min(first + a, last - 1);  // repeats the last one to fill the tile
    norms.emplace_back(balls_of_[anchor].size());
    sums.emplace_back((balls_of_[anchor].size() + 1) * stride_);  // with one more shell, outside all balls
    tile.shells[a] = shells(anchor).data();
    tile.sums[a] = sums[a].data();
  }
  for (const std::vector<Entry>& of_class : entries) {
    for (std::vector<float>& own : sums) std::ranges::fill(own, 0.0f);
    shell_kernel::add_to_shells(of_class, rows_.data(), stride_, tile);
    for (std::size_t a = 0; a < kAnchors; ++a) add_norms(sums[a], stride_, width(), norms[a]);
  }
  return norms;
}

void BallPool::write_columns(std::uint64_t group, BinnedResponses& columns, std::size_t row) const {
  const std::uint32_t anchor = candidates_.balls()[group].anchor;
  const std::vector<std::uint32_t>& own = balls_of_[anchor];
  const auto rank = std::ranges::find(own, group) - own.begin();
  const auto in_shell = shells(anchor);
  for (std::size_t j = 0; j < width(); ++j) {
    const auto column = columns.of(row + j);
    for (std::size_t i = 0; i < column.size(); ++i) {
      const int number = in_shell[i] <= rank ? rows_[i * stride_ + j] : 0;
      column[i] = static_cast<std::uint8_t>(number + kZero);
    }
    columns.binning(row + j) = candidates_.binning(j);
  }
}

}  // namespace ocelli::internal
#endif  // HWY_ONCE
