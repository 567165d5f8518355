#include "gradient_boosting.hpp"

#include <xgboost/c_api.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli::bench {
namespace {

constexpr int kMostRounds = 200, kPatience = 15;
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

double loss_after(const Booster& booster, int round, DMatrixHandle measured) {
  const char* name = "measured";
  const char* text = nullptr;  // "[7]\tmeasured-mlogloss:0.25"
  check(XGBoosterEvalOneIter(booster.get(), round, &measured, &name, 1, &text));
  const std::string line = text;
  return std::strtod(line.c_str() + line.rfind(':') + 1, nullptr);
}

int choose_rounds(const Parts& choosing, std::uint64_t seed) {
  const Matrix learnt = matrix_of(choosing.training), measured = matrix_of(choosing.test);
  const Booster booster =
      new_booster(std::array{learnt.get(), measured.get()}, choosing.training.classes.size(), seed);
  int best = 1;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kMostRounds && round < best + kPatience; ++round) {
    check(XGBoosterUpdateOneIter(booster.get(), round, learnt.get()));
    const double loss = loss_after(booster, round, measured.get());
    if (loss >= least) continue;
    least = loss;
    best = round + 1;
  }
  return best;
}

/// As NumPy's __array_interface__ describes it to whoever shares the memory.
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

LearntClassifier train(const Samples& training, int rounds, std::uint64_t seed) {
  const Matrix learnt = matrix_of(training);
  const std::size_t classes = training.classes.size();
  const Booster booster = new_booster(std::array{learnt.get()}, classes, seed);
  for (int round = 0; round < rounds; ++round)
    check(XGBoosterUpdateOneIter(booster.get(), round, learnt.get()));
  return {[booster](const Samples& samples) { return labels(booster, samples); },
          static_cast<std::size_t>(rounds) * classes, training.count()};
}

}  // namespace

ClassifierMethod xgboost() {
  return {"XGBoost", "XGBoost", "trees", [](const Parts& choosing, std::uint64_t seed) {
            const int rounds = choose_rounds(choosing, seed);
            return SettledMethod{std::to_string(rounds) + " rounds",
                                 [=](const Samples& training) { return train(training, rounds, seed); }};
          }};
}

std::string xgboost_version() {
  int major = 0, minor = 0, patch = 0;
  XGBoostVersion(&major, &minor, &patch);
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

}  // namespace ocelli::bench
