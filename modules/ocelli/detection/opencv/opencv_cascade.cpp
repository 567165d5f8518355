#include "ocelli/detection/opencv/opencv_cascade.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/detection/model_checks.hpp"

namespace ocelli::internal {
namespace {

constexpr float kMaxWeight = 1e6f;
constexpr std::size_t kMaxLabelBytes = 1'000;

/// The numbers in files are too small for these sums to overflow.
bool lies_inside(int x, int y, int w, int h, int width, int height) {
  return x >= 0 && y >= 0 && w > 0 && h > 0 && x <= width && y <= height && w <= width - x && h <= height - y;
}

bool tilted_lies_inside(const OpenCvRect& r, int width, int height) {
  return r.x >= 0 && r.y >= 0 && r.w > 0 && r.h > 0 && r.x <= width && r.y <= height && r.w <= width - r.x &&
         r.h <= r.x && r.w <= height - r.y && r.h <= height - r.y - r.w;
}

void check_feature(const OpenCvHaar& feature, std::size_t f, const OpenCvCascadeParts& p) {
  check_model(!feature.rects.empty() && feature.rects.size() <= OpenCvCascade::kMaxRects,
              numbered("feature", f) + " has " + std::to_string(feature.rects.size()) +
                  " rectangles, not one to three");
  for (std::size_t r = 0; r < feature.rects.size(); ++r) {
    const OpenCvRect& rect = feature.rects[r];
    const bool inside = feature.tilted ? tilted_lies_inside(rect, p.width, p.height)
                                       : lies_inside(rect.x, rect.y, rect.w, rect.h, p.width, p.height);
    check_model(inside, numbered("rectangle", r) + numbered(" of feature", f) + " lies outside the window");
    check_model(std::abs(rect.weight) <= kMaxWeight,
                numbered("the weight of rectangle", r) + numbered(" of feature", f) + " is out of range");
  }
}

void check_feature(const OpenCvLbp& feature, std::size_t f, const OpenCvCascadeParts& p) {
  const bool blocks_fit = feature.w <= p.width && feature.h <= p.height;
  check_model(
      blocks_fit && lies_inside(feature.x, feature.y, 3 * feature.w, 3 * feature.h, p.width, p.height),
      "the blocks" + numbered(" of feature", f) + " lie outside the window");
}

std::size_t check_features(const OpenCvCascadeParts& p) {
  return std::visit(
      [&](const auto& features) {
        check_model(!features.empty(), "it has no features");
        check_model(features.size() <= OpenCvCascade::kMaxFeatures, "it has too many features");
        for (std::size_t f = 0; f < features.size(); ++f) check_feature(features[f], f, p);
        return features.size();
      },
      p.features);
}

/// Follows every branch once. A node or leaf that two branches reach would form a cycle, or make the
/// structure no tree.
class TreeCheck {
 public:
  TreeCheck(const OpenCvTree& tree, std::size_t features) : tree_(tree), features_(features) {}

  void run() {
    const std::size_t nodes = tree_.nodes.size();
    check_model(nodes > 0 && nodes <= OpenCvCascade::kMaxNodesOfTree,
                "it has " + std::to_string(nodes) + " nodes, which is out of range");
    check_model(tree_.leaves.size() == nodes + 1, "it has " + std::to_string(tree_.leaves.size()) +
                                                      " leaves and not one more than its " +
                                                      std::to_string(nodes) + " nodes");
    node_reached_.assign(nodes, false);
    leaf_reached_.assign(nodes + 1, false);
    node_reached_[0] = true;
    for (std::size_t n = 0; n < nodes; ++n) check_node(n);
    check_reached_from_root();
    const auto in_range = [](float vote) { return std::abs(vote) <= OpenCvCascade::kMaxVote; };
    check_model(std::ranges::all_of(tree_.leaves, in_range), "a leaf's value is out of range");
  }

