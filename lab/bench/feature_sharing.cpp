// The number of features needed to distinguish more and more classes: ShareBoost, with features that all
// classes share, against one classifier per class, grown by the same greedy algorithm (shareboost section 7.1
// and figure 2).
//
// Data: Chars74k's rendered characters, 0-9 and A-Z without I and O, split by font: up to 34 classes.

#include <array>
#include <cmath>
#include <cstdio>
#include <set>
#include <vector>

#include "data_folder.hpp"
#include "data_sets.hpp"
#include "digits.hpp"
#include "ocelli/baselines/one_against_rest.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/features/templates/template_dictionary.hpp"
#include "program_run.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;

constexpr std::array kTargets{0.20, 0.08};
constexpr std::size_t kUnreached = 0;
using Reached = std::array<std::size_t, kTargets.size()>;  ///< features at each target

struct Options {
  std::vector<std::size_t> classes = {2, 4, 6, 8, 12, 16, 20, 24, 28, 34};
  std::size_t per_class = 200;
  std::size_t patches = 200;
  std::size_t most_rounds = 150;
  std::uint64_t seed = 1;
  std::size_t orders = 3;
  std::string chart = bench::result_path("feature-sharing.svg");
};

Samples characters(const std::string& part) {
  const std::filesystem::path folder = bench::data_path() / "chars74k";
  return read_labeled_idx(folder / ("fnt-" + part + "-images-idx3-ubyte.gz"),
                          folder / ("fnt-" + part + "-labels-idx1-ubyte.gz"));
}

/// The classes with samples.
std::vector<std::uint32_t> classes_there(const Samples& samples) {
  const std::set<std::uint32_t> there(samples.labels.begin(), samples.labels.end());
  return {there.begin(), there.end()};
}

std::vector<std::uint32_t> shuffled(std::span<const std::uint32_t> items, std::uint64_t seed) {
  std::vector<std::uint32_t> order = permutation(static_cast<std::uint32_t>(items.size()), seed);
  for (std::uint32_t& place : order) place = items[place];
  return order;
}

/// Columns and labels of a problem's samples, training samples first.
struct Problem {
  BinnedResponses columns;
  std::vector<std::uint16_t> labels;
  std::size_t learned = 0, classes = 0;

  std::size_t measured() const { return labels.size() - learned; }
  PoolLabels pool_labels() const { return {labels, learned, classes}; }
};

/// The problem of distinguishing the first `count` classes of an order.
Problem restricted(const BinnedResponses& columns, const Samples& samples, std::size_t learned,
                   std::span<const std::uint32_t> order, std::size_t count) {
  constexpr std::uint16_t kOther = 0xffff;
  std::vector<std::uint16_t> renamed(samples.classes.size(), kOther);
  for (std::size_t c = 0; c < count; ++c) renamed[order[c]] = static_cast<std::uint16_t>(c);
  std::vector<std::size_t> rows;
  Problem problem{BinnedResponses(0, 0, 256), {}, 0, count};
  for (std::size_t i = 0; i < samples.count(); ++i) {
    if (renamed[samples.labels[i]] == kOther) continue;
    rows.push_back(i);
    problem.labels.push_back(renamed[samples.labels[i]]);
    if (i < learned) ++problem.learned;
  }
  problem.columns = BinnedResponses(columns.features(), rows.size(), 256);
  for (std::size_t f = 0; f < columns.features(); ++f) {
    for (std::size_t i = 0; i < rows.size(); ++i) problem.columns.of(f)[i] = columns.of(f)[rows[i]];
    problem.columns.binning(f) = columns.binning(f);
  }
  return problem;
}

/// Records the first number of features at which the errors reach each target.
class TargetWatch {
 public:
  explicit TargetWatch(std::size_t samples) : samples_(samples) {}

  void note(std::size_t features, std::size_t errors) {
    const double rate = static_cast<double>(errors) / static_cast<double>(samples_);
    for (std::size_t t = 0; t < kTargets.size(); ++t) {
      if (reached_[t] == kUnreached && rate <= kTargets[t]) reached_[t] = features;
    }
  }
  bool done() const { return reached_.back() != kUnreached; }
  const Reached& reached() const { return reached_; }

 private:
  std::size_t samples_;
  Reached reached_{};
};

