#include "ocelli/portable/xgboost_json.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxNodes = std::size_t{1} << 22;
constexpr std::int64_t kNoParent = std::numeric_limits<std::int32_t>::max();

/// A value of a sample: a feature of XGBoost's.
struct Value {
  std::string name;
  float fill = 0;  ///< what a missing value means
  bool is_category = false;
};

std::vector<Value> values_of(const ClassifierModel& model) {
  const std::size_t count = inputs(model.classifier.features());
  const TableColumns table = model.table.value_or(plain_columns(count));
  std::vector<Value> values;
  std::size_t input = 0;
  for (std::size_t c = 0; c < table.roles.size(); ++c) {
    if (table.roles[c] != ColumnRole::input) continue;
    const std::string name = table.names.empty() ? "column " + std::to_string(c + 1) : table.names[c];
    if (table.is_text(input)) {
      for (const std::string& category : table.categories[input])
        values.push_back({std::string(name).append("=").append(category), 0, true});
    } else {
      values.push_back({name, table.fills.empty() ? 0 : table.fills[input]});
    }
    if (table.has_mark(input)) values.push_back({name + " is missing"});
    ++input;
  }
  return values;
}

/// A node of a tree in which each node has one parent.
struct Node {
  std::uint32_t input = 0;
  float threshold = 0;
  std::int64_t parent = kNoParent, below = -1, above = -1;
  std::size_t leaf = 0;  ///< if there are no children
};

/// The tree of a tree with shared targets. Tests whose result is known on a path are left out. Both children
/// of a node are neighbors, as XGBoost requires.
class Unshared {
 public:
  Unshared(std::span<const TreeBranch> tree, std::span<const Value> values)
      : tree_(tree), values_(values), nodes_(1) {
    fill(0, 0);
  }

  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  /// What is known of an input on a path: low <= value < high.
  struct Range {
    float low = -std::numeric_limits<float>::infinity(), high = std::numeric_limits<float>::infinity();
  };

  /// Makes a node of a branch, or of leaf ~at.
  void fill(std::size_t own, std::int32_t at) {
    if (at < 0) {
      nodes_[own].leaf = static_cast<std::size_t>(~at);
      return;
    }
    const TreeBranch& branch = tree_[static_cast<std::size_t>(at)];
    const bool is_pair = branch.second_scale != 0;
    require(branch.first_scale == 1 && (!is_pair || is_one_of_two_categories(branch)), Kind::usage,
            "its trees test sums of two numbers, which XGBoost's do not; train one with --algorithm trees "
            "--pairs 0");
    if (!is_pair) return test(own, branch.first, branch.threshold, branch);
    // A value of 1 among two of 0 or 1: the second is tested where the first is 0.
    if (is_known_above(branch.first)) return fill(own, branch.above);
    if (is_known_below(branch.first, kHalf)) return test(own, branch.second, kHalf, branch);
    split(
        own, branch.first, kHalf, [&](std::size_t child) { test(child, branch.second, kHalf, branch); },
        [&](std::size_t child) { fill(child, branch.above); });
  }

  void test(std::size_t own, std::uint32_t input, float threshold, const TreeBranch& branch) {
    if (known_[input].low >= threshold) return fill(own, branch.above);
    if (is_known_below(input, threshold)) return fill(own, branch.below);
    split(
        own, input, threshold, [&](std::size_t child) { fill(child, branch.below); },
        [&](std::size_t child) { fill(child, branch.above); });
  }

  template <class Below, class Above>
  void split(std::size_t own, std::uint32_t input, float threshold, const Below& below, const Above& above) {
    const std::size_t first = nodes_.size();
    require(first < kMaxNodes, Kind::usage,
            "its trees are too large without shared branches; train one with fewer --leaves");
    nodes_[own] = {input, threshold, nodes_[own].parent, static_cast<std::int64_t>(first),
                   static_cast<std::int64_t>(first) + 1};
    nodes_.resize(first + 2, {.parent = static_cast<std::int64_t>(own)});
    const Range before = known_[input];
    known_[input].high = threshold;
    below(first);
    known_[input] = before;
    known_[input].low = threshold;
    above(first + 1);
    known_[input] = before;
  }

