// ShareBoost's figure 3: test error against the number of features, on products of two inputs for ShareBoost
// and the mixed norm's path (top), on decision stumps for ShareBoost and JointBoost (bottom), with training
// times.
//
// Data: StatLog's segment (70 % for training) and satimage, pendigits, isolet. Writes into a folder
//   shareboost-paper.csv                all points of all curves, after every curve
//   shareboost-paper-SET-COLUMNS.svg    the pictures
//   shareboost-paper.md                 the page, unless another path is given

#include <cstdio>
#include <functional>
#include <numeric>
#include <stop_token>
#include <utility>
#include <vector>

#include "../data_sets.hpp"
#include "../program_run.hpp"
#include "ocelli/baselines/joint_boost.hpp"
#include "ocelli/baselines/mixed_norm.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/training/candidate_features.hpp"
#include "share_boost_page.hpp"
#include "sparsity_curves.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
using bench::SparsityCurve;

struct Options {
  std::vector<std::string> sets = {"segment", "satimage", "pendigits", "isolet"};
  std::vector<std::string> columns = {"products", "stumps"};
  std::size_t features = 200;
  double seconds = 60;
  double frobenius = 1e-4;
  bench::MixedNormSettings mixed;
  std::size_t thresholds = 256;
  std::uint64_t seed = 1;
  std::string folder = bench::result_path("");
};

/// Samples of both parts, training samples first.
struct Experiment {
  std::string set;
  Samples learned, all;

  PoolLabels labels() const { return {all.labels, learned.count(), all.classes.size()}; }
};

Experiment experiment(const std::string& name, std::uint64_t seed) {
  const bench::DataSet set = bench::load_data_set(name);
  const bench::Parts parts =
      set.test ? bench::Parts{set.training, *set.test} : bench::random_parts(set.training, 0.7, seed);
  return {name, parts.training, join(parts.training, parts.test)};
}

/// Records a curve while a method learns, and requests a stop when its time is up.
class Recorder {
 public:
  Recorder(const Experiment& experiment, SparsityCurve curve, double seconds)
      : training_(static_cast<double>(experiment.learned.count())),
        test_(static_cast<double>(experiment.all.count()) - training_),
        seconds_(seconds),
        curve_(std::move(curve)) {}

  void note(std::size_t features, std::size_t training_errors, std::size_t test_errors) {
    const double seconds = watch_.seconds();
    curve_.points.push_back({features, static_cast<double>(training_errors) / training_,
                             static_cast<double>(test_errors) / test_, seconds});
    if (features >= told_) {
      std::printf("  %s, %s, %s: %zu features, test error %.2f %%, %.1f s\n", curve_.set.c_str(),
                  curve_.columns.c_str(), curve_.method.c_str(), features,
                  100 * curve_.points.back().test_error, seconds);
      std::fflush(stdout);
      told_ = 2 * features;
    }
    if (seconds > seconds_) stop_.request_stop();
  }

  /// The curve, once `learn` has ended or its time is up.
  SparsityCurve record(const std::function<void(Recorder&, std::stop_token)>& learn) {
    watch_ = {};
    try {
      learn(*this, stop_.get_token());
    } catch (const Error& error) {
      if (error.kind() != Kind::canceled) throw;
    }
    return std::move(curve_);
  }

 private:
  double training_, test_, seconds_;
  SparsityCurve curve_;
  std::size_t told_ = 1;
  std::stop_source stop_;
  bench::ProcessorStopwatch watch_;
};

/// All curves of an experiment with one kind of columns.
class Contest {
 public:
  Contest(const Experiment& experiment, std::string columns, const Options& options,
          std::function<void(SparsityCurve)> done)
      : experiment_(experiment), columns_(std::move(columns)), options_(options), done_(std::move(done)) {}

  void run() const {
    const auto candidates =
        make_candidates(experiment_.learned, experiment_.all, {.kind = columns_}, options_.seed);
    const ColumnPool& pool = candidates->pool();
    share_boost(pool, bench::kShareBoost, {});
    share_boost(pool, bench::kRegularized, {.frobenius = options_.frobenius});
    if (columns_ == "products") mixed_norm(pool);
    if (columns_ == "stumps") joint_boost();
  }

