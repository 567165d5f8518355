#include "ocelli/features/tabular/principal_components.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <Eigen/Eigenvalues>
#include <string>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// The lower triangle of the sum over rows of (x - mean)(x - mean)^T. The reduction splits the rows at the
/// same places for any number of threads.
Eigen::MatrixXd scatter(const SampleValues& values, const Eigen::RowVectorXf& mean) {
  constexpr Eigen::Index kRowBlock = 2048;
  const tbb::blocked_range<Eigen::Index> rows(0, values.rows(), kRowBlock);
  const auto add_rows = [&](const auto& range, Eigen::MatrixXd sum) {
    const SampleValues centered =
        values.middleRows(range.begin(), range.end() - range.begin()).rowwise() - mean;
    Eigen::MatrixXf own = Eigen::MatrixXf::Zero(values.cols(), values.cols());
    own.selfadjointView<Eigen::Lower>().rankUpdate(centered.transpose());
    sum += own.cast<double>();
    return sum;
  };
  return tbb::parallel_deterministic_reduce(
      rows, Eigen::MatrixXd(Eigen::MatrixXd::Zero(values.cols(), values.cols())), cancellable(add_rows),
      [](const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return Eigen::MatrixXd(a + b); });
}

Eigen::RowVectorXd with_sign(const Eigen::VectorXd& direction) {
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  return (direction[largest] < 0 ? -1 : 1) * direction.transpose();
}

}  // namespace

PrincipalComponents::PrincipalComponents(Eigen::VectorXf mean, SampleValues components)
    : mean_(std::move(mean)), components_(std::move(components)) {
  require(components_.rows() > 0 && components_.cols() == mean_.size(), Kind::model,
          "principal components must have as many numbers as their mean");
  require(mean_.allFinite() && components_.allFinite(), Kind::model,
          "principal components must be finite numbers");
}

PrincipalComponents PrincipalComponents::of(const SampleValues& values, std::size_t count) {
  require(values.rows() >= 2, Kind::training, "principal components need at least two samples");
  require(count >= 1 && count <= static_cast<std::size_t>(values.cols()), Kind::usage, [&] {
    return "the number of principal components must be from 1 to " + std::to_string(values.cols());
  });
  const Eigen::RowVectorXf mean = (values.cast<double>().colwise().sum() / values.rows()).cast<float>();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(scatter(values, mean));
  SampleValues components(count, values.cols());
  for (Eigen::Index c = 0; c < components.rows(); ++c) {
    // Eigenvalues come in ascending order.
    components.row(c) = with_sign(solver.eigenvectors().col(values.cols() - 1 - c)).cast<float>();
  }
  return {mean.transpose(), std::move(components)};
}

void PrincipalComponents::project(std::span<const float> sample, std::span<float> projected) const {
  const Eigen::Map<const Eigen::VectorXf> x(sample.data(), static_cast<Eigen::Index>(inputs()));
  Eigen::Map<Eigen::VectorXf> y(projected.data(), static_cast<Eigen::Index>(size()));
  y.noalias() = components_ * (x - mean_);
}

SampleValues PrincipalComponents::project(const SampleValues& values) const {
  require(static_cast<std::size_t>(values.cols()) == inputs(), Kind::usage,
          "expected samples with as many values as the mean");
  SampleValues projected(values.rows(), components_.rows());
  ocelli::internal::parallel_for(tbb::blocked_range<Eigen::Index>(0, values.rows()), [&](const auto& range) {
    for (Eigen::Index i = range.begin(); i < range.end(); ++i) {
      project({values.row(i).data(), inputs()}, {projected.row(i).data(), size()});
    }
  });
  return projected;
}

}  // namespace ocelli::internal
