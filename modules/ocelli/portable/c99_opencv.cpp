#include "ocelli/portable/c99_header.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/opencv_kernel.hpp"
#include "ocelli/portable/c99_detector_text.hpp"
#include "ocelli/portable/c99_text.hpp"

namespace ocelli::internal {
namespace {

using c99::braces;
using c99::Cells;
using c99::digits;
using opencv_kernel::NodeProgram;
using opencv_kernel::Program;

constexpr int kSideLimit = 255;
constexpr double kMaxDeviation = 127.5;  ///< of pixels: half of them 0, half 255

/// The squared deviation times squared area of windows ("spread", c99/opencv_cascade.h): the range of
/// contrasts, and its root in fixed point.
struct Spread {
  explicit Spread(const Program& program) : flat_from(program.flat_from) {
    const double area = static_cast<double>(program.width - 2) * static_cast<double>(program.height - 2);
    max_root = kMaxDeviation * area;
    while (is_flat(min)) min *= 2;
    for (std::int64_t step = min / 2; step > 0; step /= 2) {
      if (!is_flat(min - step)) min -= step;
    }
    constexpr int kRootBits = 48;
    while (std::ldexp(max_root * max_root, root_shift + 2) < std::ldexp(1.0, kRootBits)) root_shift += 2;
  }
  /// Like the program.
  bool is_flat(std::int64_t spread) const {
    return static_cast<float>(1 / std::sqrt(static_cast<double>(spread))) >= flat_from;
  }

  float flat_from;
  std::int64_t min = 1;
  double max_root = 0;
  int root_shift = 0;
};

/// A threshold in the form that the C code compares with. Thresholds beyond all responses, or closer to zero
/// than the smallest, are moved closer to them.
struct Threshold {
  Threshold(float threshold, const Spread& spread) {
    constexpr double kMaxResponse = 1 << 24, kFraction = 256;
    const double beyond_all = 2 * kMaxResponse / std::sqrt(static_cast<double>(spread.min)),
                 below_all = 0.25 / spread.max_root;
    const double size = std::clamp(std::abs(static_cast<double>(threshold)), below_all, beyond_all);
    const c99::Real real = c99::real(threshold == 0 ? 0 : static_cast<float>(std::copysign(size, threshold)));
    mantissa = real.mantissa;
    shift = threshold == 0 ? 0 : spread.root_shift / 2 - 8 - real.exponent;
    // The root is rounded down, and so is the product. Responses and thresholds differ by three roundings to
    // 24 bits.
    const double root_error = size * std::ldexp(kFraction, -spread.root_shift / 2);
    const double rounding = std::ldexp(size * spread.max_root * kFraction, -21);
    margin = static_cast<int>(std::min(std::ceil(root_error + rounding) + 2, 65535.0));
  }

  int mantissa = 0, shift = 0, margin = 0;
};

/// A cascade's tables.
class OpenCvTables {
 public:
  OpenCvTables(const OpenCvCascade& cascade, std::string name)
      : program_(cascade), spread_(program_), name_(std::move(name)) {
    require(cascade.width() <= kSideLimit && cascade.height() <= kSideLimit, Kind::usage,
            "C99 supports OpenCV cascades with windows of up to 255 x 255 pixels");
  }

  std::string text() const {
    const c99::ScoreScale scale = score_scale();
    return nodes() + branches(scale) + trees() + stages(scale) + detector(scale);
  }
  /// Tables of sums that the features use.
  int sum_tables() const { return 1 + static_cast<int>(program_.haar) + static_cast<int>(program_.tilted); }

 private:
  /// Sums of votes are exact in double precision, as in OpenCV, so integers give the same sums.
  c99::ScoreScale score_scale() const {
    constexpr double kMaxExact = 1LL << 53;
    std::vector<float> votes;
    for (const NodeProgram& node : program_.nodes)
      votes.insert(votes.end(), {node.left_vote, node.right_vote});
    const double max = c99::max_score(votes, 2);
    const c99::ScoreScale scale = c99::score_scale(votes, max);
    require(
        std::ldexp(max, scale.bits) < kMaxExact, Kind::usage,
        "the votes of the OpenCV cascade differ too much in magnitude: C99 adds them exactly, OpenCV rounds");
    return scale;
  }

  std::string nodes() const { return program_.haar ? haar_nodes() : lbp_nodes(); }

  std::string haar_nodes() const {
    Cells nodes, corners;
    for (const NodeProgram& node : program_.nodes) {
      require(node.exact, Kind::usage,
              "C99 supports OpenCV cascades whose rectangles have integer weights and sums below "
              "2^24");
      add_corners(node, corners);
      const Threshold threshold(node.threshold, spread_);
      nodes.push_back(braces({digits(corners.size()), digits(threshold.mantissa), digits(threshold.margin),
                              digits(threshold.shift), digits(static_cast<int>(node.tilted))}));
    }
    return c99::table("ocelli_corner", name_ + "_corners", corners) +
           c99::table("ocelli_haar_node", name_ + "_nodes", nodes);
  }

