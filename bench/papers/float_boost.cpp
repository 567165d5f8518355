// The experiment of the FloatBoost paper (its section 5, figure 5): the share of windows without a face that pass where 99.5 % of
// the faces do, over the number of weak classifiers, for FloatBoost and for RealBoost, which never looks back.
//
//   float-boost.csv          the curves of all draws
//   float-boost.svg          their means
//   float-boost-removals.svg what FloatBoost takes out, and at which size
//   float-boost.md           tables of the same, and what they say of the paper's claims
//
// All of them are written anew after each draw, so that a run that is stopped leaves what it has.

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../program.hpp"
#include "../table.hpp"
#include "face_windows.hpp"
#include "ocelli/boosting/float_boost.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/features/haar_pool.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/metrics/roc.hpp"

namespace {

using namespace ocelli;
using bench::cell;

constexpr double kDetectionRate = 0.995;
constexpr int kBins = 32;
constexpr double kSmoothing = 10, kWeightShare = 0.99;
constexpr int kMinSide = 2;
constexpr float kMinDeviation = 4;
/// A FloatBoost that needs more rounds for each weak classifier is stopped: the paper's took 5 times as long.
constexpr std::size_t kMostRounds = 5;

struct Options {
  std::size_t seeds = 3;
  std::size_t weak = 1000;
  std::size_t features = 5000;
  std::size_t training = 4000;  ///< of each class
  std::size_t test = 1000;      ///< of each class
  std::size_t stages = 5;
  std::string folder = bench::result_path("");
};

/// One draw of windows and features, as learners see it. The classes of each part lie one behind the other.
struct Draw {
  BinnedResponses training, test;
};

BinnedResponses respond_as(const BinnedResponses& model, std::span<const HaarFeature> features,
                           const PatchIntegrals& patches) {
  BinnedResponses responses(features.size(), patches.size(), model.bins());
  std::vector<float> z(patches.size());
  for (std::size_t f = 0; f < features.size(); ++f) {
    responses.binning(f) = model.binning(f);
    patches.respond(features[f], z);
    std::ranges::transform(z, responses.of(f).begin(),
                           [&](float value) { return model.binning(f).bin(value, model.bins()); });
  }
  return responses;
}

Draw make_draw(const bench::FaceWindows& windows, const Options& options, std::uint64_t seed) {
  const bench::PartSizes sizes{options.training, options.test};
  bench::WindowParts parts = windows.faces(sizes, seed);
  const bench::WindowParts others = windows.others(sizes, seed);
  parts.training.append(others.training);
  parts.test.append(others.test);
  const std::vector<HaarFeature> features =
      sample_haar({.width = windows.width(),
                   .height = windows.height(),
                   .min_side = kMinSide,
                   .max_distance = std::max(windows.width(), windows.height())},
                  options.features, hash(seed, {options.features}));
  BinnedResponses training = bin_responses(features, parts.training, kBins, kMinDeviation);
  BinnedResponses test = respond_as(training, features, PatchIntegrals(parts.test, kMinDeviation));
  return {std::move(training), std::move(test)};
}

/// False-alarm rates of the ensemble of a size.
struct CurvePoint {
  double training = std::numeric_limits<double>::infinity();
  double test = std::numeric_limits<double>::infinity();
};

struct Round {
  std::size_t size = 0;  ///< after it
  std::size_t removed = 0;
};

/// One method on one draw.
struct Run {
  std::uint64_t seed = 0;
  std::vector<CurvePoint> curve;  ///< of size 1, 2, ...: the ensemble of least training error of each
  std::vector<Round> rounds;
  double seconds = 0;  ///< of the processor, for training alone

