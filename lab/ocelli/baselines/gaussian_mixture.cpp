#include "ocelli/baselines/gaussian_mixture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::baselines {
namespace {

constexpr Eigen::Index kRowBlock = 4096;
/// The minimum variance, for a component that has shrunk to a point.
constexpr double kMinVariance = 1e-3;

/// The contribution of a block of samples to the next mixture.
struct Moments {
  Eigen::MatrixXd sums;              ///< of samples, weighted by membership: a component a row
  Eigen::VectorXd squares, members;  ///< of |x|^2 and of 1
  double log_likelihood = 0;

  Moments(Eigen::Index components, Eigen::Index dimensions)
      : sums(Eigen::MatrixXd::Zero(components, dimensions)),
        squares(Eigen::VectorXd::Zero(components)),
        members(Eigen::VectorXd::Zero(components)) {}

  void add(const SampleValues& block, const Eigen::MatrixXd& membership) {
    const Eigen::MatrixXd x = block.cast<double>();
    sums += membership.transpose() * x;
    squares += membership.transpose() * x.rowwise().squaredNorm();
    members += membership.colwise().sum().transpose();
  }
  void add(const Moments& other) {
    sums += other.sums;
    squares += other.squares;
    members += other.members;
    log_likelihood += other.log_likelihood;
  }
};

/// Squared distances from samples (rows) to means (columns).
Eigen::MatrixXd squared_distances(const SampleValues& block, const SampleValues& means) {
  const Eigen::MatrixXd x = block.cast<double>(), m = means.cast<double>();
  Eigen::MatrixXd distances = -2 * x * m.transpose();
  distances.colwise() += x.rowwise().squaredNorm();
  distances.rowwise() += m.rowwise().squaredNorm().transpose();
  return distances.cwiseMax(0);
}

/// The probability that each sample belongs to each component; also sums the log-likelihood.
Eigen::MatrixXd memberships(const SampleValues& block, const GaussianMixture& mixture,
                            double& log_likelihood) {
  const auto dimensions = static_cast<double>(block.cols());
  Eigen::MatrixXd logs = squared_distances(block, mixture.means);
  for (Eigen::Index k = 0; k < logs.cols(); ++k) {
    const double variance = mixture.variances[k];
    const double constant = std::log(std::max(mixture.shares[k], 1e-300)) -
                            dimensions / 2 * std::log(2 * std::numbers::pi * variance);
    logs.col(k) = constant - logs.col(k).array() / (2 * variance);
  }
  const Eigen::VectorXd max = logs.rowwise().maxCoeff();
  logs = (logs.colwise() - max).array().exp();
  const Eigen::VectorXd sums = logs.rowwise().sum();
  log_likelihood += (max.array() + sums.array().log()).sum();
  return sums.cwiseInverse().asDiagonal() * logs;
}

Eigen::MatrixXd nearest(const SampleValues& block, const SampleValues& means) {
  const Eigen::MatrixXd distances = squared_distances(block, means);
  Eigen::MatrixXd membership = Eigen::MatrixXd::Zero(distances.rows(), distances.cols());
  for (Eigen::Index i = 0; i < distances.rows(); ++i) {
    Eigen::Index k = 0;
    distances.row(i).minCoeff(&k);
    membership(i, k) = 1;
  }
  return membership;
}

/// The moments of all samples under membership(block, log-likelihood), summed block by block.
template <class Membership>
Moments moments_of(const SampleValues& samples, Eigen::Index components, const Membership& membership) {
  const Eigen::Index blocks = (samples.rows() + kRowBlock - 1) / kRowBlock;
  std::vector<Moments> parts(static_cast<std::size_t>(blocks), Moments(components, samples.cols()));
  parallel_for(Eigen::Index{0}, blocks, [&](Eigen::Index b) {
    const SampleValues block =
        samples.middleRows(b * kRowBlock, std::min(kRowBlock, samples.rows() - b * kRowBlock));
    Moments& part = parts[static_cast<std::size_t>(b)];
    part.add(block, membership(block, part.log_likelihood));
  });
  Moments all(components, samples.cols());
  for (const Moments& part : parts) all.add(part);
  return all;
}

/// The mixture that best fits the moments. A component without members keeps its place.
void refit(const Moments& moments, GaussianMixture& mixture) {
  const auto dimensions = static_cast<double>(mixture.means.cols());
  for (Eigen::Index k = 0; k < mixture.means.rows(); ++k) {
    const double members = moments.members[k];
    mixture.shares[k] = members / moments.members.sum();
    if (members < 1e-9) continue;
    const Eigen::RowVectorXd mean = moments.sums.row(k) / members;
    mixture.means.row(k) = mean.cast<float>();
    mixture.variances[k] =
        std::max(kMinVariance, (moments.squares[k] / members - mean.squaredNorm()) / dimensions);
  }
}

}  // namespace

FittedMixture fit_mixture(const SampleValues& samples, const MixtureOptions& options) {
  const auto components = static_cast<Eigen::Index>(options.components);
  require(components >= 1 && samples.rows() >= components, Kind::training,
          "a mixture needs at least as many samples as components");
  const std::vector<std::uint32_t> order =
      permutation(static_cast<std::uint32_t>(samples.rows()), options.seed);
  FittedMixture fitted{{SampleValues(components, samples.cols()), Eigen::VectorXd::Ones(components),
                        Eigen::VectorXd::Constant(components, 1.0 / static_cast<double>(components))},
                       {}};
  GaussianMixture& mixture = fitted.mixture;
  for (Eigen::Index k = 0; k < components; ++k)
    mixture.means.row(k) = samples.row(order[static_cast<std::size_t>(k)]);
  refit(moments_of(samples, components,
                   [&](const SampleValues& block, double&) { return nearest(block, mixture.means); }),
        mixture);
  for (int step = 0; step < options.steps; ++step) {
    const Moments moments = moments_of(samples, components, [&](const SampleValues& block, double& sum) {
      return memberships(block, mixture, sum);
    });
    fitted.log_likelihoods.push_back(moments.log_likelihood / static_cast<double>(samples.rows()));
    const std::size_t n = fitted.log_likelihoods.size();
    if (n > 1 && fitted.log_likelihoods[n - 1] - fitted.log_likelihoods[n - 2] < options.tolerance) break;
    refit(moments, mixture);
  }
  return fitted;
}

}  // namespace ocelli::internal::baselines
