#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/detection/opencv/opencv_kernel.hpp"

namespace ocelli::internal::opencv_kernel {
namespace {

/// The corners of a rectangle as two pairs. Its sum is first - second + third - fourth.
std::array<Corner, 4> corners_of(const OpenCvRect& r, bool tilted) {
  const auto corner = [](int x, int y) {
    return Corner{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
  };
  if (tilted) {
    return {corner(r.x, r.y), corner(r.x - r.h, r.y + r.h), corner(r.x + r.w - r.h, r.y + r.w + r.h),
            corner(r.x + r.w, r.y + r.w)};
  }
  return {corner(r.x, r.y), corner(r.x + r.w, r.y), corner(r.x + r.w, r.y + r.h), corner(r.x, r.y + r.h)};
}

/// Whether every partial sum of the response is an integer that single precision represents, so that the
/// order of summation does not matter.
bool is_exact(const OpenCvHaar& feature) {
  constexpr double kMax = 1 << 24;
  double max = 0;
  for (const OpenCvRect& rect : feature.rects) {
    if (rect.weight != std::floor(rect.weight)) return false;
    const double pixels = static_cast<double>(rect.w) * rect.h * (feature.tilted ? 2 : 1);
    max += 255 * pixels * std::abs(rect.weight);
  }
  return max <= kMax;
}

struct WeightedPair {
  Corner plus, minus;
  int weight;
};

/// Rectangles share corners. The weights of all corners sum to zero, so each corner of positive weight has
/// partners of negative weight.
std::vector<WeightedPair> shared_pairs(const OpenCvHaar& feature) {
  std::map<std::pair<int, int>, int> weights;
  for (const OpenCvRect& rect : feature.rects) {
    int sign = 1;
    for (const Corner corner : corners_of(rect, feature.tilted)) {
      weights[{corner.y, corner.x}] += sign * static_cast<int>(rect.weight);
      sign = -sign;
    }
  }
  const auto take = [&](auto from, auto to, int weight, std::vector<WeightedPair>& pairs) {
    const auto corner = [](const auto& at) {
      return Corner{static_cast<std::int16_t>(at->first.second), static_cast<std::int16_t>(at->first.first)};
    };
    pairs.push_back({corner(from), corner(to), weight});
    from->second -= weight;
    to->second += weight;
  };
  std::vector<WeightedPair> pairs;
  const auto pair_up = [&](bool alike_alone) {
    for (auto plus = weights.begin(); plus != weights.end(); ++plus) {
      for (auto minus = weights.begin(); minus != weights.end() && plus->second > 0; ++minus) {
        if (minus->second >= 0 || (alike_alone && plus->second != -minus->second)) continue;
        take(plus, minus, std::min(plus->second, -minus->second), pairs);
      }
    }
  };
  pair_up(true);
  pair_up(false);
  std::stable_partition(pairs.begin(), pairs.end(),
                        [](const WeightedPair& pair) { return pair.weight == 1; });
  return pairs;
}

/// Whether there are at most four pairs of weight 1 and two of another weight.
bool is_common(std::span<const WeightedPair> pairs) {
  const auto others = std::ranges::find_if(pairs, [](const WeightedPair& pair) { return pair.weight != 1; });
  if (others - pairs.begin() > 4 || pairs.end() - others > 2) return false;
  return std::all_of(others, pairs.end(),
                     [&](const WeightedPair& pair) { return pair.weight == others->weight; });
}

/// Pads to two or four pairs of weight 1 and two of the other weight. Missing pairs are one corner twice.
std::vector<WeightedPair> padded(std::span<const WeightedPair> pairs) {
  std::vector<WeightedPair> units, others;
  for (const WeightedPair& pair : pairs) (pair.weight == 1 ? units : others).push_back(pair);
  units.resize(units.size() > 2 ? 4 : 2, {.plus = {0, 0}, .minus = {0, 0}, .weight = 1});
  others.resize(2, {.plus = {0, 0}, .minus = {0, 0}, .weight = others.empty() ? 0 : others.front().weight});
  units.insert(units.end(), others.begin(), others.end());
  return units;
}

/// Whether the first two of six pairs share `in_units`, the next two do too, and the last two share
/// `in_others`.
bool share(std::span<const WeightedPair> pairs, Corner WeightedPair::*in_units,
           Corner WeightedPair::*in_others) {
  const auto shared = [&](std::size_t p, Corner WeightedPair::*corner) {
    return pairs[p].*corner == pairs[p + 1].*corner;
  };
  return shared(0, in_units) && shared(2, in_units) && shared(4, in_others);
}

/// Requires padded pairs of a common shape.
void set_shape(std::span<const WeightedPair> pairs, NodeProgram& node) {
  if (pairs.size() == 4) {
    const bool is_padding = pairs[3].plus == pairs[3].minus;
    node.shape = is_padding ? CornerShape::three_pairs : CornerShape::four_pairs;
    return;
  }
  node.flipped = share(pairs, &WeightedPair::plus, &WeightedPair::minus);
  const bool is_nine = node.flipped || share(pairs, &WeightedPair::minus, &WeightedPair::plus);
  node.shape = is_nine ? CornerShape::nine_corners : CornerShape::six_pairs;
}

}  // namespace

/// Builds a program, tree by tree.
class Compiler {
 public:
  Compiler(const OpenCvCascade& cascade, Program& program) : cascade_(cascade), program_(program) {}

