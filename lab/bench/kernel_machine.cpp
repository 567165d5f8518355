#include "kernel_machine.hpp"

namespace ocelli::internal::bench {
namespace {

SampleValues scaled(const SampleValues& points) { return points / 255.0f; }

}  // namespace

cv::Mat as_matrix(const SampleValues& values) {
  // OpenCV has no matrix of constants; nobody writes to this one.
  return {static_cast<int>(values.rows()), static_cast<int>(values.cols()), CV_32F,
          const_cast<float*>(values.data())};
}

std::vector<std::uint16_t> as_labels(const cv::Mat& predicted) {
  std::vector<std::uint16_t> labels;
  for (int i = 0; i < predicted.rows; ++i)
    labels.push_back(cv::saturate_cast<std::uint16_t>(predicted.at<float>(i)));
  return labels;
}

KernelMachine::KernelMachine(const SampleValues& points, std::span<const std::uint16_t> labels,
                             const KernelMachineOptions& options)
    : machine_(cv::ml::SVM::create()) {
  machine_->setType(cv::ml::SVM::C_SVC);
  machine_->setKernel(cv::ml::SVM::RBF);
  machine_->setC(options.c);
  machine_->setGamma(options.gamma);
  machine_->setTermCriteria({cv::TermCriteria::MAX_ITER + cv::TermCriteria::EPS, 1'000'000, 1e-3});
  const std::vector<std::int32_t> responses(labels.begin(), labels.end());
  machine_->train(as_matrix(scaled(points)).clone(), cv::ml::ROW_SAMPLE, cv::Mat(responses));
}

std::vector<std::uint16_t> KernelMachine::labels(const SampleValues& points) const {
  const SampleValues inputs = scaled(points);
  cv::Mat predicted;
  machine_->predict(as_matrix(inputs), predicted);
  return as_labels(predicted);
}

std::size_t KernelMachine::support_vectors() const {
  return static_cast<std::size_t>(machine_->getSupportVectors().rows);
}

}  // namespace ocelli::internal::bench
