#include "opencv_classifiers.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/ml.hpp>

#include "digits.hpp"
#include "kernel_machine.hpp"
#include "ocelli/metrics/plot_axis.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr int kBoostTrees = 100, kBoostDepth = 3;
constexpr double kMaxBoostWork = 1e8;
constexpr int kForestTrees = 200, kForestDepth = 25;  // OpenCV's limit
constexpr std::size_t kMaxChoosing = 4000;

cv::Mat responses(const Samples& samples) {
  const std::vector<std::int32_t> labels(samples.labels.begin(), samples.labels.end());
  return cv::Mat(labels, true);
}

cv::Ptr<cv::ml::Boost> one_against_rest(const Samples& samples, std::uint16_t own) {
  std::vector<std::int32_t> is_own;
  for (const std::uint16_t label : samples.labels) is_own.push_back(label == own ? 1 : 0);
  const auto boost = cv::ml::Boost::create();
  boost->setBoostType(cv::ml::Boost::GENTLE);
  boost->setWeakCount(kBoostTrees);
  boost->setMaxDepth(kBoostDepth);
  boost->train(as_matrix(samples.values), cv::ml::ROW_SAMPLE, cv::Mat(is_own));
  return boost;
}

std::vector<std::uint16_t> surest(const std::vector<cv::Ptr<cv::ml::Boost>>& machines,
                                  const Samples& samples) {
  constexpr int kSumOfVotes = int{cv::ml::DTrees::PREDICT_SUM} | int{cv::ml::StatModel::RAW_OUTPUT};
  std::vector<std::uint16_t> labels(samples.count());
  std::vector<float> best(samples.count(), -INFINITY);
  for (std::size_t c = 0; c < machines.size(); ++c) {
    cv::Mat sums;
    machines[c]->predict(as_matrix(samples.values), sums, kSumOfVotes);
    for (std::size_t i = 0; i < samples.count(); ++i) {
      const float sum = sums.at<float>(static_cast<int>(i));
      if (sum <= best[i]) continue;
      best[i] = sum;
      labels[i] = static_cast<std::uint16_t>(c);
    }
  }
  return labels;
}

LearnedClassifier train_boost(const Samples& training, std::uint64_t seed) {
  const Samples learned = within_work(training, kMaxBoostWork, seed);
  std::vector<cv::Ptr<cv::ml::Boost>> machines;
  std::size_t trees = 0;
  for (std::size_t c = 0; c < learned.classes.size(); ++c) {
    machines.push_back(one_against_rest(learned, static_cast<std::uint16_t>(c)));
    trees += machines.back()->getRoots().size();
  }
  return {[machines](const Samples& samples) { return surest(machines, samples); }, trees, learned.count()};
}

LearnedClassifier train_forest(const Samples& training, std::uint64_t seed) {
  cv::setRNGSeed(static_cast<int>(seed));
  const auto forest = cv::ml::RTrees::create();
  forest->setMaxDepth(kForestDepth);
  forest->setMinSampleCount(2);
  forest->setTermCriteria({cv::TermCriteria::MAX_ITER, kForestTrees, 0});
  forest->train(as_matrix(training.values), cv::ml::ROW_SAMPLE, responses(training));
  const auto labels = [forest](const Samples& samples) {
    cv::Mat predicted;
    forest->predict(as_matrix(samples.values), predicted);
    return as_labels(predicted);
  };
  return {labels, forest->getRoots().size(), training.count()};
}

/// Standardizes inputs to mean 0 and deviation 1: individually, or jointly for an image.
class Standardizer {
 public:
  explicit Standardizer(const Samples& samples)
      : means_(samples.values.colwise().mean()), scales_(samples.values.cols()) {
    if (samples.shape) means_.setConstant(samples.values.mean());
    const auto count = static_cast<float>(samples.count());
    scales_ = (samples.values.rowwise() - means_).colwise().squaredNorm() / count;
    if (samples.shape) scales_.setConstant(scales_.mean());
    scales_ = (scales_.array() > 0).select(scales_.array().rsqrt(), 1);
  }

  SampleValues operator()(const SampleValues& values) const {
    return ((values.rowwise() - means_).array().rowwise() * scales_.array()).matrix();
  }

 private:
  Eigen::RowVectorXf means_, scales_;
};

struct KernelChoice {
  double c = 1;
  double narrowness = 1;  ///< gamma times the number of inputs
};

std::string text(const KernelChoice& choice) {
  return "C " + format_number(choice.c) + ", gamma " + format_number(choice.narrowness) + " / inputs";
}

LearnedClassifier train_svm(const Samples& training, const KernelChoice& choice) {
  const Standardizer standardize(training);
  const auto machine = cv::ml::SVM::create();
  machine->setType(cv::ml::SVM::C_SVC);
  machine->setKernel(cv::ml::SVM::RBF);
  machine->setC(choice.c);
  machine->setGamma(choice.narrowness / static_cast<double>(training.width()));
  machine->setTermCriteria({cv::TermCriteria::MAX_ITER + cv::TermCriteria::EPS, 1'000'000, 1e-3});
  const SampleValues inputs = standardize(training.values);
  machine->train(as_matrix(inputs), cv::ml::ROW_SAMPLE, responses(training));
  const auto labels = [machine, standardize](const Samples& samples) {
    const SampleValues points = standardize(samples.values);
    cv::Mat predicted;
    machine->predict(as_matrix(points), predicted);
    return as_labels(predicted);
  };
  return {labels, static_cast<std::size_t>(machine->getSupportVectors().rows), training.count()};
}

Samples at_most(const Samples& samples, std::size_t max, std::uint64_t seed) {
  const double share = static_cast<double>(max) / static_cast<double>(samples.count());
  return share < 1 ? random_parts(samples, share, seed).training : samples;
}

KernelChoice choose_kernel(std::span<const Parts> choosing, std::uint64_t seed) {
  std::vector<KernelChoice> choices;
  for (const double c : {1.0, 10.0, 100.0}) {
    for (const double narrowness : {0.25, 1.0, 4.0}) choices.push_back({c, narrowness});
  }
  std::vector<std::size_t> errors(choices.size());
  for (const Parts& parts : choosing) {
    const Samples learned = at_most(parts.training, kMaxChoosing, seed);
    const Samples measured = at_most(parts.test, kMaxChoosing, seed);
    for (std::size_t i = 0; i < choices.size(); ++i)
      errors[i] += count_errors(train_svm(learned, choices[i]).labels(measured), measured.labels);
  }
  return choices[place_of_min(errors)];
}

}  // namespace

ClassifierMethod opencv_boost() {
  return {"OpenCV Boost", "OpenCV", "trees", [](std::span<const Parts>, std::uint64_t seed) {
            return SettledMethod{"gentle, depth 3, 100 trees a class",
                                 [seed](const Samples& training) { return train_boost(training, seed); }};
          }};
}

ClassifierMethod opencv_svm() {
  return {"OpenCV SVM", "OpenCV", "support vectors", [](std::span<const Parts> choosing, std::uint64_t seed) {
            const KernelChoice choice = choose_kernel(choosing, seed);
            return SettledMethod{text(choice),
                                 [choice](const Samples& training) { return train_svm(training, choice); }};
          }};
}

ClassifierMethod opencv_trees() {
  return {"OpenCV RTrees", "OpenCV", "trees", [](std::span<const Parts>, std::uint64_t seed) {
            return SettledMethod{"200 trees",
                                 [seed](const Samples& training) { return train_forest(training, seed); }};
          }};
}

}  // namespace ocelli::internal::bench
