// Writes what scripts/check-onnx-web compares: a model as ONNX, samples as its graph takes them, and the
// program's scores.

#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "ocelli/data/formats/sample_source.hpp"
#include "portable/onnx_run.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const char* bytes, std::size_t count) {
  std::ofstream(file, std::ios::binary).write(bytes, static_cast<std::streamsize>(count));
}

void write(const fs::path& file, const SampleValues& values) {
  write(file, reinterpret_cast<const char*>(values.data()),
        static_cast<std::size_t>(values.size()) * sizeof(float));
}

#if OCELLI_HAS_DNN
/// OpenCV on one thread, a sample at a time; times are of the processor.
void compare_opencv(const std::string& file, const Classifier& classifier, const Samples& samples,
                    const Samples& taken) {
  cv::setNumThreads(1);
  const std::clock_t start = std::clock();
  const test::OnnxResults found = test::run_by_opencv(file, taken, classifier.classes().size(), 1);
  const double time = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::cout << "OpenCV " << CV_VERSION << ": largest difference of a score "
            << test::largest_difference(found.scores, classifier.scores(samples)) << ", other labels "
            << test::different_labels(found, classifier.classify(samples)) << ", a sample "
            << time / static_cast<double>(samples.count()) << " ms\n";
}
#endif

Samples samples_for(const ClassifierModel& model, const fs::path& file) {
  const TableReading table = model.table ? TableReading(*model.table) : TableReading(TableOptions());
  return read_samples(file, {}, model.classifier.shape(), table).samples;
}

void write_case(const fs::path& model_file, const fs::path& sample_file, const fs::path& folder) {
  const ClassifierModel model = load_classifier(model_file);
  const Samples samples = samples_for(model, sample_file);
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
  std::ofstream(folder / "sizes.json") << sizes;
#if OCELLI_HAS_DNN
  try {
    compare_opencv(file, model.classifier, samples, taken);
  } catch (const cv::Exception& error) {
    std::cout << "OpenCV " << CV_VERSION << " cannot run it: " << error.err << "\n";
  }
#endif
}

}  // namespace
}  // namespace ocelli::internal

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: onnx_samples MODEL SAMPLES FOLDER\n";
    return 2;
  }
  try {
    ocelli::internal::write_case(argv[1], argv[2], argv[3]);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
