#include "ocelli/detection/training/checkpoint_parts.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/core/require.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {

std::vector<schema::WindowReference> pack_windows(const std::vector<WindowReference>& windows) {
  std::vector<schema::WindowReference> packed;
  packed.reserve(windows.size());
  for (const auto& [image, level, x, y] : windows) packed.emplace_back(image, level, x, y);
  return packed;
}

std::vector<WindowReference> unpack_windows(
    const flatbuffers::Vector<const schema::WindowReference*>& packed) {
  std::vector<WindowReference> windows;
  windows.reserve(packed.size());
  for (const auto* window : packed)
    windows.push_back({window->image(), window->level(), window->x(), window->y()});
  return windows;
}

schema::MiningReport pack(const MiningReport& mining) {
  return {mining.evaluated, mining.passed, mining.exhausted};
}

MiningReport unpack(const schema::MiningReport& packed) {
  require(packed.passed() <= packed.looked_at(), Kind::model, "more windows passed than were evaluated");
  return {.evaluated = packed.looked_at(), .passed = packed.passed(), .exhausted = packed.exhausted()};
}

PackedTrees pack_trees(flatbuffers::FlatBufferBuilder& builder, const std::vector<RegressionTree>& trees) {
  PackedTrees packed;
  for (const RegressionTree& tree : trees) {
    std::vector<schema::TreeNode> nodes;
    for (const auto& node : tree.nodes) nodes.emplace_back(node.left, node.right, node.feature, node.set);
    packed.push_back(schema::CreateRegressionTreeDirect(builder, &nodes, &tree.leaves));
  }
  return packed;
}

std::vector<RegressionTree> unpack_trees(
    const flatbuffers::Vector<flatbuffers::Offset<schema::RegressionTree>>& packed, std::size_t max_nodes) {
  std::vector<RegressionTree> trees;
  for (const schema::RegressionTree* tree : packed) {
    require(tree->nodes()->size() <= max_nodes && tree->leaves()->size() == tree->nodes()->size() + 1,
            Kind::model, "a weak classifier has too many nodes, or not one leaf more than nodes");
    RegressionTree& own = trees.emplace_back();
    for (const schema::TreeNode* node : *tree->nodes()) {
      BinSet set{};
      std::ranges::copy(*node->set(), set.begin());
      own.nodes.push_back({node->left(), node->right(), node->feature(), set});
    }
    own.leaves = unpack(*tree->leaves());
    require(std::ranges::all_of(own.leaves, [](float vote) { return std::isfinite(vote); }), Kind::model,
            "a vote is not a number");
  }
  return trees;
}

}  // namespace ocelli::internal::format
