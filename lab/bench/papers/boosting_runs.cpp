#include "boosting_runs.hpp"

#include <cstdio>
#include <stop_token>
#include <utility>

#include "../program_run.hpp"
#include "ocelli/baselines/ada_boost_ecc.hpp"
#include "ocelli/baselines/ada_boost_mh.hpp"
#include "ocelli/baselines/ada_boost_mo.hpp"
#include "ocelli/baselines/multi_boost.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/core/require.hpp"
#include "timed_columns.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr double kPaperLimit = 1000;      // seconds
constexpr double kMultiBoostLimit = 150;  // its solver dominates the time
constexpr double kMultiBoostTolerance = 1e-5;

BoostingMethod::Run columns(StumpProposer propose, MasterSolver solve) {
  return [propose = std::move(propose), solve = std::move(solve)](
             const StumpSamples& samples, std::size_t rounds, double c, const StumpBoostWatcher& watch,
             std::stop_token stop, double& solver_seconds) {
    generate_columns(samples, {.rounds = rounds, .c = c}, propose, timed(solve, solver_seconds), {}, watch,
                     std::move(stop));
  };
}

/// A stagewise method: `boost` receives samples, options with these rounds, and the remaining arguments.
template <class Boost, class Options>
BoostingMethod::Run stages(Boost boost, Options options) {
  return [=](const StumpSamples& samples, std::size_t rounds, double, const StumpBoostWatcher& watch,
             std::stop_token stop, double&) {
    Options own = options;
    own.stages.rounds = rounds;
    boost(samples, own, {}, watch, std::move(stop));
  };
}

}  // namespace

std::vector<BoostingMethod> boosting_methods(std::uint64_t seed) {
  using namespace baselines;
  const MultiBoostCwOptions cw, cw_1 = stage_wise();
  const BoostingMethod::Run by_stages =
      columns(stump_for_each_class, coordinate_descent_solver(cw_1.descent, seed));
  AdaBoostEccOptions ecc;
  AdaBoostMoOptions mo;
  ecc.seed = mo.seed = seed;
  return {
      {"CW", true, kPaperLimit, columns(stump_for_each_class, coordinate_descent_solver(cw.descent, seed))},
      {"CW-1", false, kPaperLimit,
       [by_stages, c = cw_1.generation.c](const StumpSamples& samples, std::size_t rounds, double,
                                          const StumpBoostWatcher& watch, std::stop_token stop,
                                          double& solver_seconds) {
         by_stages(samples, rounds, c, watch, std::move(stop), solver_seconds);
       }},
      {"MultiBoost", true, kMultiBoostLimit,
       columns(stump_for_all_classes, bounded_lbfgs_solver({kMultiBoostTolerance}))},
      {"Ada.ECC", false, kPaperLimit, stages(ada_boost_ecc, ecc)},
      {"Ada.MH", false, kPaperLimit, stages(ada_boost_mh, AdaBoostMhOptions{})},
      {"Ada.MO", false, kPaperLimit, stages(ada_boost_mo, mo)}};
}

Curve run_boosting(const BoostingMethod& method, const Parts& parts, std::size_t rounds, double c) {
  const Samples all = join(parts.training, parts.test);
  const ProcessorStopwatch watch;
  std::stop_source stop;
  double solver_seconds = 0;
  Curve curve;
  const auto note = [&](const StumpBoostState& state) {
    curve.push_back({100 * static_cast<double>(state.rounds.back().validation_errors) /
                         static_cast<double>(parts.test.count()),
                     watch.seconds(), solver_seconds});
    if (watch.seconds() > method.most_seconds) stop.request_stop();
  };
  try {
    method.run({all, parts.training.count()}, rounds, c, note, stop.get_token(), solver_seconds);
  } catch (const Error& error) {
    if (error.kind() != Kind::canceled) throw;
  }
  return curve;
}

double choose_c(const BoostingMethod& method, const Samples& training, std::size_t rounds) {
  const Parts parts = random_parts(training, 0.8, 1);
  double best = 0, min = 101;
  for (const double c : {1e2, 1e3, 1e4, 1e5}) {
    const double error = run_boosting(method, parts, rounds, c).back().error;
    if (error < min) best = c, min = error;
  }
  return best;
}

}  // namespace ocelli::internal::bench
