#include "ocelli/boosting/multiboost/pair_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ocelli/boosting/stumps/vote_kernel.hpp"
#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {
namespace {

/// Samples per thread at a time; a multiple of 64.
constexpr std::size_t kPairBlock = 16384;

std::size_t weight_blocks(std::size_t samples) { return (samples + kPairBlock - 1) / kPairBlock; }

template <class Items>
auto block_of(Items items, std::size_t block, std::size_t size) {
  const std::size_t first = block * size;
  return items.subspan(first, std::min(size, items.size() - first));
}

template <class Work>
void for_each_block(std::size_t samples, Work&& work) {
  parallel_for(std::size_t{0}, weight_blocks(samples), work);
}

}  // namespace

PairWeights::PairWeights(std::span<const std::uint16_t> labels, std::size_t classes,
                         std::span<const float> weights)
    : labels_(labels),
      weights_(weights),
      own_(classes, SampleBits((labels.size() + 63) / 64)),
      scale_(ScoreTable::padded(labels.size())),
      rest_(scale_.size()),
      pairs_(classes, labels.size()) {
  for (std::size_t i = 0; i < labels.size(); ++i) own_[labels[i]][i / 64] |= std::uint64_t{1} << (i % 64);
}

void PairWeights::assign(const ScoreTable& scores) {
  std::fill(scale_.begin() + static_cast<std::ptrdiff_t>(samples()), scale_.end(), 0);
  for_each_block(samples(), [&](std::size_t block) {
    const std::size_t first = block * kPairBlock, end = std::min(first + kPairBlock, samples());
    for (std::size_t i = first; i < end; ++i) scale_[i] = weights_.empty() ? 1 : weights_[i], rest_[i] = 0;
    for (std::size_t c = 0; c < classes(); ++c) {
      const auto row = pairs_.of(c);
      for (std::size_t i = first; i < end; ++i) {
        row[i] = labels_[i] == c ? 0 : std::exp(scores.of(c)[i] - scores.of(labels_[i])[i]);
        rest_[i] += row[i];
      }
    }
  });
}

void PairWeights::update(std::size_t c, vote_kernel::Words answers, double step) {
  for_each_block(samples(), [&](std::size_t block) {
    const auto part = [block](std::span<double> row) { return block_of(row, block, kPairBlock); };
    vote_kernel::shift({block_of(vote_kernel::Words(own_[c]), block, kPairBlock / 64), part(scale_),
                        part(rest_), part(pairs_.of(c))},
                       block_of(answers, block, kPairBlock / 64), step);
  });
}

double PairWeights::sum() const {
  std::vector<double> sums(weight_blocks(samples()));
  for_each_block(samples(), [&](std::size_t block) {
    const auto scale = block_of(std::span(scale_), block, kPairBlock);
    sums[block] = std::inner_product(scale.begin(), scale.end(),
                                     block_of(std::span(rest_), block, kPairBlock).begin(), 0.0);
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

std::span<const double> PairWeights::pulls(std::size_t c, std::vector<double>& scratch) const {
  scratch.resize(scale_.size());
  for_each_block(samples(), [&](std::size_t block) {
    const auto part = [block](std::span<const double> row) { return block_of(row, block, kPairBlock); };
    vote_kernel::gather(block_of(vote_kernel::Words(own_[c]), block, kPairBlock / 64), part(scale_),
                        part(rest_), part(pairs_.of(c)), block_of(std::span(scratch), block, kPairBlock));
  });
  return scratch;
}

vote_kernel::Agreement PairWeights::agreement(std::size_t c, vote_kernel::Words answers,
                                              std::span<const double> pulls) const {
  std::vector<vote_kernel::Agreement> sums(weight_blocks(samples()));
  for_each_block(samples(), [&](std::size_t block) {
    sums[block] = vote_kernel::agreement(block_of(answers, block, kPairBlock / 64),
                                         block_of(vote_kernel::Words(own_[c]), block, kPairBlock / 64),
                                         block_of(pulls, block, kPairBlock));
  });
  vote_kernel::Agreement total;
  for (const auto& [alike, different] : sums) total.alike += alike, total.different += different;
  return total;
}

TargetWeights PairWeights::targets() const {
  TargetWeights targets(samples(), classes());
  for_each_block(samples(), [&](std::size_t block) {
    const std::size_t first = block * kPairBlock, end = std::min(first + kPairBlock, samples());
    for (std::size_t i = first; i < end; ++i) {
      const auto row = targets.of(i);
      for (std::size_t c = 0; c < classes(); ++c) row[c] = static_cast<float>(-at(i, c));
      row[labels_[i]] = static_cast<float>(scale_[i] * rest_[i]);
    }
  });
  return targets;
}

}  // namespace ocelli::internal
