#include "ocelli/samples/split.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"

namespace ocelli::internal {
namespace {

void validate(const SplitOptions& options) {
  require(options.validation_share >= 0 && options.validation_share < 1, Kind::usage,
          "the validation share must be at least 0 and below 1");
  require(options.block > 0, Kind::usage, "a block must contain at least one item");
}

/// The number of validation blocks.
std::uint32_t validation_blocks(std::uint32_t blocks, double share) {
  if (share == 0 || blocks < 2) return 0;
  const auto nearest = static_cast<std::uint32_t>(std::lround(share * blocks));
  return std::clamp(nearest, 1u, blocks - 1);
}

std::vector<bool> choose(std::uint32_t blocks, std::uint32_t chosen, std::uint64_t seed) {
  std::vector<bool> is_chosen(blocks, false);
  const std::vector<std::uint32_t> order = permutation(blocks, seed);
  for (std::uint32_t i = 0; i < chosen; ++i) is_chosen[order[i]] = true;
  return is_chosen;
}

}  // namespace

Split split_by_blocks(std::uint32_t count, const SplitOptions& options) {
  validate(options);
  const std::uint32_t block = std::clamp(count / 2, 1u, options.block);
  const std::uint32_t blocks = count / block + (count % block != 0);
  const std::uint32_t held_out = validation_blocks(blocks, options.validation_share);
  const std::vector<bool> is_validation = choose(blocks, held_out, options.seed);
  Split split;
  for (std::uint32_t item = 0; item < count; ++item) {
    (is_validation[item / block] ? split.validation : split.training).push_back(item);
  }
  return split;
}

namespace {

using Members = std::vector<std::uint32_t>;  ///< the samples of a group

std::vector<Members> members_of(std::span<const std::uint32_t> groups, std::size_t samples) {
  std::vector<Members> members(groups.empty() ? samples : 1 + std::size_t{std::ranges::max(groups)});
  for (std::uint32_t i = 0; i < samples; ++i) members[groups.empty() ? i : groups[i]].push_back(i);
  std::erase_if(members, [](const Members& group) { return group.empty(); });
  return members;
}

/// Largest first, equal ones in random order.
std::vector<Members> ordered(std::vector<Members> groups, std::uint64_t seed) {
  std::vector<Members> order;
  order.reserve(groups.size());
  for (const std::uint32_t group : permutation(static_cast<std::uint32_t>(groups.size()), seed))
    order.push_back(std::move(groups[group]));
  std::ranges::stable_sort(order, std::ranges::greater{}, [](const Members& group) { return group.size(); });
  return order;
}

/// The folds while they are filled.
class Folds {
 public:
  Folds(std::span<const std::uint16_t> labels, std::size_t count)
      : labels_(labels), sizes_(count), counts_(count), totals_(1 + std::size_t{std::ranges::max(labels)}) {
    for (const std::uint16_t label : labels) ++totals_[label];
    for (auto& of_fold : counts_) of_fold.resize(totals_.size());
  }

  /// The best fold for a group.
  std::size_t best_for(const Members& group) const {
    std::size_t best = 0;
    for (std::size_t fold = 1; fold < sizes_.size(); ++fold) {
      if (rank(fold, group) < rank(best, group)) best = fold;
    }
    return best;
  }

  void add(std::size_t fold, const Members& group) {
    sizes_[fold] += group.size();
    for (const std::uint32_t sample : group) ++counts_[fold][labels_[sample]];
  }

 private:
  /// How much of the group's classes the fold contains, and its size.
  std::pair<double, std::size_t> rank(std::size_t fold, const Members& group) const {
    double had = 0;
    for (const std::uint32_t sample : group) {
      const std::uint16_t label = labels_[sample];
      had += static_cast<double>(counts_[fold][label]) / static_cast<double>(totals_[label]);
    }
    return {had, sizes_[fold]};
  }

  std::span<const std::uint16_t> labels_;
  std::vector<std::size_t> sizes_;
  std::vector<std::vector<std::size_t>> counts_;  ///< for each fold and class
  std::vector<std::size_t> totals_;
};

}  // namespace

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint16_t> labels,
                                            std::span<const std::uint32_t> groups, std::size_t folds,
                                            std::uint64_t seed) {
  require(folds >= 2, Kind::usage, "there must be at least 2 folds", "--folds");
  const std::vector<Members> order = ordered(members_of(groups, labels.size()), seed);
  require(
      order.size() >= folds, Kind::usage,
      [&] {
        return "there " + std::string(order.size() == 1 ? "is " : "are ") +
               count_of(order.size(), groups.empty() ? "sample" : "group") + " for " + std::to_string(folds) +
               " folds";
      },
      "--folds");
  Folds parts(labels, folds);
  std::vector<std::uint32_t> fold_of(labels.size());
  for (const Members& group : order) {
    const std::size_t fold = parts.best_for(group);
    parts.add(fold, group);
    for (const std::uint32_t sample : group) fold_of[sample] = static_cast<std::uint32_t>(fold);
  }
  return fold_of;
}

}  // namespace ocelli::internal
