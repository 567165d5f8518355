#pragma once

#include <cstddef>
#include <span>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Principal component analysis: a projection on the directions of largest variance.
class PrincipalComponents {
 public:
  /// One component per row, one number per input.
  /// Throws  Error(Kind::model) when sizes differ or a number is not finite.
  PrincipalComponents(Eigen::VectorXf mean, SampleValues components);

  /// The first `count` eigenvectors of the samples' covariance, largest eigenvalue first. The entry of
  /// largest magnitude in each is positive, which determines its sign. The result is the same for any number
  /// of threads.
  /// Requires  1 <= count <= values.cols(), at least two rows.
  /// Cost      rows x columns^2 / 2 multiply-adds in parallel, then columns^3; 12 columns^2 bytes per thread.
  static PrincipalComponents of(const SampleValues& values, std::size_t count);

  std::size_t inputs() const { return static_cast<std::size_t>(components_.cols()); }
  std::size_t size() const { return static_cast<std::size_t>(components_.rows()); }
  const Eigen::VectorXf& mean() const { return mean_; }
  const SampleValues& components() const { return components_; }

  /// projected = components (sample - mean).
  void project(std::span<const float> sample, std::span<float> projected) const;
  /// The same for each row, in parallel.
  SampleValues project(const SampleValues& values) const;

  friend bool operator==(const PrincipalComponents&, const PrincipalComponents&) = default;

 private:
  Eigen::VectorXf mean_;
  SampleValues components_;
};

}  // namespace ocelli::internal
