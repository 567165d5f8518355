#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/detection/scan_kernel.hpp"
#include "ocelli/imaging/integral_image.hpp"

/// The vector code for cascades of OpenCV's kind. As scan_kernel: written once with Highway, compiled for every instruction
/// set, chosen at run time. Its numbers are those of OpenCV's scalar code, operation by operation: responses in single precision,
/// deviations and sums of votes in double precision.
namespace ocelli::opencv_kernel {

using scan_kernel::Survivors;

struct Corner {
  std::int16_t x, y;
};

/// A node as the kernels read it. Its corners lie in one list, in pairs whose difference counts:
/// of a Haar feature of the common shape, two pairs of weight 1 and two of another weight;
/// of any other whose response is exact in 32 bits, first pairs of weight 1, then others; of one whose response is not, two pairs a rectangle;
/// of a local binary pattern, the 4 x 4 corners of its blocks, row by row.
struct NodeProgram {
  std::uint32_t corner_begin = 0, unit_end = 0, corner_end = 0;
  bool common = false;  ///< of the common shape, which is exact and covers nearly all features
  bool exact = true;    ///< the response is a whole number that single precision holds
  bool tilted = false;
  float threshold = 0;
  CategorySet set{};
  std::uint32_t left_node = 0, right_node = 0;  ///< of the program; 0: a leaf
  float left_vote = 0, right_vote = 0;          ///< of the leaf
};

/// A node of a feature of the common shape in the tables of a level: where its corners lie from the table's first entry on, and all
/// that is asked of it, side by side in memory.
struct CommonNode {
  std::array<const std::int32_t*, 8> corners{};
  std::int32_t weight = 0;  ///< of the last two pairs
  float threshold = 0, left_vote = 0, right_vote = 0;
};

/// Nodes in an order where parents come before their children.
struct TreeProgram {
  enum class Shape { stump, left_pair, right_pair, other };

  std::uint32_t node_begin = 0, node_end = 0;
  Shape shape = Shape::
      other;  ///< one of common nodes, with the second below the first one's left or right; or any other
};

struct StageProgram {
  std::uint32_t tree_begin = 0, tree_end = 0;
  std::uint32_t node_end = 0;  ///< the nodes of this stage and all before it
  float threshold = 0;
};

/// A cascade turned for scanning.
struct Program {
  explicit Program(const OpenCvCascade& cascade);

  int width, height;
  bool haar, tilted;
  std::vector<Corner> corners;
  std::vector<float> weights;  ///< of each pair of corners, or of each two of them (NodeProgram)
  std::vector<NodeProgram> nodes;
  std::vector<TreeProgram> trees;
  std::vector<StageProgram> stages;
  float flat_from = 0;  ///< windows with an inverse deviation from here on are flat, and do not pass
};

/// Where, from a window's top left, each corner of the program lies in a level's tables (scan_kernel::Offsets).
struct Offsets {
  std::vector<std::int32_t> corners;
  std::vector<CommonNode> nodes;  ///< filled in where they are of the common shape
  std::size_t ready = 0;          ///< so many nodes are known
  std::vector<std::int32_t> columns;
  std::int32_t inner[4] = {};  ///< corners of the window without its border of one pixel
};

/// The tables of one pyramid level, all in one layout, and the offsets in them for windows of each column phase.
struct Level {
  IntegralTable sum, squared, tilted;
  std::vector<Offsets> phases;

  /// Sums up a level's pixels, as far as the program asks for it. No corner's offset is known yet.
  void assign(const Program& program, const cv::Mat& pixels, int column_phases);
  /// Fills in the offsets that the first nodes ask for.
  void prepare(const Program& program, std::size_t phase, std::size_t node_end);
};

/// Whether a window right of one that the first stage refused is looked at. OpenCV passes over it.
enum class Neighbours { all, not_after_refused };

/// Runs the cascade's first stages, one at least, on the `windows` windows that lie side by side from table entry `first` on
/// and appends those that pass. Requires room for `windows` more survivors.
void scan_row(const Program& program, Level& level, std::size_t first, std::size_t windows,
              Neighbours neighbours, std::span<const StageProgram> stages, Survivors& survivors);

/// Runs one stage on scattered windows of one phase and keeps those that pass, in their order, with its sum as their score.
void sift(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
          Survivors& survivors);

}  // namespace ocelli::opencv_kernel