  std::size_t removals() const {
    std::size_t sum = 0;
    for (const Round& round : rounds) sum += round.removed;
    return sum;
  }
  /// Up to the last removal, for each weak classifier kept.
  double rounds_while_removing() const {
    const auto last = std::ranges::find_if(rounds.rbegin(), rounds.rend(),
                                           [](const Round& round) { return round.removed > 0; });
    if (last == rounds.rend()) return 1;
    return static_cast<double>(rounds.rend() - last) / static_cast<double>(last->size);
  }
};

/// Keeps the rates of a size where the training brought its least error down.
void note(Run& run, const Ensemble& test, std::span<const double> least_error) {
  CurvePoint& point = run.curve[test.size() - 1];
  const double training = least_error[test.size() - 1];
  if (training >= point.training) return;
  point = {training, false_alarm_at(kDetectionRate, test.positive_scores(), test.negative_scores())};
}

Run run_method(const Draw& draw, std::size_t max_removals, const Options& options, std::uint64_t seed) {
  FloatBoost boost(Ensemble({draw.training, options.training}),
                   {.boost = {.smoothing = kSmoothing, .weight_share = kWeightShare},
                    .error = false_alarms_at_detection(kDetectionRate),
                    .max_removals = max_removals});
  Ensemble test({draw.test, options.test});
  Run run{.seed = seed, .curve = std::vector<CurvePoint>(options.weak), .rounds = {}};
  while (test.size() < options.weak && run.rounds.size() < kMostRounds * options.weak) {
    const bench::ProcessorStopwatch watch;
    const FloatBoostRound round = boost.step();
    run.seconds += watch.seconds();
    test.add(round.added);
    note(run, test, boost.least_error());
    for (const std::size_t place : round.removed) {
      test.remove(place);
      note(run, test, boost.least_error());
    }
    run.rounds.push_back({test.size(), round.removed.size()});
    if (run.rounds.size() % 100 == 0) {
      std::fprintf(
          stderr, "  round %zu: %zu weak classifiers, false alarms %.4f, on the test part %.4f, %.0f s\n",
          run.rounds.size(), test.size(), round.error,
          false_alarm_at(kDetectionRate, test.positive_scores(), test.negative_scores()), run.seconds);
    }
  }
  return run;
}

/// A method on all draws so far.
struct Method {
  std::string name;
  std::size_t max_removals = 0;  ///< of FloatBoost
  std::vector<Run> runs{};

  std::vector<double> rates(std::size_t size, double CurvePoint::*what) const {
    std::vector<double> rates;
    for (const Run& run : runs) rates.push_back(run.curve[size - 1].*what);
    return rates;
  }
  std::vector<double> of_all(const std::function<double(const Run&)>& figure) const {
    std::vector<double> figures;
    for (const Run& run : runs) figures.push_back(figure(run));
    return figures;
  }
};

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += std::pow(value - mean(values), 2);
  return values.size() < 2 ? 0 : std::sqrt(sum / static_cast<double>(values.size() - 1));
}

/// "12.3 ± 0.4"
std::string spread(std::span<const double> values, double unit, int decimals) {
  return cell(unit * mean(values), decimals) + " ± " + cell(unit * deviation(values), decimals);
}

/// The means over all draws, of size 1, 2, ...
std::vector<double> mean_curve(const Method& method, double CurvePoint::*what) {
  std::vector<double> curve;
  for (std::size_t size = 1; size <= method.runs[0].curve.size(); ++size) {
    curve.push_back(mean(method.rates(size, what)));
  }
  return curve;
}

/// The first size with at most this rate; 0 if there is none.
std::size_t size_to(std::span<const double> curve, double rate) {
  const auto there = std::ranges::find_if(curve, [=](double at) { return at <= rate; });
  return there == curve.end() ? 0 : static_cast<std::size_t>(there - curve.begin()) + 1;
}

std::string size_cell(std::size_t size) { return size > 0 ? cell(size) : "-"; }

bench::Table curves(std::span<const Method> methods) {
  bench::Table table({"seed", "method", "size", "training_false_alarm", "test_false_alarm"});
  for (const Method& method : methods) {
    for (const Run& run : method.runs) {
      for (std::size_t i = 0; i < run.curve.size(); i += i < 99 ? 1 : 10) {
        table.add({cell(run.seed), method.name, cell(i + 1), cell(run.curve[i].training, 5),
                   cell(run.curve[i].test, 4)});
      }
    }
  }
  return table;
}

void draw_curves(std::span<const Method> methods, const std::string& path) {
  LineChart chart{.title = "False alarms where 99.5 % of the faces pass",
                  .x = {.label = "weak classifiers"},
                  .y = {.label = "false alarms, %", .low = 0}};
  for (const Method& method : methods) {
    for (const auto& [part, what] :
         {std::pair{"test", &CurvePoint::test}, std::pair{"training", &CurvePoint::training}}) {
      Series series{method.name + ", " + part, {}};
      const std::vector<double> curve = mean_curve(method, what);
      for (std::size_t i = 0; i < curve.size(); ++i) {
        series.points.push_back({static_cast<double>(i + 1), 100 * curve[i]});
      }
      chart.series.push_back(std::move(series));
    }
  }
  bench::write_chart(path, chart);
}