  bool is_known_above(std::uint32_t input) { return known_[input].low >= kHalf; }
  bool is_known_below(std::uint32_t input, float threshold) { return known_[input].high <= threshold; }
  bool is_one_of_two_categories(const TreeBranch& branch) const {
    return branch.second_scale == 1 && branch.threshold == kHalf && values_[branch.first].is_category &&
           values_[branch.second].is_category;
  }

  static constexpr float kHalf = 0.5F;

  std::span<const TreeBranch> tree_;
  std::span<const Value> values_;
  std::map<std::uint32_t, Range> known_;
  std::vector<Node> nodes_;
};

/// Trees with the votes of their leaves, classes x leaves.
struct VotingTree {
  std::vector<Node> nodes;
  Eigen::MatrixXd votes;
};

/// The trees of all features.
struct TreeCollector {
  const Eigen::MatrixXd& steps;  ///< classes x columns of the features
  std::span<const Value> values;
  std::vector<VotingTree>& trees;

  void operator()(const TreeFeatures& features) const {
    const auto leaves = static_cast<Eigen::Index>(features.width());
    for (std::size_t t = 0; t < features.groups(); ++t)
      trees.push_back({Unshared(features.tree(t), values).nodes(),
                       127 * steps.middleCols(static_cast<Eigen::Index>(t) * leaves, leaves)});
  }
  /// A stump is 255 below its threshold and 0 elsewhere, less 128.
  void operator()(const StumpFeatures& features) const {
    for (std::size_t s = 0; s < features.groups(); ++s) {
      const auto [input, threshold] = features.stumps()[s];
      Eigen::MatrixXd votes(steps.rows(), 2);
      votes.col(0) = 127 * steps.col(static_cast<Eigen::Index>(s));
      votes.col(1) = -128 * steps.col(static_cast<Eigen::Index>(s));
      trees.push_back(
          {{{input, threshold, kNoParent, 1, 2}, {.parent = 0}, {.parent = 0, .leaf = 1}}, votes});
    }
  }
  void operator()(const CombinedFeatures& features) const {
    for (std::size_t p = 0; p < features.parts().size(); ++p) {
      const Eigen::MatrixXd own = steps(Eigen::all, features.features_of(p));
      std::visit(TreeCollector{own, values, trees}, features.parts()[p].features);
    }
  }
  template <class Other>
  void operator()(const Other& /*features*/) const {
    throw Error(Kind::usage, "XGBoost's format has trees only, and the model has " +
                                 std::string(Other::kKind) + "; train one with --algorithm trees --pairs 0");
  }
};

/// One tree for one class.
Json tree_json(const VotingTree& tree, const Eigen::RowVectorXd& votes, std::span<const Value> values,
               std::size_t id) {
  Json lists{{"base_weights", Json::array()},     {"default_left", Json::array()},
             {"left_children", Json::array()},    {"loss_changes", Json::array()},
             {"parents", Json::array()},          {"right_children", Json::array()},
             {"split_conditions", Json::array()}, {"split_indices", Json::array()},
             {"split_type", Json::array()},       {"sum_hessian", Json::array()}};
  for (const Node& node : tree.nodes) {
    const bool is_leaf = node.below < 0;
    const float vote = is_leaf ? static_cast<float>(votes[static_cast<Eigen::Index>(node.leaf)]) : 0.0F;
    lists["base_weights"].push_back(vote);
    lists["default_left"].push_back(!is_leaf && values[node.input].fill < node.threshold ? 1 : 0);
    lists["left_children"].push_back(node.below);
    lists["right_children"].push_back(node.above);
    lists["loss_changes"].push_back(0.0);
    lists["parents"].push_back(node.parent);
    lists["split_conditions"].push_back(is_leaf ? vote : node.threshold);
    lists["split_indices"].push_back(node.input);
    lists["split_type"].push_back(0);
    lists["sum_hessian"].push_back(1.0);
  }
  // Children follow their parents.
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    const Node& node = tree.nodes[n];
    if (node.below < 0) continue;
    lists["sum_hessian"][n] = lists["sum_hessian"][static_cast<std::size_t>(node.below)].get<double>() +
                              lists["sum_hessian"][static_cast<std::size_t>(node.above)].get<double>();
  }
  for (const char* const unused :
       {"categories", "categories_nodes", "categories_segments", "categories_sizes"})
    lists[unused] = Json::array();
  lists["id"] = id;
  lists["tree_param"] = {{"num_deleted", "0"},
                         {"num_feature", std::to_string(values.size())},
                         {"num_nodes", std::to_string(tree.nodes.size())},
                         {"size_leaf_vector", "0"}};
  return lists;
}

