// Fast coordinate descent against bound-constrained L-BFGS on the master problems of MultiBoost-cw (its
// figure 6), and how coordinate descent scales with samples, classes and rounds.
//
//   coordinate-descent-SET.svg    objective against solver time
//   coordinate-descent-scale.svg  training time against samples, for several numbers of classes
//   coordinate-descent.csv, coordinate-descent-scale.csv    the data of both
//   coordinate-descent.md         tables of the data, and conclusions

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "../data_sets.hpp"
#include "../program_run.hpp"
#include "../table.hpp"
#include "ocelli/baselines/bounded_lbfgs.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/core/random.hpp"
#include "timed_columns.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
using bench::cell;

struct Options {
  std::vector<std::string> sets = {"vowel", "usps", "mnist"};
  std::size_t rounds = 500;
  double c = 1e4;
  double tolerance = CoordinateDescentOptions().tolerance;
  std::vector<int> passes = {1, 2, 5, 20};
  std::vector<std::size_t> samples = {3000, 10'000, 30'000, 100'000};
  std::vector<std::size_t> classes = {10, 30, 100};
  std::size_t scale_rounds = 200;
  std::string folder = bench::result_path("");
};

/// The objective after each round, and the solver seconds so far.
struct SolverRun {
  std::string name;
  std::vector<PlotPoint> path;

  double seconds() const { return path.back().x; }
  double objective() const { return path.back().y; }
  /// Seconds until the objective is within a share of a goal; no number if it never is.
  double seconds_to(double goal, double share) const {
    const auto there =
        std::ranges::find_if(path, [&](const PlotPoint& p) { return p.y <= goal * (1 + share); });
    return there == path.end() ? std::numeric_limits<double>::quiet_NaN() : there->x;
  }
};

using Proposals = std::vector<std::vector<ProposedStump>>;

SolverRun run_solver(std::string name, const StumpSamples& samples, const ColumnGenerationOptions& options,
                     const StumpProposer& propose, const MasterSolver& solve) {
  std::fprintf(stderr, "  %s\n", name.c_str());
  SolverRun run{std::move(name), {}};
  double seconds = 0;
  generate_columns(samples, options, propose, bench::timed(solve, seconds), {},
                   [&](const StumpBoostState& state) {
                     run.path.push_back({seconds, state.rounds.back().objective});
                   },
                   {});
  return run;
}

/// L-BFGS selects the stumps as it proceeds; the others solve the resulting problems.
std::vector<SolverRun> compare_solvers(const StumpSamples& samples, const Options& options) {
  const ColumnGenerationOptions generation{options.rounds, options.c, 0};
  Proposals recorded;
  const auto record = [&](const SortedInputs& inputs, const TargetWeights& pulls) {
    return recorded.emplace_back(stump_for_each_class(inputs, pulls));
  };
  std::vector<SolverRun> runs = {
      run_solver("L-BFGS-B", samples, generation, record, baselines::bounded_lbfgs_solver({}))};
  for (const int passes : options.passes) {
    std::size_t round = 0;
    const auto replay = [&](const SortedInputs&, const TargetWeights&) {
      return round < runs[0].path.size() ? recorded[round++] : std::vector<ProposedStump>{};
    };
    runs.push_back(run_solver("FCD (" + std::to_string(passes) + ")", samples, generation, replay,
                              coordinate_descent_solver({options.tolerance, passes}, 1)));
  }
  return runs;
}

std::string solvers_section(const Options& options) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  bench::Table table({"set", "solver", "final objective", "above L-BFGS-B's, %", "seconds in all",
                      "seconds to within 0.1 % of L-BFGS-B's", "share of L-BFGS-B's time"});
  std::string pictures;
  for (const std::string& name : options.sets) {
    std::fprintf(stderr, "%s\n", name.c_str());
    const bench::Parts parts = bench::multi_boost_parts(bench::load_data_set(name), 1);
    const std::vector<SolverRun> runs = compare_solvers({parts.training, parts.training.count()}, options);
    LineChart chart{.title = "Master problems of " + name + ", C = 10,000",
                    .x = {.label = "seconds of the solver", .scale = Scale::logarithmic},
                    .y = {.label = "objective", .scale = Scale::logarithmic}};
    const double goal = runs[0].objective();
    for (const SolverRun& run : runs) {
      const double seconds = run.seconds_to(goal, 1e-3);
      table.add({name, run.name, cell(run.objective(), 2), cell(100 * (run.objective() / goal - 1), 3),
                 cell(run.seconds(), 3), cell(seconds, 3), cell(seconds / runs[0].seconds(), 4)});
      chart.series.push_back({run.name, run.path});
    }
    const std::string file = "coordinate-descent-" + name + ".svg";
    bench::write_chart(options.folder + file, chart);
    pictures += "![" + name + "](" + file + ")\n";
  }
  bench::write_text(options.folder + "coordinate-descent.csv", bench::to_csv(table));
  return "## Against L-BFGS-B (figure 6)\n\nL-BFGS-B (NLopt's, started from the previous round's weights) "
         "runs " +
         cell(options.rounds) +
         " rounds of column generation on one thread. Coordinate descent then solves the problems given by "
         "the same stumps, one after the other, to a tolerance of " +
         cell(options.tolerance, 3) +
         " (the paper uses 0.1).\nThe number behind FCD is tau_max. Seconds are those of the solver "
         "alone.\n\n" +
         bench::to_markdown(table) + "\n" + pictures + "\n";
}