Reached shared(const Problem& problem, std::size_t most_rounds) {
  const DensePool pool(problem.columns);
  TargetWatch watch(problem.measured());
  ShareBoostState state;
  for (std::size_t round = 1; round <= most_rounds && !watch.done(); ++round) {
    state = share_boost(pool, problem.pool_labels(), {.rounds = round}, std::move(state));
    if (state.rounds.size() < round) break;
    watch.note(round, state.rounds.back().validation_errors);
  }
  return watch.reached();
}

/// The paths of all classes grow evenly, and their features count together.
Reached apart(const Problem& problem, std::size_t most_rounds) {
  const DensePool pool(problem.columns);
  TargetWatch watch(problem.measured());
  baselines::OneAgainstRestState state;
  for (std::size_t round = 1; round <= most_rounds && !watch.done(); ++round) {
    state = baselines::one_against_rest(pool, problem.pool_labels(), {.rounds = round}, std::move(state));
    if (state.rounds.size() < round) break;
    watch.note(state.rounds.back().features, state.rounds.back().validation_errors);
  }
  return watch.reached();
}

/// Means over orders of the classes; no number if an order did not reach the target.
class Means {
 public:
  void add(const Reached& reached) {
    for (std::size_t t = 0; t < reached.size(); ++t) {
      sums_[t] += reached[t] == kUnreached ? std::nan("") : static_cast<double>(reached[t]);
    }
    ++count_;
  }
  double operator[](std::size_t target) const { return sums_[target] / count_; }

 private:
  std::array<double, kTargets.size()> sums_{};
  int count_ = 0;
};

std::vector<Series> named_series() {
  std::vector<Series> series;
  for (const char* const method : {"shared", "one against rest"}) {
    for (const double target : kTargets) {
      std::array<char, 64> name{};
      std::snprintf(name.data(), name.size(), "%s, %.0f %% error", method, 100 * target);
      series.push_back({name.data(), {}});
    }
  }
  return series;
}

void run(const Options& options) {
  const Samples learned = bench::thinned(characters("train"), options.per_class, options.seed);
  const Samples all = join(learned, characters("test"));
  const std::vector<std::uint32_t> classes = classes_there(all);
  TemplateDictionaryOptions dictionary;
  dictionary.seed = options.seed;
  const FeatureSet templates =
      all_templates(learned, {}, learn_patches(learned, {7, options.patches}, dictionary));
  const BinnedResponses columns = respond(templates, all);
  std::printf(
      "%zu classes, %zu images to learn from, %zu to measure on, %zu templates, means of %zu orders\n",
      classes.size(), learned.count(), all.count() - learned.count(), columns.features(), options.orders);
  std::printf(
      "| classes | shared, 20 %% | shared, 8 %% | one against rest, 20 %% | 8 %% |\n|---|---|---|---|---|\n");

  std::vector<Series> series = named_series();
  for (const std::size_t count : options.classes) {
    Means with_sharing, without;
    for (std::size_t o = 0; o < options.orders; ++o) {
      const std::vector<std::uint32_t> order = shuffled(classes, options.seed + o);
      const Problem problem =
          restricted(columns, all, learned.count(), order, std::min(count, classes.size()));
      with_sharing.add(shared(problem, options.most_rounds));
      without.add(apart(problem, options.most_rounds));
    }
    const std::array values{with_sharing[0], with_sharing[1], without[0], without[1]};
    std::printf("| %zu | %.1f | %.1f | %.1f | %.1f |\n", count, values[0], values[1], values[2], values[3]);
    std::fflush(stdout);
    for (std::size_t s = 0; s < series.size(); ++s) {
      series[s].points.push_back({static_cast<double>(count), values[s]});
    }
  }
  bench::write_chart(options.chart, {.title = "Features needed as classes grow (Chars74k Fnt)",
                                     .x = {.label = "classes"},
                                     .y = {.label = "features", .scale = Scale::logarithmic},
                                     .series = std::move(series)});
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("Features that more and more classes need");
  table.add_options()("classes", bench::po::value(&options.classes)->multitoken(), "numbers of classes")(
      "per-class", value(options.per_class), "images of a class to learn from")(
      "templates", value(options.patches), "patches to choose from, each under 16 masks")(
      "most-rounds", value(options.most_rounds), "rounds before giving up")("orders", value(options.orders),
                                                                            "random orders of the classes")(
      "seed", value(options.seed), "of all of it")("chart", value(options.chart), "picture to write");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