/// What the margins are made of: a row of factors for each, one factor per class.
Eigen::MatrixXd margins_of(const Classifier& classifier) {
  const auto classes = static_cast<Eigen::Index>(classifier.classes().size());
  const double factor = classifier.temperature() > 0 ? 1 / classifier.temperature() : 1;
  if (classes > 2) return factor * Eigen::MatrixXd::Identity(classes, classes);
  return Eigen::RowVector2d(-factor, factor);
}

Json objective_of(std::size_t classes) {
  if (classes == 2) return {{"name", "binary:logistic"}, {"reg_loss_param", {{"scale_pos_weight", "1"}}}};
  return {{"name", "multi:softprob"}, {"softmax_multiclass_param", {{"num_class", std::to_string(classes)}}}};
}

}  // namespace

std::string xgboost_json(const ClassifierModel& model) {
  if (model.table) model.table->require_plain_inputs();
  const Classifier& classifier = model.classifier;
  require(!classifier.shape(), Kind::usage, "XGBoost's format is for classifiers of tables");
  const std::vector<Value> values = values_of(model);
  const Eigen::MatrixXd steps = classifier.steps().cast<double>();
  std::vector<VotingTree> trees;
  std::visit(TreeCollector{steps, values, trees}, classifier.features());
  // A leaf alone has the constant part of the scores.
  trees.push_back({{Node{}}, classifier.middle_scores().cast<double>()});

  const Eigen::MatrixXd margins = margins_of(classifier);
  Json list = Json::array(), info = Json::array(), names = Json::array(), types = Json::array();
  for (const VotingTree& tree : trees) {
    for (Eigen::Index m = 0; m < margins.rows(); ++m) {
      list.push_back(tree_json(tree, margins.row(m) * tree.votes, values, list.size()));
      info.push_back(m);
    }
  }
  for (const Value& value : values) {
    names.push_back(value.name);
    types.push_back("float");
  }
  const std::size_t classes = classifier.classes().size();
  const Json forest{
      {"gbtree_model_param",
       {{"num_parallel_tree", "1"}, {"num_trees", std::to_string(list.size())}, {"size_leaf_vector", "0"}}},
      {"tree_info", info},
      {"trees", list}};
  const Json learner{{"attributes", {{"classes", Json(classifier.classes()).dump()}}},
                     {"feature_names", names},
                     {"feature_types", types},
                     {"gradient_booster", {{"model", forest}, {"name", "gbtree"}}},
                     {"learner_model_param",
                      {{"base_score", classes == 2 ? "5E-1" : "0E0"},
                       {"num_class", classes == 2 ? "0" : std::to_string(classes)},
                       {"num_feature", std::to_string(values.size())},
                       {"num_target", "1"}}},
                     {"objective", objective_of(classes)}};
  return Json{{"learner", learner}, {"version", {1, 7, 4}}}.dump(-1, ' ', false,
                                                                 Json::error_handler_t::replace);
}

}  // namespace ocelli::internal
