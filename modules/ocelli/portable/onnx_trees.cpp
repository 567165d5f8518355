#include <algorithm>
#include <cstdint>
#include <vector>

#include "ocelli/portable/onnx_features.hpp"

namespace ocelli::internal::onnx {
namespace {

/// The branches of all trees, then the leaves of all trees, as tables that nodes index. A leaf leads to
/// itself.
struct NodeTables {
  Sizes first, second, below, above, leaf, roots;
  std::vector<double> first_scale, second_scale, threshold;
  std::size_t steps = 0;  ///< on the longest path
  bool has_pairs = false, has_scales = false;
};

NodeTables tables_of(const TreeFeatures& features) {
  std::size_t branches = 0;
  for (std::size_t t = 0; t < features.groups(); ++t) branches += features.tree(t).size();
  NodeTables tables;
  for (std::size_t t = 0; t < features.groups(); ++t) {
    const auto root = static_cast<std::int64_t>(tables.first.size());
    const auto node = [&](std::int32_t to) {
      return to < 0 ? extent(branches + t * features.width()) + ~to : root + to;
    };
    tables.roots.push_back(root);
    tables.steps = std::max(tables.steps, longest_path(features.tree(t)));
    for (const TreeBranch& branch : features.tree(t)) {
      tables.first.push_back(branch.first);
      tables.second.push_back(branch.second);
      tables.first_scale.push_back(static_cast<double>(branch.first_scale));
      tables.second_scale.push_back(static_cast<double>(branch.second_scale));
      tables.threshold.push_back(static_cast<double>(branch.threshold));
      tables.below.push_back(node(branch.below));
      tables.above.push_back(node(branch.above));
      tables.has_pairs |= branch.second_scale != 0;
      tables.has_scales |= branch.first_scale != 1;
    }
  }
  tables.leaf.assign(branches, 0);
  for (std::size_t t = 0; t < features.groups(); ++t) {
    for (std::size_t leaf = 0; leaf < features.width(); ++leaf) {
      const auto node = static_cast<std::int64_t>(tables.first.size());
      tables.first.push_back(0);
      tables.second.push_back(0);
      tables.first_scale.push_back(1);
      tables.second_scale.push_back(0);
      tables.threshold.push_back(0);
      tables.below.push_back(node);
      tables.above.push_back(node);
      tables.leaf.push_back(extent(leaf));
    }
  }
  return tables;
}

/// The tables as constants of a graph.
class Descent {
 public:
  Descent(Graph& graph, const NodeTables& tables, const std::string& row)
      : graph_(graph),
        row_(graph.cast(row, Element::wide)),
        first_(graph.integers(tables.first)),
        threshold_(wides(tables.threshold)),
        below_(graph.integers(tables.below)),
        above_(graph.integers(tables.above)) {
    if (tables.has_scales || tables.has_pairs) first_scale_ = wides(tables.first_scale);
    if (!tables.has_pairs) return;
    second_ = graph.integers(tables.second);
    second_scale_ = wides(tables.second_scale);
  }

  /// The nodes, samples x trees, that follow these.
  std::string next(const std::string& nodes) {
    std::string value = product(nodes, first_, first_scale_);
    if (!second_.empty()) value = graph_.add("Add", {value, product(nodes, second_, second_scale_)});
    const std::string is_below = graph_.add("Less", {value, at(threshold_, nodes)});
    return graph_.add("Where", {is_below, at(below_, nodes), at(above_, nodes)});
  }

 private:
  std::string wides(const std::vector<double>& values) {
    return graph_.wides(values, {extent(values.size())});
  }
  std::string at(const std::string& table, const std::string& nodes) {
    return graph_.add("Gather", {table, nodes});
  }
  std::string product(const std::string& nodes, const std::string& inputs, const std::string& scales) {
    const std::string value = graph_.add("GatherElements", {row_, at(inputs, nodes)}, {{"axis", 1}});
    return scales.empty() ? value : graph_.add("Mul", {value, at(scales, nodes)});
  }

  Graph& graph_;
  std::string row_, first_, threshold_, below_, above_, first_scale_, second_, second_scale_;
};

}  // namespace

Columns add_trees(Graph& graph, const TreeFeatures& features, const std::string& row) {
  const NodeTables tables = tables_of(features);
  const std::size_t trees = features.groups();
  std::string nodes = for_each_sample(graph, graph.integers(tables.roots, {1, extent(trees)}), trees, row);
  Descent descent(graph, tables, row);
  for (std::size_t step = 0; step < tables.steps; ++step) nodes = descent.next(nodes);

  const std::string leaves = graph.add("Gather", {graph.integers(tables.leaf), nodes});
  Sizes numbers;
  for (std::size_t leaf = 0; leaf < features.width(); ++leaf) numbers.push_back(extent(leaf));
  const std::string reached =
      graph.add("Equal", {graph.add("Unsqueeze", {leaves}, {{"axes", Sizes{2}}}), graph.integers(numbers)});
  const std::string ones = graph.add("Flatten", {graph.cast(reached, Element::real)}, {{"axis", 1}});
  return {graph.add("Mul", {ones, graph.scalar(127)}), counted(trees * features.width())};
}

}  // namespace ocelli::internal::onnx
