// How the training time of a digit classifier is spent, compared to the floor: the time of the same
// operations and bytes at the machine's peak, as measured in the same run. Then the two solvers of the convex
// step.

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "digits.hpp"
#include "machine_peak.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"
#include "ocelli/boosting/shareboost/minimizer.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/samples/augmentation.hpp"
#include "program_run.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
using bench::Stopwatch;

constexpr int kSide = 7;  ///< of a patch

struct Options {
  std::size_t samples = 60'000;
  std::size_t patches = 1000;
  ClassifierTrainingOptions training;
  std::vector<std::size_t> solver_columns = {50, 100, 200};
};

/// Wraps a pool and measures the seconds spent in it.
class TimedPool final : public ColumnPool {
 public:
  explicit TimedPool(const ColumnPool& pool) : pool_(pool) {}

  std::size_t samples() const override { return pool_.samples(); }
  std::size_t width() const override { return pool_.width(); }
  std::vector<Candidate> leaders(const ClassTable& residuals, std::size_t count,
                                 std::span<const std::uint64_t> taken) const override {
    const Stopwatch watch;
    std::vector<Candidate> candidates = pool_.leaders(residuals, count, taken);
    seconds_ += watch.seconds();
    return candidates;
  }
  bool has(std::uint64_t group) const override { return pool_.has(group); }
  double seconds() const { return seconds_; }

 private:
  void write_columns(std::uint64_t group, BinnedResponses& columns, std::size_t row) const override {
    const Stopwatch watch;
    pool_.write(group, columns, row);
    seconds_ += watch.seconds();
  }

  const ColumnPool& pool_;
  mutable double seconds_ = 0;
};

/// A part of the training: its time, and its operations if none could be skipped.
struct Part {
  std::string name;
  double seconds = 0;
  double multiply_adds = 0, bytes = 0;

  double floor(const bench::MachinePeak& peak) const {
    return std::max(multiply_adds / peak.multiply_adds, bytes / peak.read_bytes);
  }
};

