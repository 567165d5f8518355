// The time for training and using a two-layer classifier, compared to the floor: the time of the same
// operations at the machine's peak, as measured in the same run.

#include <oneapi/tbb/global_control.h>
#include <sys/resource.h>

#include <cstdio>
#include <vector>

#include "digits.hpp"
#include "machine_peak.hpp"
#include "ocelli/recognition/training/multi_layer_training.hpp"
#include "program_run.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
using bench::Stopwatch;

struct Options {
  std::size_t samples = 10'000, test = 10'000;
  MultiLayerTrainingOptions training;
};

/// Operations of a training if none are skipped.
struct Operations {
  double local = 0;   ///< comparing wavelets: an addition a candidate, place and local feature
  double output = 0;  ///< comparing disjunctions: 7 a candidate, sample and point, and 2 a class

  double all() const { return local + output; }
};

Operations operations(const Options& options, const std::vector<std::size_t>& votes_after,
                      std::size_t classes) {
  const MultiLayerOptions& boost = options.training.boost;
  const auto samples = static_cast<double>(options.samples),
             candidates = static_cast<double>(boost.candidates);
  const auto points = static_cast<double>(options.training.windows.points.count);
  Operations sum;
  for (std::size_t round = 0; round < votes_after.size(); ++round) {
    const std::size_t before = round == 0 ? boost.features : votes_after[round - 1];
    sum.local += candidates * samples * points * static_cast<double>(votes_after[round] - before);
    sum.output += candidates * samples * (7 * points + 2 * static_cast<double>(classes));
  }
  return sum;
}

void run(const Options& options) {
  const bench::MachinePeak peak = bench::measure_peak();
  const Samples learned = bench::rows(bench::mnist_training(), 0, options.samples);
  std::vector<std::size_t> votes_after;
  const auto count_votes = [&](const MultiLayerState& state) {
    std::size_t votes = 0;
    for (const auto& own : state.hidden) votes += own.size();
    votes_after.push_back(votes);
  };
  const Stopwatch training;
  const Classifier classifier =
      train_multi_layer(learned, options.training, {.round = count_votes}).classifier;
  const double seconds = training.seconds();
  const Operations done = operations(options, votes_after, learned.classes.size());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("peak: %.0f thousand million multiply-adds a second\n", peak.multiply_adds / 1e9);
  std::printf(
      "training, %zu digits, %zu rounds, %zu wavelets: %.0f s, %.2f GiB; %.0f + %.0f thousand million "
      "operations: floor %.0f s\n",
      options.samples, votes_after.size(), votes_after.back(), seconds,
      static_cast<double>(usage.ru_maxrss) / (1 << 20), done.local / 1e9, done.output / 1e9,
      done.all() / peak.multiply_adds);

  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const Samples test = bench::rows(bench::mnist_test(), 0, options.test);
  const bench::ProcessorStopwatch reading;
  classifier.classify(test);
  const double each = reading.seconds() / static_cast<double>(test.count());
  std::printf(
      "use, one thread: %.0f digits a second; %.2f million look-ups and additions: floor %.0f a second\n",
      1 / each, static_cast<double>(classifier.multiply_adds()) / 1e6,
      peak.multiply_adds / 2 / static_cast<double>(classifier.multiply_adds()));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  options.training.boost.rounds = 100;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("Multi-layer boosting's time, beside its floor");
  table.add_options()("samples", value(options.samples), "training digits")(
      "test", value(options.test), "test digits")("rounds", value(options.training.boost.rounds),
                                                  "weak learners of a class")(
      "wavelets", value(options.training.boost.votes), "wavelets of a local feature");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