/// Up to the last removal: after it, there is nothing to see.
void draw_removals(const Method& floating, const std::string& path) {
  LineChart chart{.title = "What FloatBoost takes out",
                  .x = {.label = "weak classifiers kept", .low = 0},
                  .y = {.label = "weak classifiers taken out so far", .low = 0}};
  for (const Run& run : floating.runs) {
    Series series{"draw " + cell(run.seed), {{0, 0}}};
    std::size_t removed = 0;
    for (auto round = run.rounds.begin(); removed < run.removals(); ++round) {
      removed += round->removed;
      series.points.push_back({static_cast<double>(round->size), static_cast<double>(removed)});
    }
    chart.series.push_back(std::move(series));
  }
  bench::write_chart(path, chart);
}

bench::Table summary(const Method& real, const Method& floating) {
  const std::vector<double> by_real = mean_curve(real, &CurvePoint::test),
                            by_float = mean_curve(floating, &CurvePoint::test);
  const auto least_of = [](const std::vector<double>& curve) {
    const double least = *std::ranges::min_element(curve);
    return cell(100 * least, 1) + " with " + cell(size_to(curve, least));
  };
  const double goal = *std::ranges::min_element(by_real);
  const std::size_t end = by_real.size();
  const auto at_end = [&](const Method& method, double CurvePoint::*what) {
    return spread(method.rates(end, what), 100, 1);
  };
  bench::Table table({"", "RealBoost", "FloatBoost", "the paper's AdaBoost", "the paper's FloatBoost"});
  table.add({"test false alarms with " + cell(end) + " weak classifiers, %", at_end(real, &CurvePoint::test),
             at_end(floating, &CurvePoint::test), "48.5", "42.7"});
  table.add({"least test false alarms, %", least_of(by_real), least_of(by_float), "48.1 with 800", "-"});
  table.add({"weak classifiers to RealBoost's least", cell(size_to(by_real, goal)),
             size_cell(size_to(by_float, goal)), "800", "230"});
  table.add({"training false alarms at the end, %", at_end(real, &CurvePoint::training),
             at_end(floating, &CurvePoint::training), "-", "-"});
  return table;
}

bench::Table by_size(const Method& real, const Method& floating) {
  bench::Table table({"weak classifiers", "RealBoost, training", "FloatBoost, training", "RealBoost, test",
                      "FloatBoost, test", "FloatBoost less RealBoost, test"});
  for (const std::size_t size : {5, 10, 20, 50, 100, 150, 200, 300, 500, 700, 1000}) {
    if (size > real.runs[0].curve.size()) break;
    const auto rates = [&](const Method& method, double CurvePoint::*what) {
      return spread(method.rates(size, what), 100, 1);
    };
    std::vector<double> difference = floating.rates(size, &CurvePoint::test);
    std::ranges::transform(difference, real.rates(size, &CurvePoint::test), difference.begin(), std::minus{});
    table.add({cell(size), rates(real, &CurvePoint::training), rates(floating, &CurvePoint::training),
               rates(real, &CurvePoint::test), rates(floating, &CurvePoint::test),
               spread(difference, 100, 1)});
  }
  return table;
}

/// The first sizes at which the mean curves come down to some rates.
bench::Table sizes_to_rates(const Method& real, const Method& floating) {
  bench::Table table({"false alarms, %", "RealBoost, training", "FloatBoost, training", "RealBoost, test",
                      "FloatBoost, test"});
  for (const double rate : {0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2, 0.1, 0.05, 0.01, 0.0}) {
    const auto size = [&](const Method& method, double CurvePoint::*what) {
      return size_cell(size_to(mean_curve(method, what), rate));
    };
    table.add({cell(100 * rate, 0), size(real, &CurvePoint::training), size(floating, &CurvePoint::training),
               size(real, &CurvePoint::test), size(floating, &CurvePoint::test)});
  }
  return table;
}

/// "lower at 812 of 1000 sizes, equal at 20": one mean curve against another.
std::string comparison(std::span<const double> curve, std::span<const double> other) {
  std::size_t lower = 0, equal = 0;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    lower += curve[i] < other[i];
    equal += curve[i] == other[i];
  }
  return "lower at " + cell(lower) + " of " + cell(curve.size()) + " sizes, equal at " + cell(equal);
}

