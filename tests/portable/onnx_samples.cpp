// Writes what scripts/check-onnx-web compares: a model as ONNX, samples as its graph takes them, and the program's scores.

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "ocelli/core/error.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "portable/onnx_run.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const char* bytes, std::size_t count) {
  std::ofstream(file, std::ios::binary).write(bytes, static_cast<std::streamsize>(count));
}

void write(const fs::path& file, const SampleValues& values) {
  write(file, reinterpret_cast<const char*>(values.data()),
        static_cast<std::size_t>(values.size()) * sizeof(float));
}

/// Milliseconds that one thread takes for a sample.
double sample_time(const Classifier& classifier, const Samples& samples) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<float> scores(classifier.classes().size());
  for (std::size_t i = 0; i < samples.count(); ++i) classifier.scores(samples.row(i), scores);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return taken.count() / static_cast<double>(samples.count());
}

void write_case(const fs::path& model_file, const Samples& samples, const fs::path& folder) {
  const ClassifierModel model = load_classifier(model_file);
  const Samples taken = test::as_graph_takes(samples, model.classifier);
  const std::string file = onnx_file(model, model_file.stem().string());
  fs::create_directories(folder);
  write(folder / "model.onnx", file.data(), file.size());
  write(folder / "samples.raw", taken.values);
  write(folder / "scores.raw", model.classifier.scores(samples));
  nlohmann::json sizes{{"classes", model.classifier.classes().size()}, {"inputs", samples.width()}};
  if (model.classifier.shape()) {
    sizes["height"] = model.classifier.shape()->height;
    sizes["width"] = model.classifier.shape()->width;
  }
  sizes["program_ms"] = sample_time(model.classifier, samples);
  std::ofstream(folder / "sizes.json") << sizes;
#if OCELLI_HAS_DNN
  cv::setNumThreads(1);
  const auto start = std::chrono::steady_clock::now();
  const test::OnnxResults found = test::run_by_opencv(file, taken, model.classifier.classes().size(), 1);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  std::cout << "OpenCV " << CV_VERSION << ": largest difference of a score "
            << test::largest_difference(found.scores, model.classifier.scores(samples)) << ", other labels "
            << test::different_labels(found, model.classifier.classify(samples)) << ", a sample "
            << time.count() / static_cast<double>(samples.count()) << " ms\n";
#endif
}

}  // namespace
}  // namespace ocelli

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: onnx_samples MODEL IMAGES FOLDER\n";
    return 2;
  }
  try {
    ocelli::write_case(argv[1], ocelli::read_idx_images(argv[2]), argv[3]);
  } catch (const ocelli::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
