#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "ocelli/detection/opencv/opencv_codec.hpp"
#include "ocelli/detection/training/mining_codec.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli {
namespace format {
namespace {

std::vector<flatbuffers::Offset<schema::RegressionTree>> pack_trees(
    flatbuffers::FlatBufferBuilder& builder, const std::vector<RegressionTree>& trees) {
  std::vector<flatbuffers::Offset<schema::RegressionTree>> packed;
  for (const RegressionTree& tree : trees) {
    std::vector<schema::TreeNode> nodes;
    for (const auto& node : tree.nodes) nodes.emplace_back(node.left, node.right, node.feature, node.set);
    packed.push_back(schema::CreateRegressionTreeDirect(builder, &nodes, &tree.leaves));
  }
  return packed;
}

std::vector<RegressionTree> unpack_trees(
    const flatbuffers::Vector<flatbuffers::Offset<schema::RegressionTree>>& packed) {
  std::vector<RegressionTree> trees;
  for (const schema::RegressionTree* tree : packed) {
    require(tree->nodes()->size() <= OpenCvCascade::kMostNodesOfTree &&
                tree->leaves()->size() == tree->nodes()->size() + 1,
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

flatbuffers::Offset<schema::OpenCvTrainingCheckpoint> pack_state(flatbuffers::FlatBufferBuilder& builder,
                                                                 const OpenCvTrainingState& state) {
  const auto finished = pack(builder, state.cascade);
  const bool lbp = std::holds_alternative<std::vector<OpenCvLbp>>(state.cascade.features);
  const std::vector<schema::WindowReference> negatives = pack_windows(state.negatives);
  const schema::MiningReport mining = pack(state.mining);
  const auto trees = pack_trees(builder, state.trees);
  return schema::CreateOpenCvTrainingCheckpointDirect(builder, state.fingerprint, finished, lbp, &negatives,
                                                      &mining, &trees);
}

/// The finished stages. Before the first there are no features either; their kind is in a field of its own.
OpenCvCascadeParts unpack_cascade(const schema::OpenCvTrainingCheckpoint& packed) {
  OpenCvCascadeParts parts = unpack(*packed.finished());
  if (!parts.stages.empty()) return OpenCvCascade(std::move(parts)).parts();  // checked
  parts.features = std::vector<OpenCvHaar>();
  if (packed.lbp()) parts.features = std::vector<OpenCvLbp>();
  return parts;
}

OpenCvTrainingState unpack_state(const schema::OpenCvTrainingCheckpoint& packed) {
  return {.fingerprint = packed.fingerprint(),
          .cascade = unpack_cascade(packed),
          .negatives = unpack_windows(*packed.negatives()),
          .mining = unpack(*packed.mining()),
          .trees = unpack_trees(*packed.trees())};
}

}  // namespace

OpenCvTrainingState parse_opencv_checkpoint(const Bytes& payload) {
  return unpack_state(content<schema::OpenCvTrainingCheckpoint>(payload));
}

}  // namespace format

OpenCvTrainingState load_opencv_checkpoint(const std::filesystem::path& path) {
  return format::load(path, kMaxCheckpointBytes, format::parse_opencv_checkpoint);
}

OpenCvTrainingState load_opencv_checkpoint(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxCheckpointBytes, format::parse_opencv_checkpoint);
}

std::vector<std::byte> serialise(const OpenCvTrainingState& state) {
  flatbuffers::FlatBufferBuilder builder;
  return format::finish(builder, format::pack_state(builder, state), kMaxCheckpointBytes,
                        format::parse_opencv_checkpoint);
}

void save_opencv_checkpoint(const std::filesystem::path& path, const OpenCvTrainingState& state) {
  format::save(path, state);
}

}  // namespace ocelli
