#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// The penalty that keeps weights small (shareboost section 3.3). The last column, the constant's weights, is
/// not penalized.
struct Regularizer {
  /// lambda of lambda sum_ij W_ij^2.
  double frobenius = 0;
  /// lambda of the smooth L-infinity/L1 norm lambda / beta sum_j log(sum_i (exp(beta W_ij) + exp(-beta W_ij))
  /// / 2k) for k classes. (The paper omits 1 / 2k. Each new column would then raise the objective before it
  /// has weights.)
  double mixed = 0;
  /// beta: larger values are closer to the norm but less smooth.
  double sharpness = 10;

  /// Throws  Error(Kind::usage) for a negative strength or a sharpness below 1.
  void validate() const;

  /// Returns the penalty of `weights` and adds its gradient to `gradient`, which has the same size.
  double add(const Eigen::Ref<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>& weights,
             Eigen::Ref<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> gradient) const;

  /// The penalty's second derivative with respect to one of `classes` weights, all zero.
  double curvature(std::size_t classes) const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("frobenius", self.frobenius, "strength of the L2 regularization of the weights", option::from(0));
    visit("mixed-norm", self.mixed, "strength of the smooth L-infinity/L1 regularization of the weights",
          option::from(0));
    visit("sharpness", self.sharpness,
          "sharpness of the smooth L-infinity/L1 norm (larger is closer to the exact norm)",
          option::from(1).fixed());
  }
};

}  // namespace ocelli::internal
