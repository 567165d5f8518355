// Classifiers of MNIST's test digits as points in the plane of error and speed, all on one thread and in one
// run: a model of Ocelli, OpenCV's nearest neighbors on raw pixels, and OpenCV's support vector machine with
// a Gaussian kernel on 50 principal components.

#include <oneapi/tbb/global_control.h>

#include <cstdio>
#include <functional>
#include <opencv2/core/utility.hpp>
#include <opencv2/ml.hpp>
#include <variant>
#include <vector>

#include "data_folder.hpp"
#include "digits.hpp"
#include "evaluated_places.hpp"
#include "kernel_machine.hpp"
#include "ocelli/features/tabular/principal_components.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "program_run.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
using bench::KernelMachine;
namespace fs = std::filesystem;

struct Options {
  std::string model = bench::source_path() / "models" / "digits.ocelli";
  std::size_t rounds = 0;
  std::size_t samples = 60'000, test = 10'000;
  std::size_t counted = 200;
  bench::KernelMachineOptions kernel;
  std::string chart = bench::result_path("classifier-plane.svg");
};

struct Contestant {
  std::string name;
  std::function<std::vector<std::uint16_t>(const Samples&)> labels;
};

struct Point {
  std::string name;
  std::size_t errors = 0;
  double per_second = 0;
};

Classifier our_classifier(const Options& options, const Samples& training) {
  if (options.rounds == 0) return load_classifier(options.model).classifier;
  ClassifierTrainingOptions training_options;
  training_options.boost.rounds = options.rounds;
  return train_classifier(training, training_options, {}).classifier;
}

Contestant ours(const Classifier& classifier) {
  const auto labels = [&classifier](const Samples& samples) {
    std::vector<std::uint16_t> found;
    for (const Classification& one : classifier.classify(samples)) found.push_back(one.label());
    return found;
  };
  return {"Ocelli, " + std::to_string(groups(classifier.features())) + " features", labels};
}

Contestant nearest_neighbors(const Samples& training) {
  const cv::Ptr<cv::ml::KNearest> neighbors = cv::ml::KNearest::create();
  const std::vector<float> labels(training.labels.begin(), training.labels.end());
  neighbors->train(bench::as_matrix(training.values), cv::ml::ROW_SAMPLE, cv::Mat(labels, true));
  return {"OpenCV KNearest, k = 3", [neighbors](const Samples& samples) {
            cv::Mat predicted;
            neighbors->findNearest(bench::as_matrix(samples.values), 3, predicted);
            return bench::as_labels(predicted);
          }};
}

Contestant support_vectors(const Samples& training, const bench::KernelMachineOptions& options) {
  const PrincipalComponents components = PrincipalComponents::of(training.values, 50);
  const KernelMachine machine(components.project(training.values), training.labels, options);
  std::printf("SVM: C %g, gamma %g, %zu support vectors\n", options.c, options.gamma,
              machine.support_vectors());
  return {"OpenCV SVM, 50 components", [components, machine](const Samples& samples) {
            return machine.labels(components.project(samples.values));
          }};
}

Point measure(const Contestant& contestant, const Samples& test) {
  contestant.labels(bench::rows(test, 0, 10));  // warm-up
  const bench::ProcessorStopwatch watch;
  const std::vector<std::uint16_t> labels = contestant.labels(test);
  const double seconds = watch.seconds();
  return {contestant.name, bench::count_errors(labels, test.labels),
          static_cast<double>(test.count()) / seconds};
}

void print_counts(const Classifier& classifier, const Samples& images) {
  std::printf("Ocelli, multiply-adds a digit: at most %.2f million\n",
              static_cast<double>(classifier.multiply_adds()) / 1e6);
  const auto* const features = std::get_if<TemplateFeatures>(&classifier.features());
  if (features == nullptr) return;
  const bench::ConvolutionCounts counts = bench::count_convolutions(*features, images);
  std::printf(
      "  convolutions at all places %.2f million, under the masks %.2f, where they can win %.2f (%.1f %%)\n",
      counts.all_places / 1e6, counts.masked_places / 1e6, counts.evaluated / 1e6,
      100 * counts.evaluated / counts.all_places);
}

void run(const Options& options) {
  cv::setNumThreads(1);
  const Samples training = bench::rows(bench::mnist_training(), 0, options.samples);
  const Samples test = bench::rows(bench::mnist_test(), 0, options.test);
  const Classifier classifier = our_classifier(options, training);

  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  print_counts(classifier, bench::rows(test, 0, std::min(options.counted, test.count())));
  std::printf("trained on %zu digits, measured on %zu, one thread, seconds of the processor\n",
              training.count(), test.count());
  LineChart chart{.title = "Classifiers of MNIST's digits, one thread",
                  .x = {.label = "digits a second", .scale = Scale::logarithmic},
                  .y = {.label = "error, %", .low = 0}};
  std::vector<Point> points;
  for (const Contestant& contestant :
       {ours(classifier), support_vectors(training, options.kernel), nearest_neighbors(training)}) {
    points.push_back(measure(contestant, test));
  }
  std::printf("| classifier | error | digits a second |\n|---|---|---|\n");
  for (const Point& point : points) {
    std::printf("| %s | %s | %.0f |\n", point.name.c_str(),
                bench::percent(point.errors, test.count()).c_str(), point.per_second);
    chart.series.push_back(
        {point.name,
         {{point.per_second, 100 * static_cast<double>(point.errors) / static_cast<double>(test.count())}}});
  }
  bench::write_chart(options.chart, chart);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("Classifiers on the plane of error and speed");
  table.add_options()("model", value(options.model), "ours")(
      "rounds", value(options.rounds), "train ours with so many features instead of loading it (0: load)")(
      "samples", value(options.samples), "training digits")("test", value(options.test), "test digits")(
      "counted", value(options.counted), "test digits whose multiply-adds are counted")(
      "c", value(options.kernel.c), "of the support vector machine")(
      "gamma", value(options.kernel.gamma), "of its kernel")("chart", value(options.chart),
                                                             "picture to write");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