std::string verdict(const Method& real, const Method& floating) {
  const auto compare = [&](double CurvePoint::*what) {
    return comparison(mean_curve(floating, what), mean_curve(real, what));
  };
  const std::size_t end = real.runs[0].curve.size();
  const std::vector<double> by_real = real.rates(end, &CurvePoint::test),
                            by_float = floating.rates(end, &CurvePoint::test);
  std::size_t better = 0;
  for (std::size_t i = 0; i < by_real.size(); ++i) better += by_float[i] < by_real[i];
  return "The paper says that FloatBoost always has the lower error at equal size. Here the mean of its "
         "training error is " +
         compare(&CurvePoint::training) + "; that of its test error is " + compare(&CurvePoint::test) +
         ". With " + cell(end) + " weak classifiers its test error is the lower one on " + cell(better) +
         " of " + cell(by_real.size()) +
         " draws. A rate at 99.5 % detection hangs on the 0.5 % least face-like of the test "
         "part's faces, hence the deviations.\n";
}

/// From where on FloatBoost has no reason to look back.
std::string ending(const Method& real, const Method& floating) {
  const auto size = [](const Method& method) {
    return size_to(mean_curve(method, &CurvePoint::training), 0);
  };
  if (size(floating) == 0) return "";
  return "With " + cell(size(floating)) + " weak classifiers (RealBoost: " + size_cell(size(real)) +
         ") FloatBoost lets no training window without a face pass on any draw. From there on no removal can "
         "lower the training error, and it goes on as RealBoost does. (In the paper its training error is "
         "the "
         "lower one at every size up to 1000.)\n";
}

/// When FloatBoost looks back with success, by the size that an ensemble has grown to.
bench::Table removals(const Method& floating) {
  bench::Table table(
      {"weak classifiers before", "rounds", "of these with removals", "taken out", "most in a round"});
  std::size_t first = 1;
  for (const std::size_t last : {10, 20, 50, 100, 200, 500, 1000}) {
    std::size_t rounds = 0, with_removals = 0, removed = 0, most = 0;
    for (const Run& run : floating.runs) {
      for (const Round& round : run.rounds) {
        const std::size_t size = round.size + round.removed;
        if (size < first || size > last) continue;
        ++rounds;
        with_removals += round.removed > 0;
        removed += round.removed;
        most = std::max(most, round.removed);
      }
    }
    const auto of_a_run = [&](std::size_t sum) {
      return cell(static_cast<double>(sum) / static_cast<double>(floating.runs.size()), 1);
    };
    table.add({cell(first) + " to " + cell(last), of_a_run(rounds), of_a_run(with_removals),
               of_a_run(removed), cell(most)});
    first = last + 1;
  }
  return table;
}

bench::Table costs(const Method& real, const Method& floating) {
  bench::Table table({"", "RealBoost", "FloatBoost", "ratio", "the paper's ratio"});
  const auto add = [&](const std::string& what, int decimals, const char* paper,
                       const std::function<double(const Run&)>& figure) {
    const std::vector<double> by_real = real.of_all(figure), by_float = floating.of_all(figure);
    table.add({what, spread(by_real, 1, decimals), spread(by_float, 1, decimals),
               cell(mean(by_float) / mean(by_real), 2), paper});
  };
  add("rounds", 0, "-", [](const Run& run) { return static_cast<double>(run.rounds.size()); });
  add("rounds for each weak classifier kept, up to the last removal", 2, "-",
      [](const Run& run) { return run.rounds_while_removing(); });
  add("processor time, s", 1, "about 5", [](const Run& run) { return run.seconds; });
  add("processor time of a round, ms", 1, "-",
      [](const Run& run) { return 1000 * run.seconds / static_cast<double>(run.rounds.size()); });
  return table;
}

