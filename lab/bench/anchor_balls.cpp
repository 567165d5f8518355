// ShareBoost with anchor balls on 50 principal components of MNIST's digits, against OpenCV's support vector
// machine with a Gaussian kernel on the same vectors (shareboost section 7.5 and figure 7).
//
//   bench_anchor_balls --choose balls     chooses their options on the last 10,000 training digits; the test
//                                         part is not used
//   bench_anchor_balls --choose kernel    the same for the machine
//   bench_anchor_balls                    both errors on the test part
//
// The rounds go to stdout as JSON Lines.

#include <cstdio>
#include <vector>

#include "digits.hpp"
#include "kernel_machine.hpp"
#include "ocelli/boosting/pools/ball_pool.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "program_run.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
using bench::KernelMachine;
using bench::Stopwatch;

struct Options {
  std::string choose;  ///< the method to choose options for: balls or kernel; empty: compare both
  std::vector<double> strengths = {1e-5, 3e-5, 1e-4, 3e-4};
  std::size_t samples = 60'000;
  BallPoolOptions balls;
  ShareBoostOptions boost;
  bench::KernelMachineOptions kernel;
  std::string chart = bench::result_path("anchor-balls.svg");
};

/// The same balls with all coordinates scaled equally, by the widest of their ranges.
BallFeatures evenly_scaled(const BallFeatures& balls) {
  float widest = 0;
  for (const InputRange& range : balls.ranges()) widest = std::max({widest, -range.low, range.high});
  const std::vector<InputRange> ranges(balls.dimensions(), {-widest, widest});
  return {balls.components(), balls.anchors(), ranges, balls.balls()};
}

void print_round(const ShareBoostState& state, double seconds) {
  const ShareBoostRound& round = state.rounds.back();
  std::printf(
      R"({"event":"round","round":%zu,"feature":%llu,"objective":%.6g,"training_errors":%zu,"validation_errors":%zu,)"
      R"("evaluations":%d,"seconds":%.1f})"
      "\n",
      state.rounds.size(), static_cast<unsigned long long>(round.group), round.objective,
      round.training_errors, round.validation_errors, round.evaluations, seconds);
  std::fflush(stdout);
}

/// ShareBoost's path over balls around the training samples; validation errors are those of the measured
/// samples.
ShareBoostState grow(const BallPool& pool, const Samples& all, std::size_t learned,
                     const ShareBoostOptions& options) {
  const Stopwatch watch;
  return share_boost(pool, {all.labels, learned, all.classes.size()}, options, {},
                     [&](const ShareBoostState& state) { print_round(state, watch.seconds()); });
}

void choose_regularization(const BallFeatures& balls, const bench::ChoosingParts& parts,
                           const Options& options) {
  const Samples all = join(parts.learned, parts.measured);
  const BallPool pool(all, balls);
  for (const double strength : options.strengths) {
    ShareBoostOptions boost = options.boost;
    boost.regularizer.frobenius = strength;
    const ShareBoostState state = grow(pool, all, parts.learned.count(), boost);
    std::printf("frobenius %g: after %zu rounds %zu wrong, fewest %zu after %zu\n", strength,
                state.rounds.size(), state.rounds.back().validation_errors,
                state.rounds[state.best_round].validation_errors, state.best_round + 1);
    std::fflush(stdout);
  }
}

void choose_kernel(const BallFeatures& balls, const bench::ChoosingParts& parts) {
  const SampleValues learned = balls.points(parts.learned.values),
                     measured = balls.points(parts.measured.values);
  for (const double gamma : {0.02, 0.04, 0.06}) {
    for (const double c : {3.0, 10.0, 30.0}) {
      const KernelMachine machine(learned, parts.learned.labels, {c, gamma});
      std::printf("C %g, gamma %g: %zu wrong\n", c, gamma,
                  bench::count_errors(machine.labels(measured), parts.measured.labels));
      std::fflush(stdout);
    }
  }
}

void choose(const Options& options) {
  const bench::ChoosingParts parts = bench::choosing_parts(bench::mnist_training(), options.samples);
  const BallFeatures balls = evenly_scaled(ball_candidates(parts.learned, options.balls));
  std::printf("%zu digits learned from, %zu measured\n", parts.learned.count(), parts.measured.count());
  if (options.choose == "kernel") return choose_kernel(balls, parts);
  require(options.choose == "balls", Kind::usage, "must be balls or kernel", "--choose");
  choose_regularization(balls, parts, options);
}

Series error_series(const std::string& name, const std::vector<ShareBoostRound>& rounds,
                    std::size_t ShareBoostRound::*errors, std::size_t samples) {
  Series series{.name = name, .points = {}};
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    series.points.push_back({static_cast<double>(r + 1),
                             100 * static_cast<double>(rounds[r].*errors) / static_cast<double>(samples)});
  }
  return series;
}

