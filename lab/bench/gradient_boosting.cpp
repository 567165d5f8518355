#include "gradient_boosting.hpp"

#include <xgboost/c_api.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr std::size_t kMaxRounds = 200, kPatience = 15;
constexpr double kMaxChoosingWork = 1e8;
constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

void check(int status) {
  if (status != 0) throw Error(Kind::training, XGBGetLastError(), "XGBoost");
}

using Matrix = std::shared_ptr<void>;
using Booster = std::shared_ptr<void>;

Matrix matrix_of(const Samples& samples) {
  DMatrixHandle handle = nullptr;
  check(XGDMatrixCreateFromMat(samples.values.data(), samples.count(), samples.width(), kMissing, &handle));
  Matrix matrix(handle, XGDMatrixFree);
  const std::vector<float> labels(samples.labels.begin(), samples.labels.end());
  check(XGDMatrixSetFloatInfo(handle, "label", labels.data(), labels.size()));
  return matrix;
}

Booster new_booster(std::span<const DMatrixHandle> matrices, std::size_t classes, std::uint64_t seed) {
  BoosterHandle handle = nullptr;
  check(XGBoosterCreate(matrices.data(), matrices.size(), &handle));
  Booster booster(handle, XGBoosterFree);
  const std::string class_count = std::to_string(classes), seed_text = std::to_string(seed);
  for (const auto& [name, value] : {std::pair<const char*, const char*>{"objective", "multi:softmax"},
                                    {"num_class", class_count.c_str()},
                                    {"eval_metric", "mlogloss"},
                                    {"tree_method", "hist"},
                                    {"max_depth", "6"},
                                    {"eta", "0.3"},
                                    {"nthread", "1"},
                                    {"seed", seed_text.c_str()},
                                    {"verbosity", "0"}}) {
    check(XGBoosterSetParam(handle, name, value));
  }
  return booster;
}

double loss_after(const Booster& booster, DMatrixHandle measured) {
  const char* name = "measured";
  const char* text = nullptr;  // "[0]\tmeasured-mlogloss:0.25"
  check(XGBoosterEvalOneIter(booster.get(), 0, &measured, &name, 1, &text));
  const std::string line = text;
  return std::strtod(line.c_str() + line.rfind(':') + 1, nullptr);
}

/// The loss on parts.test after each round, until it has not decreased for a while.
std::vector<double> loss_path(const Parts& parts, std::uint64_t seed) {
  const Matrix learned = matrix_of(within_work(parts.training, kMaxChoosingWork, seed));
  const Matrix measured = matrix_of(parts.test);
  const Booster booster =
      new_booster(std::array{learned.get(), measured.get()}, parts.training.classes.size(), seed);
  std::vector<double> path;
  for (std::size_t round = 0; round < kMaxRounds; ++round) {
    check(XGBoosterUpdateOneIter(booster.get(), static_cast<int>(round), learned.get()));
    path.push_back(loss_after(booster, measured.get()));
    if (path.size() > place_of_min(path) + kPatience) break;
  }
  return path;
}

std::size_t choose_rounds(std::span<const Parts> choosing, std::uint64_t seed) {
  std::vector<double> losses(kMaxRounds);
  for (const Parts& parts : choosing) add_path(loss_path(parts, seed), losses);
  return place_of_min(losses) + 1;
}

/// NumPy's __array_interface__ for sharing the memory.
std::string described(const Samples& samples) {
  return nlohmann::json{{"data", {reinterpret_cast<std::uintptr_t>(samples.values.data()), true}},
                        {"shape", {samples.count(), samples.width()}},
                        {"typestr", "<f4"},
                        {"version", 3}}
      .dump();
}

std::vector<std::uint16_t> labels(const Booster& booster, const Samples& samples) {
  constexpr const char* kOptions = R"({"type": 0, "training": false, "iteration_begin": 0,
    "iteration_end": 0, "strict_shape": false, "missing": NaN, "cache_id": 0})";
  const bst_ulong* shape = nullptr;
  bst_ulong dimensions = 0;
  const float* predicted = nullptr;
  check(XGBoosterPredictFromDense(booster.get(), described(samples).c_str(), kOptions, nullptr, &shape,
                                  &dimensions, &predicted));
  const std::span values(predicted, samples.count());
  return {values.begin(), values.end()};
}

LearnedClassifier train(const Samples& training, std::size_t rounds, std::uint64_t seed) {
  const Matrix learned = matrix_of(training);
  const std::size_t classes = training.classes.size();
  const Booster booster = new_booster(std::array{learned.get()}, classes, seed);
  for (std::size_t round = 0; round < rounds; ++round)
    check(XGBoosterUpdateOneIter(booster.get(), static_cast<int>(round), learned.get()));
  return {[booster](const Samples& samples) { return labels(booster, samples); }, rounds * classes,
          training.count()};
}

}  // namespace

ClassifierMethod xgboost() {
  return {"XGBoost", "XGBoost", "trees", [](std::span<const Parts> choosing, std::uint64_t seed) {
            const std::size_t rounds = choose_rounds(choosing, seed);
            return SettledMethod{std::to_string(rounds) + " rounds",
                                 [=](const Samples& training) { return train(training, rounds, seed); }};
          }};
}

std::string xgboost_version() {
  int major = 0, minor = 0, patch = 0;
  XGBoostVersion(&major, &minor, &patch);
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

}  // namespace ocelli::internal::bench