  void run() {
    for (const OpenCvStage& stage : cascade_.stages()) {
      const auto first = static_cast<std::uint32_t>(program_.trees.size());
      for (const OpenCvTree& tree : stage.trees) add(tree);
      program_.stages.push_back({.tree_begin = first,
                                 .tree_end = static_cast<std::uint32_t>(program_.trees.size()),
                                 .node_end = static_cast<std::uint32_t>(program_.nodes.size()),
                                 .threshold = stage.threshold - OpenCvCascade::kSlack});
    }
  }

 private:
  void add(const OpenCvTree& tree) {
    const auto first = static_cast<std::uint32_t>(program_.nodes.size());
    // Breadth first, so that parents come before their children.
    std::vector<std::int32_t> order{0};
    for (std::size_t i = 0; i < order.size(); ++i) {
      const OpenCvNode& node = tree.nodes[static_cast<std::size_t>(order[i])];
      NodeProgram compiled = node_of(node);
      const auto follow = [&](std::int32_t child, std::uint32_t& place, float& vote) {
        if (child <= 0) {
          vote = tree.leaves[static_cast<std::size_t>(-child)];
          return;
        }
        place = first + static_cast<std::uint32_t>(order.size());
        order.push_back(child);
      };
      follow(node.left, compiled.left_node, compiled.left_vote);
      follow(node.right, compiled.right_node, compiled.right_vote);
      program_.nodes.push_back(compiled);
    }
    program_.trees.push_back({first, static_cast<std::uint32_t>(program_.nodes.size()), shape_from(first)});
  }

  TreeProgram::Shape shape_from(std::uint32_t first) const {
    const auto nodes = std::span(program_.nodes).subspan(first);
    if (nodes.size() > 2 || !std::ranges::all_of(nodes, &NodeProgram::common))
      return TreeProgram::Shape::other;
    if (nodes.size() == 1) return TreeProgram::Shape::stump;
    return nodes[0].left_node > 0 ? TreeProgram::Shape::left_pair : TreeProgram::Shape::right_pair;
  }

  NodeProgram node_of(const OpenCvNode& node) {
    NodeProgram compiled{.corner_begin = static_cast<std::uint32_t>(program_.corners.size()),
                         .threshold = node.threshold,
                         .set = node.set};
    if (cascade_.has_haar()) {
      add_haar(cascade_.haar()[node.feature], compiled);
    } else {
      add_lbp(cascade_.lbp()[node.feature]);
    }
    compiled.corner_end = static_cast<std::uint32_t>(program_.corners.size());
    program_.weights.resize(program_.corners.size() / 2, 1.0f);
    return compiled;
  }

  void add_haar(const OpenCvHaar& feature, NodeProgram& node) {
    node.tilted = feature.tilted;
    node.exact = is_exact(feature);
    node.unit_end = node.corner_begin;
    if (!node.exact) {
      for (const OpenCvRect& rect : feature.rects) {
        for (const Corner corner : corners_of(rect, feature.tilted)) program_.corners.push_back(corner);
        program_.weights.insert(program_.weights.end(), 2, rect.weight);
      }
      return;
    }
    std::vector<WeightedPair> pairs = shared_pairs(feature);
    if (is_common(pairs)) {
      pairs = padded(pairs);
      set_shape(pairs, node);
    }
    for (const WeightedPair& pair : pairs) {
      program_.corners.insert(program_.corners.end(), {pair.plus, pair.minus});
      program_.weights.push_back(static_cast<float>(pair.weight));
      if (pair.weight == 1) node.unit_end += 2;
    }
  }

