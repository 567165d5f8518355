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

/// What trees learn from. Keeps references.
struct TreeSamples {
  const VerifierSamples& objects;
  const VerifierSamples& negatives;
  const FilteredChannels& channels;
};

struct TreeGrowth {
  RegressionTreeOptions options;
  float shrinkage = 1;
};

/// Adds trees of gentle AdaBoost until there are so many, calling grown(loss) after each. Those that are
/// there already are of an earlier run on the same samples.
void grow(std::vector<RegressionTree>& trees, std::size_t wanted, const TreeSamples& samples,
          const TreeGrowth& growth, const std::function<void(double)>& grown);

struct TreeShape {
  cv::Size picture;  ///< of the crops
  int depth = 0;
  float shrinkage = 1;
};

/// The verifier of these trees, each of that depth at most and with votes of up to `shrinkage`. Requires at
/// least one.
VerifierParts complete(const TreeShape& shape, std::span<const RegressionTree> trees);

/// Of a verifier without exits.
float sum_of(const Verifier& verifier, const VerifierSample& sample);

/// The sums of samples after the first trees alone.
std::vector<float> sums(const VerifierParts& parts, std::size_t trees, const VerifierSamples& samples);

inline constexpr double kLostAtExits = 0.001;  ///< share of objects

/// The largest value that at most this share of values is below.
float quantile(std::vector<float> values, double share);

/// After 16 trees, 32, 64 and so on.
void set_exits(VerifierParts& parts, const VerifierSamples& held_out);

}  // namespace ocelli::internal
