#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/ml.hpp>
#include <span>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::bench {

/// Parameters of a support vector machine with the kernel exp(-gamma |x - y|^2), for points of gray levels
/// scaled to 0 .. 1. `bench_anchor_balls --choose` finds the defaults on MNIST's training part.
struct KernelMachineOptions {
  double c = 10;
  double gamma = 0.04;
};

/// OpenCV's support vector machine (one-vs-one), as the peer of ours on the same points.
class KernelMachine {
 public:
  /// `points` has one sample per row, in gray levels 0 .. 255 or sums of them.
  KernelMachine(const SampleValues& points, std::span<const std::uint16_t> labels,
                const KernelMachineOptions& options);

  std::vector<std::uint16_t> labels(const SampleValues& points) const;
  /// The number of distinct samples that the machine compares with.
  std::size_t support_vectors() const;

 private:
  cv::Ptr<cv::ml::SVM> machine_;
};

/// Rows as an OpenCV matrix that shares the values.
cv::Mat as_matrix(const SampleValues& values);

/// The labels in a column of floats, as returned by OpenCV.
std::vector<std::uint16_t> as_labels(const cv::Mat& predicted);

}  // namespace ocelli::internal::bench
