#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/scan_program.hpp"
#include "ocelli/imaging/integral_image.hpp"

/// The vector code for OpenCV cascades. Like scan_kernel, it is written once with Highway, compiled for every
/// instruction set and chosen at run time. Its numbers are those of OpenCV's scalar code, operation by
/// operation: responses in single precision, deviations and vote sums in double precision.
namespace ocelli::internal::opencv_kernel {

using scan_kernel::Survivors;

struct Corner {
  std::int16_t x, y;

  friend bool operator==(const Corner&, const Corner&) = default;
};

/// The layout of the corners of a Haar feature's rectangles. It determines how many loads a response needs.
enum class CornerShape : std::uint8_t {
  other,
  three_pairs,  ///< two rectangles side by side: two pairs of weight 1 and one of another weight
  four_pairs,   ///< two pairs of weight 1 and two of another weight
  six_pairs,    ///< four pairs of weight 1 and two of another weight
  /// Four squares: six pairs in which the first two share a corner, and so do the next two and the last two.
  /// They share it with the same sign: minus in the pairs of weight 1 and plus in the others, or vice versa.
  nine_corners,
};

/// A node in the layout of the kernels. Its corners are part of one list, in pairs whose differences are
/// summed:
/// - a Haar feature of a common shape: two or four pairs of weight 1, then two of another weight, one of
///   which may be zero
/// - another Haar feature whose response is exact in 32 bits: first the pairs of weight 1, then the others
/// - a Haar feature whose response is not exact: two pairs per rectangle
/// - a local binary pattern: the 4 x 4 corners of its blocks, row by row
struct NodeProgram {
  std::uint32_t corner_begin = 0, unit_end = 0, corner_end = 0;
  CornerShape shape = CornerShape::other;  ///< exact unless `other`; nearly all features have a common shape
  bool flipped = false;                    ///< nine corners, and the first two pairs share a plus
  bool exact = true;                       ///< the response is an integer that single precision represents
  bool tilted = false;
  float threshold = 0;
  CategorySet set{};
  std::uint32_t left_node = 0, right_node = 0;  ///< indices in the program; 0: leaf
  float left_vote = 0, right_vote = 0;          ///< if the child is a leaf

  bool common() const { return shape != CornerShape::other; }
};

/// A node of a common shape, resolved to the tables of a level: the table entries of its corners for the
/// window at place 0, and its parameters, adjacent in memory.
struct CommonNode {
  std::array<const std::int32_t*, 12> corners{};  ///< of its pairs; plus and minus swapped if flipped
  std::int32_t weight = 0;                        ///< of the last two pairs
  float threshold = 0, left_vote = 0, right_vote = 0;
  CornerShape shape = CornerShape::four_pairs;
  bool flipped = false;
};

/// Nodes, each parent before its children.
struct TreeProgram {
  enum class Shape { stump, left_pair, right_pair, other };

  std::uint32_t node_begin = 0, node_end = 0;
  /// Two common nodes, the second being the left or right child of the first, or any other tree.
  Shape shape = Shape::other;
};

struct StageProgram {
  std::uint32_t tree_begin = 0, tree_end = 0;
  std::uint32_t node_end = 0;  ///< of this stage and all before it
  float threshold = 0;
};

/// A cascade prepared for scanning.
struct Program {
  explicit Program(const OpenCvCascade& cascade);

  int width, height;
  bool haar, tilted;
  std::vector<Corner> corners;
  std::vector<float> weights;  ///< of each pair of corners
  std::vector<NodeProgram> nodes;
  std::vector<TreeProgram> trees;
  std::vector<StageProgram> stages;
  float flat_from = 0;  ///< windows with at least this inverse deviation have too little contrast
};

/// The offset of each corner of the program from the top left of a window in a level's tables
/// (scan_kernel::Offsets).
struct Offsets {
  std::vector<std::int32_t> corners;
  std::vector<CommonNode> nodes;  ///< set for nodes of a common shape
  std::size_t ready = 0;          ///< the number of nodes computed so far
  std::vector<std::int32_t> columns;
  std::int32_t inner[4] = {};  ///< corners of the window without its one-pixel border
};

/// The tables of one level, all with the same layout, and the offsets in them for windows of each column
/// phase.
struct Level {
  IntegralTable sum, squared, tilted;
  std::vector<Offsets> phases;

  /// Computes the tables that the program needs. Offsets are computed later by prepare().
  void assign(const Program& program, const cv::Mat& pixels, int column_phases);
  /// Computes the offsets of the nodes before `node_end`. Most levels need only the first stages.
  void prepare(const Program& program, std::size_t phase, std::size_t node_end);
};

/// Whether to evaluate the window to the right of one that the first stage rejected. OpenCV skips it.
enum class Neighbors { all, not_after_rejected };

/// Runs the first stages of the cascade (at least one) on `windows` adjacent windows from table entry `first`
/// on and appends those that pass. Requires capacity for `windows` more survivors.
void scan_row(const Program& program, Level& level, std::size_t first, std::size_t windows,
              Neighbors neighbors, std::span<const StageProgram> stages, Survivors& survivors);

/// Runs one stage on scattered windows of one phase. Keeps those that pass, in their order, with the vote sum
/// of the stage as their score.
void run_sparse_stage(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
                      Survivors& survivors);

}  // namespace ocelli::internal::opencv_kernel