void draw(const std::string& path, const ShareBoostState& state, std::size_t learned, std::size_t measured,
          std::size_t kernel_errors) {
  const double level = 100 * static_cast<double>(kernel_errors) / static_cast<double>(measured);
  const double last = static_cast<double>(state.rounds.size());
  bench::write_chart(
      path, {.title = "Anchor balls on 50 principal components of MNIST",
             .x = {.label = "anchors"},
             .y = {.label = "error, %", .low = 0, .high = 10},
             .series = {error_series("training", state.rounds, &ShareBoostRound::training_errors, learned),
                        error_series("test", state.rounds, &ShareBoostRound::validation_errors, measured),
                        {.name = "SVM, test", .points = {{1, level}, {last, level}}}}});
}

void compare(const Options& options) {
  const Samples training = bench::mnist_training();
  const Samples learned = bench::rows(training, 0, std::min(options.samples, training.count()));
  const Samples test = bench::mnist_test();

  const Stopwatch clustering;
  const BallFeatures balls = evenly_scaled(ball_candidates(learned, options.balls));
  const Samples all = join(learned, test);
  const BallPool pool(all, balls);
  const double pool_seconds = clustering.seconds();
  const Stopwatch boosting;
  const ShareBoostState state = grow(pool, all, learned.count(), options.boost);
  const double boost_seconds = boosting.seconds();
  const std::vector<std::uint64_t> groups = state.groups();
  const Classifier ours({.features = balls.select(std::vector<std::uint32_t>(groups.begin(), groups.end())),
                         .weights = state.weights.cast<float>(),
                         .classes = learned.classes});
  const Stopwatch ours_runs;
  const std::vector<Classification> labels = ours.classify(test);
  const double our_rate = static_cast<double>(test.count()) / ours_runs.seconds();

  const Stopwatch fitting;
  const KernelMachine machine(balls.points(learned.values), learned.labels, options.kernel);
  const double kernel_seconds = fitting.seconds();
  const Stopwatch theirs_run;
  const std::size_t kernel_errors =
      bench::count_errors(machine.labels(balls.points(test.values)), test.labels);
  const double kernel_rate = static_cast<double>(test.count()) / theirs_run.seconds();

  std::printf("| | error | compared with | trained in | digits a second |\n|---|---|---|---|---|\n");
  std::printf("| ShareBoost, frobenius %g | %s | %zu anchors | %.0f s (%.0f s of them clustering) | %.0f |\n",
              options.boost.regularizer.frobenius,
              bench::percent(state.rounds.back().validation_errors, test.count()).c_str(),
              state.rounds.size(), pool_seconds + boost_seconds, pool_seconds, our_rate);
  std::printf("| OpenCV's SVM, C %g, gamma %g | %s | %zu support vectors | %.0f s | %.0f |\n",
              options.kernel.c, options.kernel.gamma, bench::percent(kernel_errors, test.count()).c_str(),
              machine.support_vectors(), kernel_seconds, kernel_rate);
  draw(options.chart, state, learned.count(), test.count(), kernel_errors);
}

}  // namespace

GreedyRule rule_of(const std::string& name) {
  if (name == "gradient") return GreedyRule::gradient;
  if (name == "line-search") return GreedyRule::line_search;
  require(name == "free-column", Kind::usage, "must be gradient, line-search or free-column", "--rule");
  return GreedyRule::free_column;
}

int main(int argc, char** argv) {
  Options options;
  std::string rule = "gradient";
  options.boost.rounds = 230;
  options.boost.regularizer.frobenius = 1e-5;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("Anchor balls against a support vector machine");
  table.add_options()("choose", value(options.choose),
                      "balls or kernel: choose their options instead of testing")(
      "strengths", bench::po::value(&options.strengths)->multitoken(), "values of frobenius to choose from")(
      "samples", value(options.samples), "training digits to learn from")(
      "centers", value(options.balls.centers), "anchors to choose from")(
      "rule", value(rule), "how the next ball is chosen")("shortlist", value(options.boost.shortlist),
                                                          "balls that the slower rules compare")(
      "rounds", value(options.boost.rounds.value()), "anchors to choose")(
      "frobenius", value(options.boost.regularizer.frobenius), "strength of the squared weights")(
      "tolerance", value(options.boost.minimizer.tolerance), "of the convex step")(
      "max-steps", value(options.boost.minimizer.max_steps), "of the convex step")(
      "c", value(options.kernel.c), "of the support vector machine")(
      "gamma", value(options.kernel.gamma), "of its kernel")("chart", value(options.chart),
                                                             "picture to write");
  return bench::run_program(argc, argv, table, [&] {
    options.boost.rule = rule_of(rule);
    options.choose.empty() ? compare(options) : choose(options);
  });
}
