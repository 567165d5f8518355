#include "ocelli/boosting/ball_pool.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "ocelli/boosting/weight_share.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/features/distance_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/boosting/ball_pool.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef OCELLI_BALL_POOL_ENTRY
#define OCELLI_BALL_POOL_ENTRY
namespace ocelli::shell_kernel {

/// A residual of one class that counts.
struct Entry {
  std::uint32_t sample;
  float residual;
};

inline constexpr std::size_t kRegister = 16;  // floats: what rows are padded to

}  // namespace ocelli::shell_kernel
#endif

HWY_BEFORE_NAMESPACE();
namespace ocelli::shell_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// sums[shell of i] += r_i x_i for every entry; rows of `stride` floats.
void AddToShells(const Entry* entries, std::size_t count, const std::uint8_t* shells, const float* points,
                 std::size_t stride, float* sums) {
  const hn::CappedTag<float, kRegister> d;
  for (const Entry* e = entries; e != entries + count; ++e) {
    const auto residual = hn::Set(d, e->residual);
    const float* const point = points + e->sample * stride;
    float* const sum = sums + shells[e->sample] * stride;
    for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
      hn::StoreU(hn::MulAdd(residual, hn::LoadU(d, point + j), hn::LoadU(d, sum + j)), d, sum + j);
    }
  }
}

}  // namespace ocelli::shell_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli {
namespace shell_kernel {
HWY_EXPORT(AddToShells);
}

namespace {

using shell_kernel::Entry;

/// The residuals that count, class by class, samples in ascending order.
std::vector<std::vector<Entry>> entries_that_count(const ClassTable& residuals) {
  std::vector<float> sizes;
  sizes.reserve(residuals.classes() * residuals.samples());
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    for (const float r : residuals.of(c)) sizes.push_back(std::abs(r));
  }
  const float least = least_weight(std::move(sizes), 1 - BallPool::kNeglected);
  std::vector<std::vector<Entry>> entries(residuals.classes());
  for (std::size_t c = 0; c < residuals.classes(); ++c) {
    const auto row = residuals.of(c);
    for (std::uint32_t i = 0; i < row.size(); ++i) {
      if (std::abs(row[i]) >= least) entries[c].push_back({i, row[i]});
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
    : candidates_(std::move(candidates)), balls_of_(static_cast<std::size_t>(candidates_.anchors().rows())) {
  require(samples.width() == candidates_.inputs(), Kind::input,
          "the samples do not have the values that balls need");
  const std::vector<Ball>& balls = candidates_.balls();
  for (std::uint32_t b = 0; b < balls.size(); ++b) balls_of_[balls[b].anchor].push_back(b);
  for (std::vector<std::uint32_t>& own : balls_of_) {
    require(own.size() <= 255, Kind::usage, "an anchor may have at most 255 balls");
    std::ranges::stable_sort(own, {}, [&](std::uint32_t b) { return balls[b].radius; });
  }
  const SampleValues points = candidates_.points(samples.values);
  find_shells(points);

  constexpr std::size_t kRegister = shell_kernel::kRegister;
  points_ = SampleValues::Zero(points.rows(), (width() + kRegister - 1) / kRegister * kRegister);
  std::vector<std::uint8_t> codes(width());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    candidates_.encode_point({points.row(i).data(), candidates_.dimensions()}, codes);
    for (std::size_t j = 0; j < codes.size(); ++j) points_(i, j) = candidates_.binning(j).value(codes[j]);
  }
}

void BallPool::find_shells(const SampleValues& points) {
  const DistanceTable table(candidates_.anchors());
  const auto count = static_cast<std::size_t>(points.rows());
  shells_.resize(table.size() * count);
  const auto too_small = [&](std::size_t anchor, float squared_distance) {
    const auto holds = [&](std::uint32_t b) { return candidates_.balls()[b].holds(squared_distance); };
    const std::vector<std::uint32_t>& own = balls_of_[anchor];
    const auto first = std::ranges::partition_point(own, std::not_fn(holds));
    return static_cast<std::uint8_t>(first - own.begin());
  };
  constexpr std::size_t kBlock = 64;
  tbb::parallel_for(std::size_t{0}, (count + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t first = block * kBlock, block_size = std::min(kBlock, count - first);
    std::vector<float> distances(block_size * table.stride());
    table.measure({points.data() + first * table.dimensions(), block_size * table.dimensions()}, distances);
    for (std::size_t a = 0; a < table.size(); ++a) {
      for (std::size_t i = 0; i < block_size; ++i) {
        shells_[a * count + first + i] = too_small(a, distances[i * table.stride() + a]);
      }
    }
  });
}

std::vector<Candidate> BallPool::leaders(const ClassTable& residuals, std::size_t count,
                                         std::span<const std::uint64_t> taken) const {
  const std::vector<std::vector<Entry>> entries = entries_that_count(residuals);
  const auto stride = static_cast<std::size_t>(points_.cols());
  std::vector<Candidate> candidates(candidates_.groups());
  tbb::parallel_for(std::size_t{0}, balls_of_.size(), [&](std::size_t anchor) {
    const std::vector<std::uint32_t>& own = balls_of_[anchor];
    std::vector<float> sums((own.size() + 1) * stride);  // the last shell lies outside all balls
    std::vector<double> norms(own.size());
    for (const std::vector<Entry>& of_class : entries) {
      std::ranges::fill(sums, 0.0f);
      HWY_DYNAMIC_DISPATCH(shell_kernel::AddToShells)
      (of_class.data(), of_class.size(), shells(anchor).data(), points_.data(), stride, sums.data());
      add_norms(sums, stride, width(), norms);
    }
    for (std::size_t s = 0; s < own.size(); ++s) {
      candidates[own[s]] = {own[s], norms[s] / static_cast<double>(residuals.samples())};
    }
  });
  return best_candidates(std::move(candidates), count, taken);
}

void BallPool::write(std::uint64_t group, BinnedResponses& columns, std::size_t row) const {
  const std::uint32_t anchor = candidates_.balls()[group].anchor;
  const std::vector<std::uint32_t>& own = balls_of_[anchor];
  const auto rank = std::ranges::find(own, group) - own.begin();
  const auto in_shell = shells(anchor);
  for (std::size_t j = 0; j < width(); ++j) {
    const auto column = columns.of(row + j);
    for (std::size_t i = 0; i < column.size(); ++i) {
      column[i] = signed_unit_byte(in_shell[i] <= rank ? points_(i, j) : 0.0f);
    }
    columns.binning(row + j) = candidates_.binning(j);
  }
}

}  // namespace ocelli
#endif  // HWY_ONCE
