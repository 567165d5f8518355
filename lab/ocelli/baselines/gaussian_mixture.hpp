#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::baselines {

/// A mixture of Gaussians with covariances that are multiples of the identity.
struct GaussianMixture {
  SampleValues means;         ///< one component per row
  Eigen::VectorXd variances;  ///< of each coordinate
  Eigen::VectorXd shares;     ///< of the samples; their sum is 1
};

struct MixtureOptions {
  std::size_t components = 32;
  int steps = 100;          ///< maximum number of EM steps
  double tolerance = 1e-4;  ///< stops when a step raises the mean log-likelihood by less
  std::uint64_t seed = 1;
};

/// The result of EM.
struct FittedMixture {
  GaussianMixture mixture;
  std::vector<double> log_likelihoods;  ///< the mean over samples before each step; never decreases
};

/// Fits the mixture by EM. The initial means are random samples, and each sample starts in the cluster of its
/// nearest mean.
/// Throws  Error(Kind::training) for fewer samples than components.
/// Ensures  a result that does not depend on the number of threads.
/// Cost    per step: one distance per sample and component.
/// Source  multi-layer boosting section 4.1.
FittedMixture fit_mixture(const SampleValues& samples, const MixtureOptions& options);

}  // namespace ocelli::internal::baselines