void print(const std::vector<Part>& parts, const bench::MachinePeak& peak) {
  std::printf("peak: %.0f thousand million multiply-adds a second, %.1f GB a second read\n",
              peak.multiply_adds / 1e9, peak.read_bytes / 1e9);
  std::printf("| part | seconds | multiply-adds, 10^9 | GB | floor, seconds |\n|---|---|---|---|---|\n");
  Part all{.name = "all"};
  double floors = 0;
  for (const Part& part : parts) {
    std::printf("| %s | %.1f | %.0f | %.1f | %.1f |\n", part.name.c_str(), part.seconds,
                part.multiply_adds / 1e9, part.bytes / 1e9, part.floor(peak));
    all.seconds += part.seconds;
    floors += part.floor(peak);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("| all | %.1f | | | %.1f |\npeak memory %.2f GiB\n", all.seconds, floors,
              static_cast<double>(usage.ru_maxrss) / (1 << 20));
}

/// The convex steps of a path: the evaluations in each, and the curvature once.
Part convex_part(const ShareBoostState& state, double samples, double classes) {
  Part part{.name = "convex steps"};
  for (std::size_t r = 0; r < state.rounds.size(); ++r) {
    const auto columns = static_cast<double>(r + 1);
    const double evaluations = state.rounds[r].evaluations;
    part.multiply_adds += samples * columns * (2 * classes * evaluations + columns);
    part.bytes += samples * columns * (evaluations + 1);
  }
  return part;
}

struct SolverRun {
  Minimum minimum;
  double seconds = 0;
};

template <class Solve>
SolverRun timed(const Solve& solve) {
  const Stopwatch watch;
  Minimum minimum = solve();
  return {std::move(minimum), watch.seconds()};
}

/// Runs the accelerated method for the fewest steps that reach an objective. Its first steps do not depend on
/// the maximum number of steps, so the number can be searched for.
SolverRun accelerated_to(double wanted, const SoftmaxObjective& objective, const ClassWeights& start) {
  constexpr int kMaxSteps = 4096;
  const auto run = [&](int steps) {
    return timed(
        [&] { return minimize_accelerated(objective, start, {.tolerance = 1e-9, .max_steps = steps}); });
  };
  int few = 0, many = 1;
  SolverRun best = run(many);
  while (best.minimum.objective > wanted && many < kMaxSteps) {
    few = many;
    many *= 2;
    best = run(many);
  }
  while (many - few > std::max(1, many / 16)) {
    const int middle = (few + many) / 2;
    const SolverRun tried = run(middle);
    if (tried.minimum.objective > wanted) {
      few = middle;
    } else {
      many = middle;
      best = tried;
    }
  }
  return best;
}

/// Weights with an additional column of zeros.
ClassWeights widened(const ClassWeights& weights) {
  const Eigen::Index columns = weights.cols() - 1;
  ClassWeights wide = ClassWeights::Zero(weights.rows(), columns + 2);
  wide.leftCols(columns) = weights.leftCols(columns);
  wide.rightCols(1) = weights.rightCols(1);
  return wide;
}

void compare_solvers(const SoftmaxObjective& objective, const std::string& name, const ClassWeights& start,
                     const MinimizerOptions& options) {
  const SolverRun ours = timed([&] { return minimize(objective, start, options); });
  const SolverRun theirs = accelerated_to(ours.minimum.objective, objective, start);
  std::printf("| %zu, %s | %.5f | %d in %.2f s | %.5f | %d in %.2f s |\n", objective.columns(), name.c_str(),
              ours.minimum.objective, ours.minimum.evaluations, ours.seconds, theirs.minimum.objective,
              theirs.minimum.evaluations, theirs.seconds);
  std::fflush(stdout);
}

/// The candidates of the training.
struct Candidates {
  Samples samples;
  BinnedResponses responses;
  std::vector<Part> parts;  ///< of making them
};

Candidates make_candidates(const Options& options) {
  const ClassifierTrainingOptions& training = options.training;
  const TemplateDictionaryOptions& dictionary = training.candidates.dictionary;
  const Samples originals = bench::rows(bench::mnist_training(), 0, options.samples);
  const Stopwatch deforming;
  Samples samples = expand(originals, training.augmentation, training.deformation, training.seed);
  const double deformed = deforming.seconds();
  const Stopwatch clustering;
  const std::vector<ImagePatch> patches = learn_patches(originals, {kSide, options.patches}, dictionary);
  const double clustered = clustering.seconds();
  const Stopwatch responding;
  const TemplateFeatures templates = all_templates(originals, training.candidates.masks, patches);
  BinnedResponses responses = respond(FeatureSet(templates), samples);
  const double responded = responding.seconds();

  constexpr double kTaps = kSide * kSide;
  const auto count = static_cast<double>(samples.count());
  const double comparisons = static_cast<double>(dictionary.windows * patches.size() * dictionary.iterations);
  const double places = static_cast<double>(patches.size() * originals.shape->pixels());
  return {
      std::move(samples),
      std::move(responses),
      {{"deformed copies", deformed},
       {"patches", clustered, kTaps * comparisons, 0},
       {"responses", responded, count * kTaps * places, count * static_cast<double>(templates.groups())}}};
}

/// A training's path, with the weights after each round.
struct Path {
  ShareBoostState state;
  std::vector<ClassWeights> weights;
  std::vector<Part> parts;
};

Path follow(const ColumnPool& candidates, const Candidates& from, const ShareBoostOptions& options) {
  const PoolLabels labels{from.samples.labels, from.samples.count(), from.samples.classes.size()};
  const TimedPool pool(candidates);
  Path path;
  const Stopwatch boosting;
  path.state = share_boost(pool, labels, options, {},
                           [&](const ShareBoostState& now) { path.weights.push_back(now.weights); });
  const double seconds = boosting.seconds();
  const double bytes =
      static_cast<double>(path.state.rounds.size() * from.responses.features() * pool.samples());
  const auto classes = static_cast<double>(labels.classes);
  path.parts = {{"selection", pool.seconds(), classes * bytes, bytes},
                convex_part(path.state, static_cast<double>(pool.samples()), classes)};
  path.parts.back().seconds = seconds - pool.seconds();
  return path;
}

void run(const Options& options) {
  const bench::MachinePeak peak = bench::measure_peak();
  const Candidates candidates = make_candidates(options);
  const Samples& samples = candidates.samples;
  const DensePool pool(candidates.responses);
  const Path path = follow(pool, candidates, options.training.boost);

  const std::vector<ShareBoostRound>& rounds = path.state.rounds;
  std::printf("%zu samples x %zu candidates x %zu rounds; objective %.5f, %zu training errors\n",
              samples.count(), candidates.responses.features(), rounds.size(), rounds.back().objective,
              rounds.back().training_errors);
  std::vector<Part> parts = candidates.parts;
  std::ranges::copy(path.parts, std::back_inserter(parts));
  print(parts, peak);

  std::printf("| columns, start | L-BFGS | evaluations | Nesterov | evaluations |\n|---|---|---|---|---|\n");
  BinnedResponses chosen(rounds.size(), samples.count(), 256);
  for (std::size_t r = 0; r < rounds.size(); ++r) pool.write(rounds[r].group, chosen, r);
  for (const std::size_t columns : options.solver_columns) {
    if (columns < 2 || columns > rounds.size()) continue;
    const SoftmaxObjective objective(chosen, columns, samples.labels, samples.classes.size(), {});
    const ClassWeights warm = widened(path.weights[columns - 2]);
    compare_solvers(objective, "the round before", warm, options.training.boost.minimizer);
    compare_solvers(objective, "0", ClassWeights::Zero(warm.rows(), warm.cols()),
                    options.training.boost.minimizer);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  options.training.boost.rounds = 266;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("The time of a training, part by part, beside its floor");
  table.add_options()("samples", value(options.samples), "training digits")(
      "augmentation", value(options.training.augmentation), "deformed copies of each")(
      "templates", value(options.patches), "patches to choose from, each under 16 masks")(
      "rounds", value(options.training.boost.rounds.value()), "features to choose")(
      "solver-columns", bench::po::value(&options.solver_columns)->multitoken(),
      "columns to compare solvers at");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