/// Classes as clouds of three Gaussians each in 20 dimensions.
Samples clouds(std::size_t count, std::size_t classes) {
  constexpr std::size_t kInputs = 20, kClouds = 3;
  Random random(1);
  SampleValues centers(static_cast<Eigen::Index>(classes * kClouds), kInputs);
  for (Eigen::Index i = 0; i < centers.size(); ++i)
    centers.data()[i] = static_cast<float>(2 * random.normal());
  Samples samples;
  samples.values.resize(static_cast<Eigen::Index>(count), kInputs);
  for (std::size_t i = 0; i < count; ++i) {
    const auto label = static_cast<std::uint16_t>(i % classes);
    const auto center = static_cast<Eigen::Index>(label * kClouds + random.below(kClouds));
    for (Eigen::Index v = 0; v < static_cast<Eigen::Index>(kInputs); ++v) {
      samples.values(static_cast<Eigen::Index>(i), v) =
          centers(center, v) + static_cast<float>(random.normal());
    }
    samples.labels.push_back(label);
  }
  for (std::size_t c = 0; c < classes; ++c) samples.classes.push_back(std::to_string(c));
  return samples;
}

std::string scale_section(const Options& options) {
  bench::Table table({"samples", "classes", "rounds", "training, seconds", "solver, seconds",
                      "weights at the end", "training errors, %", "peak memory so far, GiB"});
  LineChart chart{.title = "Training, " + std::to_string(options.scale_rounds) + " rounds, FCD (2)",
                  .x = {.label = "samples", .scale = Scale::logarithmic},
                  .y = {.label = "seconds", .scale = Scale::logarithmic}};
  for (const std::size_t classes : options.classes) {
    Series series{std::to_string(classes) + " classes", {}};
    for (const std::size_t count : options.samples) {
      std::fprintf(stderr, "%zu classes, %zu samples\n", classes, count);
      const Samples samples = clouds(count, classes);
      MultiBoostCwOptions boost;
      boost.generation.rounds = options.scale_rounds;
      const bench::Stopwatch watch;
      double solver = 0;
      const StumpBoostState state = generate_columns(
          {samples, count}, boost.generation, stump_for_each_class,
          bench::timed(coordinate_descent_solver(boost.descent, boost.seed), solver), {}, {}, {});
      const double seconds = watch.seconds();
      series.points.push_back({static_cast<double>(count), seconds});
      table.add(
          {cell(count), cell(classes), cell(state.rounds.size()), cell(seconds, 1), cell(solver, 1),
           cell(state.votes.size()),
           cell(100 * static_cast<double>(state.rounds.back().training_errors) / static_cast<double>(count),
                2),
           cell(bench::peak_memory_gib(), 2)});
    }
    chart.series.push_back(std::move(series));
  }
  bench::write_chart(options.folder + "coordinate-descent-scale.svg", chart);
  bench::write_text(options.folder + "coordinate-descent-scale.csv", bench::to_csv(table));
  return "## Scaling\n\nSynthetic samples of 20 values (three Gaussian clusters per class), all "
         "threads.\n\n" +
         bench::to_markdown(table) + "\n![time of training](coordinate-descent-scale.svg)\n";
}

void run(const Options& options) {
  std::string page = "# Fast coordinate descent\n\nMachine: " + bench::machine() + R"(. Written by

    bench_coordinate_descent

How it works: [MultiBoost-cw](docs/algorithms.md).

)";
  page += solvers_section(options);
  page += scale_section(options);
  bench::write_text(options.folder + "coordinate-descent.md", page);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  const auto list = [](auto& variable) { return bench::po::value(&variable)->multitoken(); };
  bench::po::options_description table("Fast coordinate descent: against L-BFGS-B, and its scaling");
  table.add_options()("sets", list(options.sets), "data sets of the comparison")(
      "rounds", value(options.rounds), "rounds of the comparison")(
      "c", value(options.c), "weight of the loss")("tolerance", value(options.tolerance),
                                                   "epsilon of coordinate descent")(
      "passes", list(options.passes), "tau_max of coordinate descent")(
      "samples", list(options.samples), "synthetic samples")("classes", list(options.classes),
                                                             "classes that they have")(
      "scale-rounds", value(options.scale_rounds), "rounds on them")("folder", value(options.folder),
                                                                     "where pages and pictures go");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
