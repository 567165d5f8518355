#include "float_boost_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../program_run.hpp"
#include "../table.hpp"

namespace ocelli::internal::bench {
namespace {

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

/// The means over all draws, for sizes 1, 2, ...
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

Table curves(std::span<const Method> methods) {
  Table table({"seed", "method", "size", "training_false_alarm", "test_false_alarm"});
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
  write_chart(path, chart);
}

/// Up to the last removal, because nothing happens after it.
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
  write_chart(path, chart);
}

Table summary(const Method& real, const Method& floating) {
  const std::vector<double> by_real = mean_curve(real, &CurvePoint::test),
                            by_float = mean_curve(floating, &CurvePoint::test);
  const auto min_of = [](const std::vector<double>& curve) {
    const double min = *std::ranges::min_element(curve);
    return cell(100 * min, 1) + " with " + cell(size_to(curve, min));
  };
  const double goal = *std::ranges::min_element(by_real);
  const std::size_t end = by_real.size();
  const auto at_end = [&](const Method& method, double CurvePoint::*what) {
    return spread(method.rates(end, what), 100, 1);
  };
  Table table({"", "RealBoost", "FloatBoost", "the paper's AdaBoost", "the paper's FloatBoost"});
  table.add({"test false alarms with " + cell(end) + " weak classifiers, %", at_end(real, &CurvePoint::test),
             at_end(floating, &CurvePoint::test), "48.5", "42.7"});
  table.add({"lowest test false alarms, %", min_of(by_real), min_of(by_float), "48.1 with 800", "-"});
  table.add({"weak classifiers to RealBoost's lowest", cell(size_to(by_real, goal)),
             size_cell(size_to(by_float, goal)), "800", "230"});
  table.add({"training false alarms at the end, %", at_end(real, &CurvePoint::training),
             at_end(floating, &CurvePoint::training), "-", "-"});
  return table;
}

Table by_size(const Method& real, const Method& floating) {
  Table table({"weak classifiers", "RealBoost, training", "FloatBoost, training", "RealBoost, test",
               "FloatBoost, test", "FloatBoost minus RealBoost, test"});
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

/// The first sizes at which the mean curves reach certain rates.
Table sizes_to_rates(const Method& real, const Method& floating) {
  Table table({"false alarms, %", "RealBoost, training", "FloatBoost, training", "RealBoost, test",
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
         ". With " + cell(end) + " weak classifiers its test error is lower on " + cell(better) + " of " +
         cell(by_real.size()) +
         " draws. A rate at 99.5 % detection depends on the 0.5 % least face-like of the test faces, hence "
         "the large deviations.\n";
}

/// The point from which on FloatBoost has no reason to backtrack.
std::string ending(const Method& real, const Method& floating) {
  const auto size = [](const Method& method) {
    return size_to(mean_curve(method, &CurvePoint::training), 0);
  };
  if (size(floating) == 0) return "";
  return "With " + cell(size(floating)) + " weak classifiers (RealBoost: " + size_cell(size(real)) +
         ") FloatBoost rejects every negative training window on all draws. From there on no removal can "
         "lower the training error, and it continues like RealBoost. (In the paper its training error is "
         "lower at every size up to 1000.)\n";
}

/// When FloatBoost removes weak classifiers, by the size of the ensemble.
Table removals(const Method& floating) {
  Table table({"weak classifiers before", "rounds", "of these with removals", "removed", "most in a round"});
  std::size_t first = 1;
  for (const std::size_t last : {10, 20, 50, 100, 200, 500, 1000}) {
    std::size_t rounds = 0, with_removals = 0, removed = 0, max = 0;
    for (const Run& run : floating.runs) {
      for (const Round& round : run.rounds) {
        const std::size_t size = round.size + round.removed;
        if (size < first || size > last) continue;
        ++rounds;
        with_removals += round.removed > 0;
        removed += round.removed;
        max = std::max(max, round.removed);
      }
    }
    const auto of_a_run = [&](std::size_t sum) {
      return cell(static_cast<double>(sum) / static_cast<double>(floating.runs.size()), 1);
    };
    table.add({cell(first) + " to " + cell(last), of_a_run(rounds), of_a_run(with_removals),
               of_a_run(removed), cell(max)});
    first = last + 1;
  }
  return table;
}

Table costs(const Method& real, const Method& floating) {
  Table table({"", "RealBoost", "FloatBoost", "ratio", "the paper's ratio"});
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
  add("processor time per round, ms", 1, "-",
      [](const Run& run) { return 1000 * run.seconds / static_cast<double>(run.rounds.size()); });
  return table;
}

std::string data_section(const FaceWindows& windows, const FloatBoostSettings& settings) {
  return "## Data\n\nEach draw: " + cell(settings.training) + " faces and " + cell(settings.training) +
         " negatives for training, " + cell(settings.test) + " and " + cell(settings.test) +
         " for testing, all of " + cell(static_cast<std::size_t>(windows.width())) + " x " +
         cell(static_cast<std::size_t>(windows.height())) + " pixels, and " + cell(settings.features) +
         " of the 2.6 million features of the paper's three types (rectangles with sides of at least 2 "
         "pixels). The faces are the training faces of the face model, as annotated: the frontal ones of "
         "`lfw`, `net7876` and `aflw2995` and those of `opencv24`, " +
         cell(windows.face_images()) + " images, one window from each. The negatives are windows of the " +
         cell(windows.other_images()) +
         " photos of `train-neg` (`haarneg`, `scene15`, `wider_noface`, `bsds`, `dtd`) that the first " +
         cell(settings.stages) + " stages of `models/face-frontal.ocelli`, " + cell(windows.weak()) +
         " weak classifiers, accept; these stages were trained on the same sets, and the faces need not pass "
         "them. A fifth of the images, in blocks of 64 neighbors, is the test part: no image is in both "
         "parts, and near-duplicates are in the same one. Both methods use the same draws.\n\nEach weak "
         "classifier (lookup table) uses one feature, in " +
         cell(static_cast<std::size_t>(kBins)) + " bins, with a smoothing of " + cell(kSmoothing, 0) +
         "; features are compared on the heaviest samples that hold " + cell(100 * kWeightShare, 0) +
         " % of the weight (weight trimming), without weight capping. The number of stages was chosen by "
         "RealBoost's test error on the first draw with 5000 features and an earlier face model. Its minimum "
         "was 40 %, about that of the paper's AdaBoost. Nothing else was chosen on the test part.\n";
}

}  // namespace

void publish(const FaceWindows& windows, const Method& real, const Method& floating,
             const FloatBoostSettings& settings, const std::filesystem::path& folder) {
  const std::array methods{real, floating};
  write_text(folder / "float-boost.csv", to_csv(curves(methods)));
  draw_curves(methods, folder / "float-boost.svg");
  draw_removals(floating, folder / "float-boost-removals.svg");
  const std::string page =
      "# FloatBoost compared with RealBoost on faces\n\nMachine: " + machine() + R"(. Written by

    bench_float_boost --features )" +
      cell(settings.features) + " --seeds " + cell(floating.runs.size()) + R"(

How it works: [RealBoost and FloatBoost](docs/algorithms.md). The experiment is that of the paper's section 5 and figure 5: the false-alarm rate of one strong
classifier at a detection rate of 99.5 %, over the number of its weak classifiers. RealBoost is FloatBoost without backtracking (the paper's AdaBoost). )" +
      cell(floating.runs.size()) +
      R"( random draws of windows and features; means and standard deviations over them.

)" + data_section(windows, settings) +
      "\n## Error\n\n" + verdict(real, floating) + "\n" + to_markdown(summary(real, floating)) +
      R"(
The curve at a size is that of the ensemble of this size with the lowest training error, the paper's H_M. The rows of the lowest error, and of the sizes that reach a rate, are computed from the mean curves.

![false alarms](float-boost.svg)

False alarms in per cent:

)" + to_markdown(by_size(real, floating)) +
      R"(
Weak classifiers needed to reach a rate:

)" + to_markdown(sizes_to_rates(real, floating)) +
      R"(
All draws, with every size up to 100 and every tenth above: [float-boost.csv](float-boost.csv).

## Removals

Averages per draw, by the size of the ensemble after the forward step:

)" + to_markdown(removals(floating)) +
      R"(
![removals](float-boost-removals.svg)

)" + ending(real, floating) +
      R"(
## Training time

To )" +
      cell(settings.weak) + " weak classifiers, one thread, without the evaluation on the test windows.\n\n" +
      to_markdown(costs(real, floating));
  write_text(folder / "float-boost.md", page);
}

}  // namespace ocelli::internal::bench
