#include "ocelli/boosting/cascade/gentle_boost.hpp"

#include <utility>

#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

GentleBoost::GentleBoost(const LabeledResponses& samples, RegressionTreeOptions options, float shrinkage)
    : samples_(samples),
      options_(options),
      shrinkage_(shrinkage),
      scores_(samples.responses.samples(), 0.0f),
      weights_(samples_, scores_) {}

void GentleBoost::restore(std::span<const RegressionTree> trees) {
  for (const RegressionTree& tree : trees) {
    require(is_sound(tree, samples_.responses.features()), Kind::training,
            "a weak classifier has a feature, node or leaf out of range");
    add(tree);
  }
}

void GentleBoost::step() {
  RegressionTreeOptions options = options_;
  options.seed = hash(options_.seed, {trees_.size()});
  RegressionTree tree = fit_regression_tree(samples_, weights_.values(), options);
  for (float& vote : tree.leaves) vote *= shrinkage_;
  add(std::move(tree));
}

void GentleBoost::add(RegressionTree tree) {
  const std::vector<float> own = votes(tree, samples_.responses);
  for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] += own[i];
  weights_.update(samples_, scores_);
  trees_.push_back(std::move(tree));
}

}  // namespace ocelli::internal