 private:
  void check_node(std::size_t n) {
    const OpenCvNode& node = tree_.nodes[n];
    check_model(node.feature < features_, numbered("node", n) + " asks for a feature that is not there");
    check_model(std::isfinite(node.threshold), numbered("the threshold of node", n) + " is not a number");
    reach(node.left, n);
    reach(node.right, n);
  }

  void reach(std::int32_t child, std::size_t parent) {
    const auto place = static_cast<std::size_t>(std::abs(std::int64_t{child}));
    std::vector<bool>& reached = child > 0 ? node_reached_ : leaf_reached_;
    check_model(place < reached.size(),
                numbered("node", parent) + " leads to a node or leaf that is not there");
    check_model(!reached[place],
                numbered("node", parent) + " leads to a node or leaf that another one leads to as well");
    reached[place] = true;
  }

  /// Nodes with exactly one parent each may still form a separate cycle.
  void check_reached_from_root() const {
    std::vector<std::size_t> open{0};
    std::size_t seen = 0;
    while (!open.empty()) {
      const OpenCvNode& node = tree_.nodes[open.back()];
      open.pop_back();
      ++seen;
      if (node.left > 0) open.push_back(static_cast<std::size_t>(node.left));
      if (node.right > 0) open.push_back(static_cast<std::size_t>(node.right));
    }
    check_model(seen == tree_.nodes.size(), "some of its nodes lie in a circle");
  }

  const OpenCvTree& tree_;
  std::size_t features_;
  std::vector<bool> node_reached_, leaf_reached_;
};

void check_stage(const OpenCvStage& stage, std::size_t s, std::size_t features) {
  check_model(!stage.trees.empty(), numbered("stage", s) + " has no trees");
  check_model(std::isfinite(stage.threshold), numbered("the threshold of stage", s) + " is not a number");
  for (std::size_t t = 0; t < stage.trees.size(); ++t) {
    try {
      TreeCheck(stage.trees[t], features).run();
    } catch (const Error& error) {
      throw Error(error.kind(), numbered("tree", t) + numbered(" of stage", s) + ": " + error.message());
    }
  }
}

void check_stages(const OpenCvCascadeParts& p, std::size_t features) {
  check_model(!p.stages.empty(), "it has no stages, so it would find everything");
  check_model(p.stages.size() <= OpenCvCascade::kMaxStages, "it has too many stages");
  std::size_t trees = 0, nodes = 0;
  for (const OpenCvStage& stage : p.stages) {
    trees += stage.trees.size();
    for (const OpenCvTree& tree : stage.trees) nodes += tree.nodes.size();
  }
  check_model(trees <= OpenCvCascade::kMaxTrees && nodes <= OpenCvCascade::kMaxNodes,
              "it has too many weak classifiers");
  for (std::size_t s = 0; s < p.stages.size(); ++s) check_stage(p.stages[s], s, features);
}

}  // namespace

OpenCvCascade::OpenCvCascade(OpenCvCascadeParts parts) : parts_(std::move(parts)) {
  const auto side_fits = [](int side) { return side >= kMinSide && side <= kMaxSide; };
  check_model(side_fits(parts_.width) && side_fits(parts_.height),
              "its window of " + std::to_string(parts_.width) + " x " + std::to_string(parts_.height) +
                  " pixels is out of range");
  check_model(parts_.label.size() <= kMaxLabelBytes, "its label is too long");
  check_stages(parts_, check_features(parts_));
}

std::size_t OpenCvCascade::feature_count() const {
  return std::visit([](const auto& features) { return features.size(); }, parts_.features);
}

std::size_t OpenCvCascade::tree_count() const {
  std::size_t trees = 0;
  for (const OpenCvStage& stage : stages()) trees += stage.trees.size();
  return trees;
}

bool OpenCvCascade::tilted() const { return has_haar() && std::ranges::any_of(haar(), &OpenCvHaar::tilted); }

}  // namespace ocelli::internal
