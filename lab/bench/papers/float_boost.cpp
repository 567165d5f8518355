// The experiment of the FloatBoost paper (section 5, figure 5): the share of windows without a face that pass
// at a 99.5 % detection rate, over the number of weak classifiers, for FloatBoost and for RealBoost, which
// never backtracks.
//
//   float-boost.csv          the curves of all draws
//   float-boost.svg          their means
//   float-boost-removals.svg what FloatBoost removes, and at which size
//   float-boost.md           tables of the data, and conclusions about the paper's claims
//
// The files are rewritten after each draw, so that a stopped run keeps its results.

#include <oneapi/tbb/global_control.h>

#include <cstdio>
#include <string>

#include "../program_run.hpp"
#include "float_boost_page.hpp"
#include "float_boost_runs.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;

struct BenchOptions {
  std::size_t seeds = 3;
  bench::FloatBoostSettings settings;
  std::string folder = bench::result_path("");
};

void run(const BenchOptions& options) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const bench::FaceWindows windows(options.settings.stages);
  bench::Method real{"RealBoost", 0}, floating{"FloatBoost", SIZE_MAX};
  for (std::uint64_t seed = 1; seed <= options.seeds; ++seed) {
    const bench::Draw draw = bench::make_draw(windows, options.settings, seed);
    for (bench::Method* const method : {&real, &floating}) {
      method->runs.push_back(bench::run_method(draw, method->max_removals, options.settings, seed));
      std::fprintf(stderr, "draw %zu, %s: %zu rounds, %.0f s\n", static_cast<std::size_t>(seed),
                   method->name.c_str(), method->runs.back().rounds.size(), method->runs.back().seconds);
    }
    bench::publish(windows, real, floating, options.settings, options.folder);
  }
}

}  // namespace

int main(int argc, char** argv) {
  BenchOptions options;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("FloatBoost against RealBoost on faces");
  table.add_options()("seeds", value(options.seeds), "draws of windows and features")(
      "weak", value(options.settings.weak), "most weak classifiers")(
      "features", value(options.settings.features), "features of a draw")(
      "train", value(options.settings.training), "training windows of each class")(
      "test", value(options.settings.test), "windows of each class to measure on")(
      "stages", value(options.settings.stages),
      "stages of the face model that the windows without a face pass")("folder", value(options.folder),
                                                                       "where page, curves and pictures go");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
