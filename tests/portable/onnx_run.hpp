#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>

#include "ocelli/portable/onnx_classifier.hpp"
#include "ocelli/samples/size_normalization.hpp"

#if __has_include(<opencv2/dnn.hpp>)
#include <opencv2/dnn.hpp>
#define OCELLI_HAS_DNN 1
#else
#define OCELLI_HAS_DNN 0
#endif

namespace ocelli::internal::test {

/// Samples as the graph of a classifier takes them.
inline Samples as_graph_takes(Samples samples, const Classifier& classifier) {
  const double side = classifier.normalized_side();
  return side > 0 ? frame_ink(std::move(samples), side) : samples;
}

/// What a runtime finds for samples.
struct OnnxResults {
  SampleValues scores;  ///< samples x classes
  std::vector<std::uint16_t> labels;
};

/// The largest difference of any score from the program's; not a number if one is not.
inline float largest_difference(const SampleValues& scores, const SampleValues& expected) {
  return (scores - expected).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

inline std::size_t different_labels(const OnnxResults& results, const std::vector<Classification>& expected) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) different += results.labels[i] != expected[i].label();
  return different;
}

#if OCELLI_HAS_DNN
/// Runs an ONNX file by OpenCV, a batch at a time.
inline OnnxResults run_by_opencv(const std::string& file, const Samples& samples, std::size_t classes,
                                 Eigen::Index batch) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(file.data(), file.size());
  const std::vector<cv::String> outputs{"scores", "label"};
  OnnxResults results{SampleValues(samples.values.rows(), classes), {}};
  for (Eigen::Index first = 0; first < samples.values.rows(); first += batch) {
    const Eigen::Index count = std::min(batch, samples.values.rows() - first);
    SampleValues part = samples.values.middleRows(first, count);
    std::vector<int> sizes{static_cast<int>(count), static_cast<int>(part.cols())};
    if (samples.shape) sizes = {static_cast<int>(count), 1, samples.shape->height, samples.shape->width};
    net.setInput(cv::Mat(sizes, CV_32F, part.data()));
    std::vector<cv::Mat> found;
    net.forward(found, outputs);
    const Eigen::Map<SampleValues> scores(found[0].ptr<float>(), count, static_cast<Eigen::Index>(classes));
    results.scores.middleRows(first, count) = scores;
    for (Eigen::Index i = 0; i < count; ++i) {
      results.labels.push_back(static_cast<std::uint16_t>(found[1].ptr<float>()[i]));
    }
  }
  return results;
}
#endif

}  // namespace ocelli::internal::test

/// Skips the test, loudly, without OpenCV's dnn.
#define OCELLI_NEEDS_DNN                                                                 \
  if (!OCELLI_HAS_DNN) {                                                                 \
    std::cerr << "\n*** SKIPPED for want of OpenCV's dnn (Debian: libopencv-dev) ***\n"; \
    GTEST_SKIP();                                                                        \
  }
