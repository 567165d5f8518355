#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ocelli::internal {

/// A rectangle of a Haar feature, in window pixels. Upright: x and y are its top left corner. Tilted by 45
/// degrees: x and y are its topmost corner, and it extends `w` pixels to the lower right and `h` to the lower
/// left.
struct OpenCvRect {
  int x = 0, y = 0, w = 0, h = 0;
  float weight = 0;  ///< of the sum of its pixels

  friend bool operator==(const OpenCvRect&, const OpenCvRect&) = default;
};

/// A weighted sum of pixel sums (Lienhart and Maydt 2002). The response is divided by the window's deviation
/// times the area of the window without its one-pixel border.
struct OpenCvHaar {
  std::vector<OpenCvRect> rects;  ///< one to three
  bool tilted = false;

  friend bool operator==(const OpenCvHaar&, const OpenCvHaar&) = default;
};

/// A local binary pattern of 3 x 3 blocks of w x h pixels each. The first block has its top left at (x, y).
/// The response is an 8-bit category: each bit tells whether an outer block sums to at least the sum of the
/// middle block. The bits run clockwise from the first block, highest bit first.
struct OpenCvLbp {
  int x = 0, y = 0, w = 0, h = 0;

  friend bool operator==(const OpenCvLbp&, const OpenCvLbp&) = default;
};

/// A set of categories, 0 to 255: category c is in it when bit c % 32 of word c / 32 is set.
using CategorySet = std::array<std::uint32_t, 8>;

/// A test of one feature. The window goes to `left` if its response is below the threshold (Haar) or in the
/// set (LBP), and to `right` otherwise. A positive child is a node of the same tree; a child of 0 or below is
/// leaf -child.
struct OpenCvNode {
  std::int32_t left = 0, right = -1;
  std::uint32_t feature = 0;
  float threshold = 0;  ///< of a Haar feature
  CategorySet set{};    ///< of a local binary pattern

  friend bool operator==(const OpenCvNode&, const OpenCvNode&) = default;
};

/// A weak classifier: evaluation starts at nodes[0], and the leaf reached is its vote. A stump has one node
/// and two leaves.
struct OpenCvTree {
  std::vector<OpenCvNode> nodes;
  std::vector<float> leaves;  ///< one more than nodes

  friend bool operator==(const OpenCvTree&, const OpenCvTree&) = default;
};

/// Each stage starts from 0: a window passes if the votes of this stage's trees alone sum to at least
/// `threshold`.
struct OpenCvStage {
  std::vector<OpenCvTree> trees;
  float threshold = 0;

  friend bool operator==(const OpenCvStage&, const OpenCvStage&) = default;
};

/// The parameters of an OpenCV cascade. All features are of one kind.
struct OpenCvCascadeParts {
  int width = 0, height = 0;  ///< the window, in pixels
  std::string label;          ///< of the objects to detect
  std::variant<std::vector<OpenCvHaar>, std::vector<OpenCvLbp>> features;
  std::vector<OpenCvStage> stages;

  friend bool operator==(const OpenCvCascadeParts&, const OpenCvCascadeParts&) = default;
};

/// A cascade as OpenCV 3 and 4 run it (CascadeClassifier) and opencv_traincascade trains it: Haar features or
/// local binary patterns, stumps or trees, and stages that each start from 0.
///
/// The score of a window that passes is the vote sum of its last stage. Immutable and thread-safe.
class OpenCvCascade {
 public:
  static constexpr int kMinSide = 3, kMaxSide = 1024;
  static constexpr std::size_t kMaxFeatures = 200'000, kMaxStages = 1'000;
  static constexpr std::size_t kMaxTrees = 100'000;      ///< of all stages
  static constexpr std::size_t kMaxNodes = 200'000;      ///< of all trees
  static constexpr std::size_t kMaxNodesOfTree = 1'024;  ///< a tree of depth 10
  static constexpr std::size_t kMaxRects = 3;            ///< of a Haar feature
  /// The sum of as many of these as a cascade may have is finite in single precision. Real cascades have
  /// leaves of several million.
  static constexpr float kMaxVote = 1e30f;
  /// OpenCV passes windows whose sum is below the threshold of the stage by up to this much.
  static constexpr float kSlack = 1e-5f;

  /// Throws Error(Kind::model), naming the feature, or the node, tree and stage at fault, unless every size,
  /// index and number is in range: rectangles and blocks inside the window, finite numbers, nodes that refer
  /// to existing features and leaves, and child nodes with exactly one parent, so that no node is reached
  /// twice.
  explicit OpenCvCascade(OpenCvCascadeParts parts);

  int width() const { return parts_.width; }
  int height() const { return parts_.height; }
  const std::string& label() const { return parts_.label; }
  bool has_haar() const { return std::holds_alternative<std::vector<OpenCvHaar>>(parts_.features); }
  /// Requires has_haar().
  const std::vector<OpenCvHaar>& haar() const { return std::get<std::vector<OpenCvHaar>>(parts_.features); }
  /// Requires LBP features.
  const std::vector<OpenCvLbp>& lbp() const { return std::get<std::vector<OpenCvLbp>>(parts_.features); }
  std::size_t feature_count() const;
  std::size_t tree_count() const;
  /// Whether any feature is tilted.
  bool tilted() const;
  const std::vector<OpenCvStage>& stages() const { return parts_.stages; }
  const OpenCvCascadeParts& parts() const { return parts_; }

  friend bool operator==(const OpenCvCascade&, const OpenCvCascade&) = default;

 private:
  OpenCvCascadeParts parts_;
};

}  // namespace ocelli::internal
