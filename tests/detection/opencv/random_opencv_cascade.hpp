#pragma once

#include <algorithm>
#include <cstdint>
#include <opencv2/core/types.hpp>
#include <utility>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/detection/opencv/opencv_cascade.hpp"

namespace ocelli::internal::test {

inline int below(Random& random, int count) {
  return static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
}

/// A rectangle anywhere in the window, upright or tilted.
inline OpenCvRect random_rect(cv::Size window, bool tilted, float weight, Random& random) {
  if (!tilted) {
    const int w = 1 + below(random, window.width), h = 1 + below(random, window.height);
    return {below(random, window.width - w + 1), below(random, window.height - h + 1), w, h, weight};
  }
  const int w = 1 + below(random, window.width / 2), h = 1 + below(random, window.height - w);
  const int height = std::min(h, window.width - w);
  return {height + below(random, window.width - w - height + 1),
          below(random, window.height - w - height + 1), w, height, weight};
}

/// Two or three rectangles. In every fourth feature the weights are not whole numbers.
inline OpenCvHaar random_haar(cv::Size window, Random& random) {
  OpenCvHaar feature{.rects = {}, .tilted = below(random, 3) == 0};
  const float share = below(random, 4) == 0 ? 0.3f : 1;
  feature.rects.push_back(random_rect(window, feature.tilted, -share, random));
  for (int r = 1 + below(random, 2); r > 0; --r) {
    const float weight = share * static_cast<float>(1 + below(random, 3));
    feature.rects.push_back(random_rect(window, feature.tilted, weight, random));
  }
  return feature;
}

inline OpenCvLbp random_lbp(cv::Size window, Random& random) {
  const int w = 1 + below(random, window.width / 3), h = 1 + below(random, window.height / 3);
  return {below(random, window.width - 3 * w + 1), below(random, window.height - 3 * h + 1), w, h};
}

/// A tree of one to four nodes of any shape.
inline OpenCvTree random_tree(std::size_t features, Random& random) {
  constexpr std::int32_t kNone = 0;
  const int count = 1 + below(random, 4);
  OpenCvTree tree;
  for (std::int32_t n = 0; n < count; ++n) {
    OpenCvNode node{.left = kNone,
                    .right = kNone,
                    .feature = static_cast<std::uint32_t>(random.below(features)),
                    .threshold = static_cast<float>(random.uniform(-0.3, 0.5))};
    for (std::uint32_t& word : node.set) word = static_cast<std::uint32_t>(random.below(1ull << 32));
    // Below a node that has a child to spare.
    for (bool placed = n == 0; !placed;) {
      OpenCvNode& parent = tree.nodes[random.below(tree.nodes.size())];
      std::int32_t& child = below(random, 2) == 0 ? parent.left : parent.right;
      placed = child == kNone;
      if (placed) child = n;
    }
    tree.nodes.push_back(node);
  }
  for (OpenCvNode& node : tree.nodes) {
    for (std::int32_t* const child : {&node.left, &node.right}) {
      if (*child != kNone) continue;
      *child = -static_cast<std::int32_t>(tree.leaves.size());
      tree.leaves.push_back(static_cast<float>(random.uniform(-1, 1)));
    }
  }
  return tree;
}

/// A cascade of random votes, of which each stage passes some windows of noise.
inline OpenCvCascadeParts random_opencv_cascade(cv::Size window, bool haar, std::size_t stages,
                                                std::uint64_t seed) {
  constexpr std::size_t kFeatures = 20, kTrees = 3;
  Random random(seed);
  OpenCvCascadeParts parts{
      .width = window.width, .height = window.height, .label = "thing", .features = {}, .stages = {}};
  std::vector<OpenCvHaar> haar_features;
  std::vector<OpenCvLbp> lbp_features;
  for (std::size_t f = 0; f < kFeatures; ++f) {
    haar_features.push_back(random_haar(window, random));
    lbp_features.push_back(random_lbp(window, random));
  }
  if (haar) {
    parts.features = std::move(haar_features);
  } else {
    parts.features = std::move(lbp_features);
  }
  for (std::size_t s = 0; s < stages; ++s) {
    OpenCvStage stage{.trees = {}, .threshold = -0.4f};
    for (std::size_t t = 0; t < kTrees; ++t) stage.trees.push_back(random_tree(kFeatures, random));
    parts.stages.push_back(std::move(stage));
  }
  return parts;
}

}  // namespace ocelli::internal::test
