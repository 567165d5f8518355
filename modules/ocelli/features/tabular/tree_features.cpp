#include "ocelli/features/tabular/tree_features.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace {

/// Products of scales and values up to 1e15 stay finite.
constexpr float kLargestTreeScale = 1e15f;

/// Whether branch b may lead to `to` in a tree with this many branches and leaves: forward, never back.
bool leads_on(std::int32_t to, std::size_t b, std::size_t branches, std::size_t leaves) {
  if (to < 0) return static_cast<std::size_t>(~to) < leaves;
  return static_cast<std::size_t>(to) > b && static_cast<std::size_t>(to) < branches;
}

void require_sound_tree(const TreeBranches& tree, std::size_t inputs, std::size_t leaves) {
  require(!tree.empty(), Kind::model, "a tree has no branch");
  for (std::size_t b = 0; b < tree.size(); ++b) {
    const TreeBranch& branch = tree[b];
    require(branch.first < inputs && branch.second < inputs, Kind::model,
            "a tree refers to an unknown input");
    require(std::abs(branch.first_scale) <= kLargestTreeScale &&
                std::abs(branch.second_scale) <= kLargestTreeScale && std::isfinite(branch.threshold),
            Kind::model, "a number of a tree is not finite or too large");
    require(leads_on(branch.below, b, tree.size(), leaves) && leads_on(branch.above, b, tree.size(), leaves),
            Kind::model, "a branch of a tree has an invalid child");
  }
}

}  // namespace

std::size_t longest_path(std::span<const TreeBranch> tree) {
  std::vector<std::size_t> depths(tree.size());
  for (std::size_t b = tree.size(); b-- > 0;) {
    for (const std::int32_t to : {tree[b].below, tree[b].above})
      depths[b] = std::max(depths[b], to < 0 ? 1 : 1 + depths[static_cast<std::size_t>(to)]);
  }
  return depths[0];
}

TreeFeatures::TreeFeatures(std::size_t inputs, std::size_t leaves, const std::vector<TreeBranches>& trees)
    : inputs_(inputs), leaves_(leaves), begins_{0} {
  for (const TreeBranches& tree : trees) {
    require_sound_tree(tree, inputs_, leaves_);
    branches_.insert(branches_.end(), tree.begin(), tree.end());
    begins_.push_back(branches_.size());
  }
}

void TreeFeatures::encode(std::span<const float> sample, std::span<std::uint8_t> codes) const {
  std::ranges::fill(codes, 128);
  visit_ones(sample, [&](std::size_t column) { codes[column] = 255; });
}

TreeFeatures TreeFeatures::select(std::span<const std::uint32_t> groups) const {
  std::vector<TreeBranches> trees;
  for (const std::uint32_t g : groups) trees.emplace_back(tree(g).begin(), tree(g).end());
  return {inputs_, leaves_, trees};
}

std::size_t TreeFeatures::multiply_adds() const {
  std::size_t sum = 0;
  for (std::size_t t = 0; t < groups(); ++t) sum += 2 * longest_path(tree(t));
  return sum;
}

TreeFeatures TreeFeatures::unpack(const Packed& packed) {
  const auto branch = [](const schema::TreeBranch& one) {
    return TreeBranch{one.first(),     one.second(), one.first_scale(), one.second_scale(),
                      one.threshold(), one.below(),  one.above()};
  };
  const format::JoinedLists<TreeBranch> joined{format::unpack_each(*packed.branches(), branch),
                                               format::unpack(*packed.ends())};
  return {packed.inputs(), packed.leaves(), format::part_lists(joined)};
}

flatbuffers::Offset<schema::TreeFeatures> TreeFeatures::pack(flatbuffers::FlatBufferBuilder& builder) const {
  const auto branches = builder.CreateVectorOfStructs(format::pack_each(branches_, [](const TreeBranch& b) {
    return schema::TreeBranch(b.first, b.second, b.first_scale, b.second_scale, b.threshold, b.below,
                              b.above);
  }));
  std::vector<std::uint32_t> ends;
  for (std::size_t t = 1; t < begins_.size(); ++t) ends.push_back(static_cast<std::uint32_t>(begins_[t]));
  const auto packed_ends = builder.CreateVector(ends);
  return schema::CreateTreeFeatures(builder, static_cast<std::uint32_t>(inputs_),
                                    static_cast<std::uint32_t>(leaves_), branches, packed_ends);
}

InputShares TreeFeatures::input_shares(std::size_t group) const {
  InputShares shares;
  for (const TreeBranch& branch : tree(group)) {
    const bool both = branch.second_scale != 0;
    shares.push_back({branch.first, both ? 0.5 : 1.0});
    if (both) shares.push_back({branch.second, 0.5});
  }
  return shares;
}

}  // namespace ocelli::internal
