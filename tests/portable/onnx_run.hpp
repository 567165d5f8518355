#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "data/temporary_folder.hpp"
#include "ocelli/portable/onnx_classifier.hpp"
#include "ocelli/samples/size_normalization.hpp"
#include "process.hpp"
#include "source_path.hpp"

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

/// An input of a graph: its first size is the number of samples.
struct OnnxInput {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> numbers = {};
  std::vector<std::string> texts = {};
};

/// What tests/portable/run_onnx.py finds.
struct PythonResults {
  std::vector<float> scores, probabilities;
  std::vector<std::int64_t> labels;
};

template <class Number>
std::vector<Number> numbers_of(const std::string& bytes) {
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

/// Runs an ONNX file by Python; nothing, loudly, without what that needs.
inline std::optional<PythonResults> run_by_python(const std::string& file,
                                                  const std::vector<OnnxInput>& inputs) {
  const TemporaryFolder folder;
  nlohmann::json list = nlohmann::json::array();
  for (const OnnxInput& input : inputs) {
    nlohmann::json one{{"name", input.name}, {"shape", input.shape}};
    if (input.texts.empty()) {
      one["file"] = std::to_string(list.size()) + ".f32";
      folder.write(one["file"], {reinterpret_cast<const char*>(input.numbers.data()),
                                 input.numbers.size() * sizeof(float)});
    } else {
      one["texts"] = input.texts;
    }
    list.push_back(one);
  }
  folder.write("inputs.json", list.dump());
  const Finished finished =
      Program({"/usr/bin/python3", (source_path() / "tests" / "portable" / "run_onnx.py").string(),
               folder.file("model.onnx", file), folder.path().string()})
          .finish(std::chrono::seconds(300));
  if (finished.exit_code == 3) {
    std::cerr << "\n*** SKIPPED for want of ONNX in Python (Debian: python3-onnx) ***\n";
    return std::nullopt;
  }
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  if (finished.exit_code != 0) return PythonResults{};
  const auto content = [&](const char* name) {
    const std::filesystem::path path = folder.path() / name;
    return std::filesystem::exists(path) ? content_of(path) : std::string();
  };
  return PythonResults{numbers_of<float>(content("scores.raw")),
                       numbers_of<float>(content("probabilities.raw")),
                       numbers_of<std::int64_t>(content("label.raw"))};
}

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
