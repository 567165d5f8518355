#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ocelli::internal {

/// A rectangle of a Haar feature, in window pixels. Upright: its top left and its sides. Tilted by 45
/// degrees: its topmost corner, `w` pixels long to the lower right and `h` to the lower left.
struct OpenCvRect {
  int x = 0, y = 0, w = 0, h = 0;
  float weight = 0;  ///< of the sum of its pixels

  friend bool operator==(const OpenCvRect&, const OpenCvRect&) = default;
};

/// A weighted sum of pixel sums (Lienhart and Maydt 2002). The response is divided by the window's deviation
/// times the area of the window without its border of one pixel.
struct OpenCvHaar {
  std::vector<OpenCvRect> rects;  ///< one to three
  bool tilted = false;

  friend bool operator==(const OpenCvHaar&, const OpenCvHaar&) = default;
};

/// A local binary pattern of 3 x 3 blocks of w x h pixels each, the first with its top left at (x, y). The
/// response is a category of 8 bits: whether each block around the middle one, clockwise from the first,
/// which gives the highest bit, sums up to at least what the middle one does.
struct OpenCvLbp {
  int x = 0, y = 0, w = 0, h = 0;

  friend bool operator==(const OpenCvLbp&, const OpenCvLbp&) = default;
};

/// A set of categories, 0 to 255: category c is in it when bit c % 32 of word c / 32 is set.
using CategorySet = std::array<std::uint32_t, 8>;

/// A question about one feature. The window goes on to `left` when its response is below the threshold
/// (Haar), or in the set (LBP), and to `right` otherwise. A child above 0 is a node of the same tree, one of
/// 0 or below is leaf -child.
struct OpenCvNode {
  std::int32_t left = 0, right = -1;
  std::uint32_t feature = 0;
  float threshold = 0;  ///< of a Haar feature
  CategorySet set{};    ///< of a local binary pattern

  friend bool operator==(const OpenCvNode&, const OpenCvNode&) = default;
};

/// A weak classifier: nodes[0] is asked first, and the leaf reached is its vote. A stump has one node and two
/// leaves.
struct OpenCvTree {
  std::vector<OpenCvNode> nodes;
  std::vector<float> leaves;  ///< one more than nodes

  friend bool operator==(const OpenCvTree&, const OpenCvTree&) = default;
};

/// Starts anew: a window passes when the votes of this stage's trees alone sum up to at least `threshold`.
struct OpenCvStage {
  std::vector<OpenCvTree> trees;
  float threshold = 0;

  friend bool operator==(const OpenCvStage&, const OpenCvStage&) = default;
};

/// What a cascade of OpenCV's kind is made of. All features are of one kind.
struct OpenCvCascadeParts {
  int width = 0, height = 0;  ///< the window, in pixels
  std::string label;          ///< what it finds
  std::variant<std::vector<OpenCvHaar>, std::vector<OpenCvLbp>> features;
  std::vector<OpenCvStage> stages;

  friend bool operator==(const OpenCvCascadeParts&, const OpenCvCascadeParts&) = default;
};

/// A cascade as OpenCV 3 and 4 run it (CascadeClassifier) and opencv_traincascade trains it: Haar features or
/// local binary patterns, stumps or trees, stages that each start anew.
///
/// The score of a window that passes is the sum of its last stage. Immutable: share it among any number of
/// threads.
class OpenCvCascade {
 public:
  static constexpr int kMinSide = 3, kMaxSide = 1024;
  static constexpr std::size_t kMaxFeatures = 200'000, kMaxStages = 1'000;
  static constexpr std::size_t kMaxTrees = 100'000;      ///< of all stages
  static constexpr std::size_t kMaxNodes = 200'000;      ///< of all trees
  static constexpr std::size_t kMaxNodesOfTree = 1'024;  ///< a tree of depth 10
  static constexpr std::size_t kMaxRects = 3;            ///< of a Haar feature
  /// The sum of as many of these as a cascade may have is finite in single precision. Leaves of some
  /// millions are in use.
  static constexpr float kMaxVote = 1e30f;
  /// OpenCV lets windows pass whose sum is that much below the threshold of their stage.
  static constexpr float kSlack = 1e-5f;

  /// Throws Error(Kind::model), saying which feature, or which node of which tree of which stage is wrong
  /// how, unless every size, index and number is in range: rectangles and blocks inside the window, finite
  /// numbers, nodes that refer to features and leaves that are there, and to nodes that each have one parent:
  /// no node is reached twice.
  explicit OpenCvCascade(OpenCvCascadeParts parts);

  int width() const { return parts_.width; }
  int height() const { return parts_.height; }
  const std::string& label() const { return parts_.label; }
  bool has_haar() const { return std::holds_alternative<std::vector<OpenCvHaar>>(parts_.features); }
  /// Requires has_haar().
  const std::vector<OpenCvHaar>& haar() const { return std::get<std::vector<OpenCvHaar>>(parts_.features); }
  /// Requires that there are no Haar features.
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