std::string data_section(const bench::FaceWindows& windows, const Options& options) {
  return "## Data\n\nEach draw: " + cell(options.training) + " faces and " + cell(options.training) +
         " other windows to learn from, " + cell(options.test) + " and " + cell(options.test) +
         " to measure on, all of " + cell(static_cast<std::size_t>(windows.width())) + " x " +
         cell(static_cast<std::size_t>(windows.height())) + " pixels, and " + cell(options.features) +
         " features of the 2.6 million that the paper's three types give (rectangles of 2 pixels a side and "
         "more). The faces are those that the face model is trained on, as they are marked: the frontal ones "
         "of "
         "`lfw`, `net7876` and `aflw2995` and those of `opencv24`, " +
         cell(windows.face_images()) + " images, one window of each drawn. The others are windows of the " +
         cell(windows.other_images()) +
         " photos of `train-neg` (`haarneg`, `scene15`, `wider_noface`, `bsds`, `dtd`) that the first " +
         cell(options.stages) + " stages of `models/face.ocelli`, " + cell(windows.weak()) +
         " weak classifiers, let through; they were trained on the same sets, and the faces need not pass "
         "them. A fifth of the images, in blocks of 64 neighbours, is kept to "
         "measure on: no image is in both parts, and near copies lie in one. Both methods see the same "
         "draws.\n\nEach stump looks at one feature, in " +
         cell(static_cast<std::size_t>(kBins)) + " bins, with a smoothing of " + cell(kSmoothing, 0) +
         "; features are compared on the heaviest samples that hold " + cell(100 * kWeightShare, 0) +
         " % of the weight; no outliers are held back. The number of stages was chosen by RealBoost's test "
         "error on the first draw with 5000 features, 40 % at its least: about that of the paper's AdaBoost. "
         "Nothing else was chosen by the test part.\n";
}

void publish(const bench::FaceWindows& windows, const Method& real, const Method& floating,
             const Options& options) {
  const std::array methods{real, floating};
  bench::write_text(options.folder + "float-boost.csv", bench::to_csv(curves(methods)));
  draw_curves(methods, options.folder + "float-boost.svg");
  draw_removals(floating, options.folder + "float-boost-removals.svg");
  const std::string page =
      "# FloatBoost against RealBoost on faces\n\nMachine: " + bench::machine() + R"(. Written by

    bench_float_boost --features )" +
      cell(options.features) + " --seeds " + cell(floating.runs.size()) + R"(

How it works: [RealBoost and FloatBoost](../floatboost.md). The experiment is that of the paper's section 5 and figure 5: the false-alarm rate of one strong
classifier where it lets 99.5 % of the faces pass, over the number of its weak classifiers. RealBoost is FloatBoost that never looks back (the paper's AdaBoost). )" +
      cell(floating.runs.size()) +
      R"( draws of windows and features; means and standard deviations over them.

)" + data_section(windows, options) +
      "\n## Error\n\n" + verdict(real, floating) + "\n" + bench::to_markdown(summary(real, floating)) +
      R"(
The curve of a size is that of the best ensemble of this size in the training error, the paper's H_M; the rows of the least and of the sizes to reach a rate are of the mean curves.

![false alarms](float-boost.svg)

False alarms in per cent:

)" + bench::to_markdown(by_size(real, floating)) +
      R"(
Weak classifiers to come down to a rate:

)" + bench::to_markdown(sizes_to_rates(real, floating)) +
      R"(
All draws, every size to 100 and every tenth above: [float-boost.csv](float-boost.csv).

## What is taken out

Of a draw, on average, by the size that the ensemble has after the forward step:

)" + bench::to_markdown(removals(floating)) +
      R"(
![removals](float-boost-removals.svg)

)" + ending(real, floating) +
      R"(
## Cost of training

To )" +
      cell(options.weak) + " weak classifiers, one thread; measuring on the test part is not in it.\n\n" +
      bench::to_markdown(costs(real, floating));
  bench::write_text(options.folder + "float-boost.md", page);
}

void run(const Options& options) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const bench::FaceWindows windows(options.stages);
  Method real{"RealBoost", 0}, floating{"FloatBoost", SIZE_MAX};
  for (std::uint64_t seed = 1; seed <= options.seeds; ++seed) {
    const Draw draw = make_draw(windows, options, seed);
    for (Method* const method : {&real, &floating}) {
      method->runs.push_back(run_method(draw, method->max_removals, options, seed));
      std::fprintf(stderr, "draw %zu, %s: %zu rounds, %.0f s\n", static_cast<std::size_t>(seed),
                   method->name.c_str(), method->runs.back().rounds.size(), method->runs.back().seconds);
    }
    publish(windows, real, floating, options);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("FloatBoost against RealBoost on faces");
  table.add_options()("seeds", value(options.seeds), "draws of windows and features")(
      "weak", value(options.weak), "most weak classifiers")(
      "features", value(options.features), "features of a draw")("train", value(options.training),
                                                                 "windows of each class to learn from")(
      "test", value(options.test), "windows of each class to measure on")(
      "stages", value(options.stages), "stages of the face model that the windows without a face pass")(
      "folder", value(options.folder), "where page, curves and pictures go");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