 private:
  void record(const char* method, const std::function<void(Recorder&, std::stop_token)>& learn) const {
    done_(Recorder(experiment_, {experiment_.set, columns_, method, {}}, options_.seconds).record(learn));
  }

  void share_boost(const ColumnPool& pool, const char* method, Regularizer regularizer) const {
    record(method, [&](Recorder& recorder, std::stop_token stop) {
      ocelli::internal::share_boost(
          pool, experiment_.labels(), {.rounds = options_.features, .regularizer = regularizer}, {},
          [&](const ShareBoostState& state) {
            recorder.note(state.rounds.size(), state.rounds.back().training_errors,
                          state.rounds.back().validation_errors);
          },
          std::move(stop));
    });
  }

  void mixed_norm(const ColumnPool& pool) const {
    record(bench::kMixedNorm, [&](Recorder& recorder, std::stop_token stop) {
      baselines::mixed_norm_path(
          pool, experiment_.labels(),
          {.features = options_.features,
           .points = options_.mixed.points,
           .ratio = options_.mixed.ratio,
           .tolerance = options_.mixed.tolerance},
          {},
          [&](const baselines::MixedNormState& state) {
            const baselines::MixedNormPoint& point = state.rounds.back();
            if (point.features() == 0) return;
            recorder.note(point.features(), point.training_errors, point.validation_errors);
          },
          std::move(stop));
    });
  }

  void joint_boost() const {
    record(bench::kJointBoost, [&](Recorder& recorder, std::stop_token stop) {
      baselines::JointBoostOptions boost;
      boost.stages.rounds = 2 * options_.features;
      boost.thresholds = options_.thresholds;
      const std::size_t classes = experiment_.all.classes.size();
      baselines::joint_boost(
          {experiment_.all, experiment_.learned.count()}, boost, {},
          [&](const StumpBoostState& state) {
            recorder.note(columns_of(state.votes, classes).stumps.size(), state.rounds.back().training_errors,
                          state.rounds.back().validation_errors);
          },
          std::move(stop));
    });
  }

  const Experiment& experiment_;
  std::string columns_;
  const Options& options_;
  std::function<void(SparsityCurve)> done_;
};

void run(const Options& options, const std::string& command) {
  const std::filesystem::path folder = options.folder;
  bench::ShareBoostPage page{
      command, options.seconds, options.features, options.frobenius, options.thresholds, options.mixed, {},
      {}};
  for (const std::string& set : options.sets) {
    const Experiment data = experiment(set, options.seed);
    page.sets.push_back({set, data.learned.count(), data.all.count() - data.learned.count(), data.all.width(),
                         data.all.classes.size()});
    for (const std::string& columns : options.columns) {
      Contest(data, columns, options, [&](SparsityCurve curve) {
        page.curves.push_back(std::move(curve));
        bench::write_text(folder / "shareboost-paper.csv", bench::to_csv(bench::points_table(page.curves)));
      }).run();
      bench::write_chart(folder / bench::picture_name(set, columns),
                         bench::sparsity_chart(page.curves, set, columns));
    }
    bench::write_text(folder / "shareboost-paper.md", bench::to_text(page));
  }
}

std::string joined(int argc, char** argv) {
  return std::accumulate(argv + 1, argv + argc, std::string("bench_share_boost"),
                         [](const std::string& all, const char* word) { return all + ' ' + word; });
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("Test error against features, as the ShareBoost paper's figure 3");
  table.add_options()("sets", bench::po::value(&options.sets)->multitoken(), "data sets")(
      "columns", bench::po::value(&options.columns)->multitoken(), "products, stumps or both")(
      "features", value(options.features), "features at which a curve ends")(
      "seconds", value(options.seconds), "of the processor, after which a curve ends")(
      "frobenius", value(options.frobenius), "regularizer of the curve of ShareBoost that has one")(
      "points", value(options.mixed.points), "of the mixed norm's path, at most")(
      "ratio", value(options.mixed.ratio), "of the mixed norm's lambdas")(
      "tolerance", value(options.mixed.tolerance), "of the mixed norm's solver")(
      "thresholds", value(options.thresholds), "that JointBoost tries for each input, at most")(
      "seed", value(options.seed), "of the parts of segment")("folder", value(options.folder),
                                                              "where to write");
  return bench::run_program(argc, argv, table, [&] { run(options, joined(argc, argv)); });
}
