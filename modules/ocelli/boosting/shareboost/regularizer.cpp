#include "ocelli/boosting/shareboost/regularizer.hpp"

#include <cmath>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// log(sum_i (exp(b_i) + exp(-b_i)) / 2k) for k numbers b, and its derivatives with respect to b.
double smooth_maximum(const Eigen::VectorXd& b, Eigen::VectorXd& derivative) {
  const double max = b.cwiseAbs().maxCoeff();
  const Eigen::ArrayXd up = (b.array() - max).exp(), down = (-b.array() - max).exp();
  const double sum = (up + down).sum();
  derivative = (up - down) / sum;
  return max + std::log(sum / static_cast<double>(2 * b.size()));
}

}  // namespace

void Regularizer::validate() const { check_options(*this); }

double Regularizer::add(const Eigen::Ref<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>& weights,
                        Eigen::Ref<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> gradient) const {
  const Eigen::Index features = weights.cols() - 1;
  double penalty = 0;
  if (frobenius > 0) {
    penalty += frobenius * weights.leftCols(features).squaredNorm();
    gradient.leftCols(features) += 2 * frobenius * weights.leftCols(features);
  }
  if (mixed > 0) {
    Eigen::VectorXd derivative;
    for (Eigen::Index j = 0; j < features; ++j) {
      penalty += mixed / sharpness * smooth_maximum(sharpness * weights.col(j), derivative);
      gradient.col(j) += mixed * derivative;
    }
  }
  return penalty;
}

double Regularizer::curvature(std::size_t classes) const {
  return 2 * frobenius + mixed * sharpness / static_cast<double>(classes);
}

}  // namespace ocelli::internal
