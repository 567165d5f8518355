#pragma once

#include <cstddef>
#include <functional>
#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "ocelli/boosting/cascade/regression_tree.hpp"
#include "ocelli/detection/training/verifier_samples.hpp"
#include "ocelli/detection/verifier.hpp"

/// Internal to the training of verifiers; not part of the module's interface.
namespace ocelli::internal {

/// The training samples of trees. Keeps references.
struct TreeSamples {
  const VerifierSamples& objects;
  const VerifierSamples& negatives;
  const FilteredChannels& channels;
};

struct TreeGrowth {
  RegressionTreeOptions options;
  float shrinkage = 1;
};

/// Adds trees of gentle AdaBoost until there are `wanted`, and calls grown(loss) after each. Existing trees
/// are from an earlier run on the same samples.
void grow(std::vector<RegressionTree>& trees, std::size_t wanted, const TreeSamples& samples,
          const TreeGrowth& growth, const std::function<void(double)>& grown);

struct TreeShape {
  cv::Size picture;  ///< size of the crops
  int depth = 0;
  float shrinkage = 1;
};

/// Converts trees to a verifier of complete trees. Each has at most the depth of `shape` and votes of up to
/// its `shrinkage`. Requires at least one tree.
VerifierParts complete(const TreeShape& shape, std::span<const RegressionTree> trees);

/// The sum of votes of a verifier without exits.
float sum_of(const Verifier& verifier, const VerifierSample& sample);

/// The sums of samples after the first `trees` trees.
std::vector<float> sums(const VerifierParts& parts, std::size_t trees, const VerifierSamples& samples);

inline constexpr double kLostAtExits = 0.001;  ///< share of objects

/// The largest value such that at most the given share of values is below it.
float quantile(std::vector<float> values, double share);

/// Sets exits after 16 trees, 32, 64 and so on.
void set_exits(VerifierParts& parts, const VerifierSamples& held_out);

}  // namespace ocelli::internal