  void add_lbp(const OpenCvLbp& feature) {
    for (int row = 0; row < 4; ++row) {
      for (int column = 0; column < 4; ++column) {
        program_.corners.push_back({static_cast<std::int16_t>(feature.x + column * feature.w),
                                    static_cast<std::int16_t>(feature.y + row * feature.h)});
      }
    }
  }

  const OpenCvCascade& cascade_;
  Program& program_;
};

Program::Program(const OpenCvCascade& cascade)
    : width(cascade.width()), height(cascade.height()), haar(cascade.has_haar()), tilted(cascade.tilted()) {
  Compiler(cascade, *this).run();
  flat_from = std::numeric_limits<float>::infinity();
  if (!haar) return;
  // OpenCV rejects windows with a standard deviation, without the window's border, of 10 or less.
  const double area = static_cast<double>(width - 2) * static_cast<double>(height - 2);
  flat_from = static_cast<float>(0.1 / area);
  while (area * static_cast<double>(flat_from) < 0.1) flat_from = std::nextafter(flat_from, 1.0f);
  while (area * static_cast<double>(std::nextafter(flat_from, 0.0f)) >= 0.1)
    flat_from = std::nextafter(flat_from, 0.0f);
}

void Level::assign(const Program& program, const cv::Mat& pixels, int column_phases) {
  if (program.haar) {
    integrate(pixels, sum, squared, column_phases);
  } else {
    integrate(pixels, sum, column_phases);
  }
  if (program.tilted) integrate_tilted(pixels, tilted, column_phases);
  phases.resize(static_cast<std::size_t>(column_phases));
  const auto row = static_cast<std::int32_t>(sum.stride());
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    Offsets& at = phases[phase];
    const int left = static_cast<int>(phase);
    at.corners.resize(program.corners.size());
    at.nodes.resize(program.haar ? program.nodes.size() : 0);
    at.ready = 0;
    at.columns.clear();
    for (int x = 0; x <= program.width; ++x) {
      at.columns.push_back(static_cast<std::int32_t>(sum.index(0, left + x)) -
                           static_cast<std::int32_t>(sum.index(0, left)));
    }
    const std::int32_t right = at.columns[static_cast<std::size_t>(program.width - 1)];
    const std::int32_t bottom = row * (program.height - 1);
    std::ranges::copy(std::array{row + at.columns[1], row + right, bottom + at.columns[1], bottom + right},
                      at.inner);
  }
}

void Level::prepare(const Program& program, std::size_t phase, std::size_t node_end) {
  Offsets& at = phases[phase];
  if (at.ready >= node_end) return;
  const auto row = static_cast<std::int32_t>(sum.stride());
  const std::ptrdiff_t from = program.nodes[at.ready].corner_begin,
                       to = program.nodes[node_end - 1].corner_end;
  std::transform(program.corners.begin() + from, program.corners.begin() + to, at.corners.begin() + from,
                 [row, columns = at.columns.data()](Corner c) { return c.y * row + columns[c.x]; });
  for (std::size_t n = at.ready; n < node_end; ++n) {
    const NodeProgram& node = program.nodes[n];
    if (!node.common()) continue;
    const auto* const table = reinterpret_cast<const std::int32_t*>((node.tilted ? tilted : sum).data());
    CommonNode& common = at.nodes[n];
    const std::size_t corners = node.corner_end - node.corner_begin;
    common.shape = node.shape;
    common.flipped = node.flipped;
    const std::size_t other_of_pair = node.flipped ? 1 : 0;
    for (std::size_t c = 0; c < corners; ++c)
      common.corners[c] = table + at.corners[node.corner_begin + (c ^ other_of_pair)];
    common.weight = static_cast<std::int32_t>(program.weights[node.corner_end / 2 - 1]);
    common.threshold = node.threshold;
    common.left_vote = node.left_vote;
    common.right_vote = node.right_vote;
  }
  at.ready = node_end;
}

}  // namespace ocelli::internal::opencv_kernel
