#include "ocelli/detection/opencv/opencv_codec.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {
namespace {

constexpr std::size_t kSetWords = CategorySet{}.size();

std::uint16_t side(int value) { return static_cast<std::uint16_t>(value); }

/// The flat lists of a cascade, as stored in the file.
struct Lists {
  std::vector<schema::OpenCvRect> rects;
  std::vector<std::uint32_t> rect_ends, node_ends, sets;
  std::vector<std::uint8_t> tilted;
  std::vector<schema::OpenCvBlocks> blocks;
  std::vector<schema::OpenCvNode> nodes;
  std::vector<float> leaves;
  std::vector<schema::OpenCvStage> stages;

  void add(const OpenCvHaar& feature) {
    for (const OpenCvRect& r : feature.rects)
      rects.emplace_back(side(r.x), side(r.y), side(r.w), side(r.h), r.weight);
    rect_ends.push_back(static_cast<std::uint32_t>(rects.size()));
    tilted.push_back(feature.tilted ? 1 : 0);
  }
  void add(const OpenCvLbp& f) { blocks.emplace_back(side(f.x), side(f.y), side(f.w), side(f.h)); }
  void add(const OpenCvTree& tree, bool with_sets) {
    for (const OpenCvNode& node : tree.nodes) {
      nodes.emplace_back(node.left, node.right, node.feature, node.threshold);
      if (with_sets) sets.insert(sets.end(), node.set.begin(), node.set.end());
    }
    leaves.insert(leaves.end(), tree.leaves.begin(), tree.leaves.end());
    node_ends.push_back(static_cast<std::uint32_t>(nodes.size()));
  }
};

void check(bool holds) { require(holds, Kind::model, "the lists of its cascade have inconsistent lengths"); }

std::vector<OpenCvHaar> haar_features(const schema::OpenCvCascade& packed) {
  JoinedLists<OpenCvRect> joined{
      .items = unpack_each(*packed.rects(),
                           [](const schema::OpenCvRect& r) {
                             return OpenCvRect{r.x(), r.y(), r.w(), r.h(), r.weight()};
                           }),
      .ends = unpack(*packed.rect_ends())};
  check(packed.tilted()->size() == joined.ends.size());
  std::vector<OpenCvHaar> features;
  for (std::vector<OpenCvRect>& rects : part_lists(joined)) {
    const auto f = static_cast<flatbuffers::uoffset_t>(features.size());
    features.push_back({.rects = std::move(rects), .tilted = packed.tilted()->Get(f) != 0});
  }
  return features;
}

std::vector<OpenCvNode> nodes_of(const schema::OpenCvCascade& packed, bool with_sets) {
  std::vector<OpenCvNode> nodes = unpack_each(*packed.nodes(), [](const schema::OpenCvNode& node) {
    return OpenCvNode{
        .left = node.left(), .right = node.right(), .feature = node.feature(), .threshold = node.threshold()};
  });
  const std::vector<std::uint32_t> words = unpack(*packed.sets());
  check(words.size() == (with_sets ? nodes.size() * kSetWords : 0));
  for (std::size_t n = 0; with_sets && n < nodes.size(); ++n)
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(n * kSetWords), kSetWords, nodes[n].set.begin());
  return nodes;
}

std::vector<OpenCvTree> trees_of(const schema::OpenCvCascade& packed, bool with_sets) {
  const JoinedLists<OpenCvNode> joined{.items = nodes_of(packed, with_sets),
                                       .ends = unpack(*packed.node_ends())};
  const std::vector<float> leaves = unpack(*packed.leaves());
  check(leaves.size() == joined.items.size() + joined.ends.size());
  std::vector<OpenCvTree> trees;
  auto leaf = leaves.begin();
  for (std::vector<OpenCvNode>& nodes : part_lists(joined)) {
    const auto end = leaf + static_cast<std::ptrdiff_t>(nodes.size() + 1);
    trees.push_back({.nodes = std::move(nodes), .leaves = {leaf, end}});
    leaf = end;
  }
  return trees;
}

std::vector<OpenCvStage> stages_of(const schema::OpenCvCascade& packed, bool with_sets) {
  JoinedLists<OpenCvTree> joined{.items = trees_of(packed, with_sets), .ends = {}};
  for (const auto* stage : *packed.stages()) joined.ends.push_back(stage->tree_end());
  std::vector<OpenCvStage> stages;
  for (std::vector<OpenCvTree>& trees : part_lists(joined)) {
    const auto s = static_cast<flatbuffers::uoffset_t>(stages.size());
    stages.push_back({.trees = std::move(trees), .threshold = packed.stages()->Get(s)->threshold()});
  }
  return stages;
}

}  // namespace

flatbuffers::Offset<schema::OpenCvCascade> pack(flatbuffers::FlatBufferBuilder& builder,
                                                const OpenCvCascadeParts& parts) {
  Lists lists;
  std::visit(
      [&](const auto& features) {
        for (const auto& feature : features) lists.add(feature);
      },
      parts.features);
  const bool with_sets = std::holds_alternative<std::vector<OpenCvLbp>>(parts.features);
  for (const OpenCvStage& stage : parts.stages) {
    for (const OpenCvTree& tree : stage.trees) lists.add(tree, with_sets);
    lists.stages.emplace_back(static_cast<std::uint32_t>(lists.node_ends.size()), stage.threshold);
  }
  // Separate statements: the evaluation order of arguments, and so of the bytes, depends on the compiler.
  const auto label = builder.CreateString(parts.label);
  const auto rects = builder.CreateVectorOfStructs(lists.rects);
  const auto rect_ends = builder.CreateVector(lists.rect_ends);
  const auto tilted = builder.CreateVector(lists.tilted);
  const auto blocks = builder.CreateVectorOfStructs(lists.blocks);
  const auto nodes = builder.CreateVectorOfStructs(lists.nodes);
  const auto sets = builder.CreateVector(lists.sets);
  const auto leaves = builder.CreateVector(lists.leaves);
  const auto node_ends = builder.CreateVector(lists.node_ends);
  const auto stages = builder.CreateVectorOfStructs(lists.stages);
  return schema::CreateOpenCvCascade(builder, parts.width, parts.height, label, rects, rect_ends, tilted,
                                     blocks, nodes, sets, leaves, node_ends, stages);
}

OpenCvCascadeParts unpack(const schema::OpenCvCascade& packed) {
  const bool lbp = packed.blocks()->size() > 0;
  OpenCvCascadeParts parts{.width = packed.width(),
                           .height = packed.height(),
                           .label = packed.label()->str(),
                           .features = {},
                           .stages = stages_of(packed, lbp)};
  if (!lbp) {
    parts.features = haar_features(packed);
    return parts;
  }
  check(packed.rects()->size() == 0 && packed.rect_ends()->size() == 0 && packed.tilted()->size() == 0);
  parts.features = unpack_each(*packed.blocks(), [](const schema::OpenCvBlocks& b) {
    return OpenCvLbp{b.x(), b.y(), b.w(), b.h()};
  });
  return parts;
}

}  // namespace ocelli::internal::format