  /// The corners of a node's pairs, merged when they have the same position.
  void add_corners(const NodeProgram& node, Cells& cells) const {
    std::map<std::pair<int, int>, int> weights;
    for (std::uint32_t c = node.corner_begin; c < node.corner_end; ++c) {
      const auto [x, y] = program_.corners[c];
      const int weight = static_cast<int>(program_.weights[c / 2]);
      weights[{y, x}] += c % 2 == 0 ? weight : -weight;
    }
    for (const auto& [place, weight] : weights) c99::add_corner(place.second, place.first, weight, cells);
  }

  std::string lbp_nodes() const {
    Cells cells;
    for (const NodeProgram& node : program_.nodes) {
      const opencv_kernel::Corner first = program_.corners[node.corner_begin],
                                  second = program_.corners[node.corner_begin + 5];
      std::string set;
      for (const std::uint32_t word : node.set) set += (set.empty() ? "{" : ", ") + digits(word) + "U";
      cells.push_back(braces({digits(first.x), digits(first.y), digits(second.x - first.x),
                              digits(second.y - first.y), set + "}"}));
    }
    return c99::table("ocelli_lbp_node", name_ + "_nodes", cells);
  }

  std::string branches(c99::ScoreScale scale) const {
    Cells cells;
    for (const opencv_kernel::TreeProgram& tree : program_.trees) {
      const auto child = [&](std::uint32_t node) { return digits(node == 0 ? 0 : node - tree.node_begin); };
      for (std::uint32_t n = tree.node_begin; n < tree.node_end; ++n) {
        const NodeProgram& node = program_.nodes[n];
        cells.push_back(braces({child(node.left_node), child(node.right_node),
                                digits(scale.vote(node.left_vote)), digits(scale.vote(node.right_vote))}));
      }
    }
    return c99::table("ocelli_branch", name_ + "_branches", cells);
  }

  std::string trees() const {
    Cells cells;
    for (const auto& tree : program_.trees) cells.push_back(digits(tree.node_end - tree.node_begin));
    return c99::table("uint16_t", name_ + "_trees", cells);
  }

  std::string stages(c99::ScoreScale scale) const {
    Cells cells;
    for (const auto& stage : program_.stages)
      cells.push_back(
          braces({digits(stage.tree_end), "INT64_C(" + digits(scale.threshold(stage.threshold)) + ")"}));
    return c99::table("ocelli_stage", name_ + "_stages", cells);
  }

  std::string detector(c99::ScoreScale scale) const {
    const std::string tables =
        program_.haar ? name_ + "_nodes, " + name_ + "_corners, 0" : "0, 0, " + name_ + "_nodes";
    std::string text = "static const ocelli_opencv_cascade " + name_ + "_detector = {\n";
    text +=
        "  " + digits(program_.width) + ", " + digits(program_.height) + ",  /* pixels of the window */\n";
    text += "  " + digits(program_.stages.size()) + ",  /* stages */\n";
    text += "  " + digits(scale.bits) + ",  /* bits of a score below 1 */\n";
    text += "  " + digits(spread_.root_shift) + ", INT64_C(" + digits(spread_.min) +
            "),  /* of spreads: how far they are shifted, the least */\n";
    text += "  " + digits(static_cast<int>(program_.tilted)) + ",  /* whether any feature is tilted */\n";
    text += "  " + name_ + "_stages, " + name_ + "_trees, " + name_ + "_branches, " + tables + "};\n";
    return text;
  }

  Program program_;
  Spread spread_;
  std::string name_;
};

}  // namespace

std::string c99_header(const OpenCvModel& model, std::string_view file_name) {
  const OpenCvCascade& cascade = model.cascade;
  const std::string name = c99::identifier(file_name);
  const OpenCvTables tables(cascade, name);
  return c99::text(c99::DetectorHeader{
      .name = name,
      .label = cascade.label(),
      .parts = {c99::k_arithmetic, c99::k_real, c99::k_cascade, c99::k_windows, c99::k_work, c99::k_group,
                c99::k_opencv_levels, c99::k_opencv_cascade, c99::k_opencv_detect},
      .tables = tables.text(),
      .function = "ocelli_detect_opencv",
      .work_bytes = "OCELLI_OPENCV_WORK_BYTES(width, height, " + digits(cascade.height()) + ", " +
                    digits(tables.sum_tables()) + ")",
      .window_width = cascade.width()});
}

}  // namespace ocelli::internal
