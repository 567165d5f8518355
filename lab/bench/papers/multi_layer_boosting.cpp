// The experiments of the multi-layer boosting paper on MNIST: 10,000 digits, 100 weak learners per class, and
// increasingly many wavelets in the hidden layer, against an unsupervised hidden layer trained by EM.
//
//   multi-layer-loss.svg        exponential loss against weak learners (figure 2)
//   multi-layer-wavelets.svg    loss against wavelets (figure 3)
//   multi-layer-errors.svg      test error against wavelets, with and without tilt search (figure 4)
//   multi-layer-patches.png     the windows with the highest responses of each local feature (figure 5): EM,
//                               then ours
//
// A table of the same numbers goes to stdout.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "../digits.hpp"
#include "../program_run.hpp"
#include "ocelli/baselines/mixture_pool.hpp"
#include "ocelli/boosting/multilayer/multi_layer.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/features/haar/haar_pool.hpp"
#include "ocelli/recognition/training/wavelet_pool.hpp"
#include "ocelli/samples/image_fit.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;

constexpr double kTilt = std::numbers::pi / 20;

struct Options {
  std::size_t samples = 10'000, test = 10'000;
  std::vector<std::size_t> wavelets = {1, 5, 10, 20, 30, 50, 75, 100};
  /// Numbers of local features for the mixture; the best on held-out digits is used.
  std::vector<double> vote_weights = {1, 2, 4};
  std::size_t pool = 4000;
  PointWindowOptions windows;
  MultiLayerOptions boost;
  std::string folder = bench::result_path("");
};

Samples turned(const Samples& samples, double angle) {
  Samples copy = samples;
  for (std::size_t i = 0; i < samples.count(); ++i) {
    rotate(samples.row(i), *samples.shape, angle,
           {copy.values.row(static_cast<Eigen::Index>(i)).data(), copy.width()});
  }
  return copy;
}

/// Training digits, followed by the test digits three times: original, rotated one way, rotated the other
/// way.
struct Experiment {
  Samples samples;
  std::size_t learned = 0, measured = 0;

  PoolLabels labels() const { return {samples.labels, learned, samples.classes.size()}; }
  std::span<const std::uint16_t> truths() const {
    return std::span(samples.labels).subspan(learned, measured);
  }
};

Experiment experiment(const Samples& learned, const Samples& measured) {
  return {join(join(learned, measured), join(turned(measured, -kTilt), turned(measured, kTilt))),
          learned.count(), measured.count()};
}

struct Outcome {
  std::vector<double> losses;  ///< after each round
  std::size_t errors = 0, errors_with_tilt = 0;
};

std::size_t errors(const Experiment& experiment, const ClassTable& scores, std::size_t trials) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < experiment.measured; ++i) {
    std::vector<float> sums(scores.classes());
    for (std::size_t look = 0; look < trials; ++look) {
      const std::size_t column = experiment.learned + look * experiment.measured + i;
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += scores.of(c)[column];
    }
    const auto best = std::ranges::max_element(sums) - sums.begin();
    wrong += best != experiment.truths()[i] ? 1 : 0;
  }
  return wrong;
}

Outcome outcome(const Experiment& experiment, const LocalPool& pool, const MultiLayerState& state) {
  Outcome result;
  for (const MultiLayerRound& round : state.rounds) result.losses.push_back(round.loss);
  const ClassTable scores = multi_layer_scores(pool, state);
  result.errors = errors(experiment, scores, 1);
  result.errors_with_tilt = errors(experiment, scores, 3);
  return result;
}

SampleValues windows_of(const PointTable& table) {
  SampleValues rows(static_cast<Eigen::Index>(table.windows.size()),
                    static_cast<Eigen::Index>(table.windows.area()));
  for (std::size_t p = 0; p < table.windows.size(); ++p) {
    const auto pixels = table.windows[p];
    std::ranges::copy(pixels, rows.row(static_cast<Eigen::Index>(p)).data());
  }
  return rows;
}

LocalPool unsupervised_pool(const Experiment& experiment, const Options& options) {
  PointTable table = point_table(experiment.samples, options.windows);
  const SampleValues windows = windows_of(table);
  return baselines::mixture_pool(std::move(table.places), windows, experiment.learned,
                                 {.components = options.boost.features})
      .pool;
}

MultiLayerState train_unsupervised(const Experiment& experiment, const LocalPool& pool,
                                   const Options& options, double weight) {
  MultiLayerOptions boost = options.boost;
  boost.votes = 1;
  return multi_layer_boost(
      pool, experiment.labels(), boost,
      baselines::unsupervised_layer(pool, experiment.samples.classes.size(), static_cast<float>(weight)));
}

/// The weight of the mixture's votes with the lowest error on digits used neither for training nor for
/// testing.
double best_vote_weight(const Samples& learned, const Samples& held_back, const Options& options) {
  const Experiment choosing = experiment(learned, held_back);
  const LocalPool pool = unsupervised_pool(choosing, options);
  double best = 0;
  std::size_t min = held_back.count() + 1;
  for (const double weight : options.vote_weights) {
    const Outcome result = outcome(choosing, pool, train_unsupervised(choosing, pool, options, weight));
    std::printf("EM, votes of weight %g: %s on held-back digits\n", weight,
                bench::percent(result.errors, held_back.count()).c_str());
    if (result.errors < min) best = weight;
    min = std::min(min, result.errors);
  }
  return best;
}

/// For each local feature (down), the windows of the training digits with the highest responses (across),
/// strongest first.
cv::Mat answering(const Experiment& experiment, const LocalPool& pool, const MultiLayerState& state,
                  const TrainingWindows& windows) {
  constexpr int kAcross = 8, kScale = 3, kGap = 2;
  const int side = windows.width() * kScale + kGap;
  const auto features = static_cast<int>(state.hidden.size());
  constexpr int kColumns = 2;  // of local features, so that the sheet is about square
  const int down = (features + kColumns - 1) / kColumns;
  cv::Mat sheet(down * side, kColumns * (kAcross * side + 4 * kGap), CV_8U, cv::Scalar(255));
  const PointPlaces& places = pool.places;
  for (int d = 0; d < features; ++d) {
    std::vector<float> psi(windows.size());
    for (const LocalVote& vote : state.hidden[static_cast<std::size_t>(d)]) {
      const std::span<const std::uint8_t> bytes = pool.responses.of(vote.candidate);
      for (std::size_t p = 0; p < psi.size(); ++p)
        psi[p] += bytes[p] >= vote.bin ? vote.weight : -vote.weight;
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t p = 0; p < psi.size(); ++p) {
      if (places.x[p] >= 0 && p % places.samples < experiment.learned) order.push_back(p);
    }
    const auto shown = order.begin() + std::min<std::ptrdiff_t>(kAcross, std::ssize(order));
    std::ranges::partial_sort(order, shown, [&](std::uint32_t a, std::uint32_t b) {
      return psi[a] > psi[b] || (psi[a] == psi[b] && a < b);
    });
    for (int i = 0; i < shown - order.begin(); ++i) {
      cv::Mat large;
      cv::resize(windows.image(order[static_cast<std::size_t>(i)]), large, {side - kGap, side - kGap}, 0, 0,
                 cv::INTER_NEAREST);
      const cv::Point at((d / down) * (kAcross * side + 4 * kGap) + i * side, d % down * side);
      large.copyTo(sheet(cv::Rect(at, large.size())));
    }
  }
  return sheet;
}

void write_png(const std::string& path, const cv::Mat& picture) {
  std::vector<std::uint8_t> png;
  cv::imencode(".png", picture, png);
  write_file_atomically(path, std::as_bytes(std::span(png)));
  std::printf("written: %s\n", std::filesystem::path(path).filename().c_str());
}

double percent_of(std::size_t part, std::size_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}

Series path_series(const std::string& name, const std::vector<double>& losses) {
  Series series{name, {}};
  for (std::size_t t = 0; t < losses.size(); ++t) {
    series.points.push_back({static_cast<double>(t + 1), losses[t]});
  }
  return series;
}

/// A single value for all numbers of wavelets.
Series level(const std::string& name, const std::vector<std::size_t>& wavelets, double value) {
  return {name,
          {{static_cast<double>(wavelets.front()), value}, {static_cast<double>(wavelets.back()), value}}};
}

void print(const std::string& name, const Outcome& result, std::size_t measured, double seconds) {
  std::printf("| %s | %.4f | %s | %s | %.0f |\n", name.c_str(), result.losses.back(),
              bench::percent(result.errors, measured).c_str(),
              bench::percent(result.errors_with_tilt, measured).c_str(), seconds);
  std::fflush(stdout);
}

void run(const Options& options) {
  const Samples training = bench::mnist_training();
  const Samples learned = bench::rows(training, 0, options.samples);
  const Samples test = bench::rows(bench::mnist_test(), 0, options.test);
  const double weight = best_vote_weight(
      learned, bench::rows(training, training.count() - options.test, training.count()), options);
  const Experiment all = experiment(learned, test);

  std::printf("| hidden layer | loss | test error | with tilt search | seconds |\n|---|---|---|---|---|\n");
  const bench::Stopwatch mixture_watch;
  const LocalPool mixture = unsupervised_pool(all, options);
  const MultiLayerState mixture_state = train_unsupervised(all, mixture, options, weight);
  const Outcome em = outcome(all, mixture, mixture_state);
  print("EM", em, test.count(), mixture_watch.seconds());

  LineChart losses{.title = "Loss of the training digits",
                   .x = {.label = "weak learners of a class"},
                   .y = {.label = "exponential loss", .scale = Scale::logarithmic}};
  losses.series.push_back(path_series("EM", em.losses));
  Series by_wavelets{"multi-layer boosting", {}}, plain{"multi-layer boosting", {}},
      tilted{"multi-layer boosting, tilt search", {}};
  const int side = options.windows.side;
  const PointTable table = point_table(all.samples, options.windows);
  const LocalPool pool = wavelet_pool(
      table, options.windows.deviation,
      sample_haar({.width = side, .height = side, .min_side = 1, .max_distance = side, .touching_only = true},
                  options.pool, options.boost.seed));
  MultiLayerState last;
  for (const std::size_t count : options.wavelets) {
    const bench::Stopwatch watch;
    MultiLayerOptions boost = options.boost;
    boost.votes = count;
    last = multi_layer_boost(pool, all.labels(), boost);
    const Outcome result = outcome(all, pool, last);
    print(std::to_string(count) + " wavelets", result, test.count(), watch.seconds());
    const auto x = static_cast<double>(count);
    losses.series.push_back(path_series(std::to_string(count) + " wavelets", result.losses));
    by_wavelets.points.push_back({x, result.losses.back()});
    plain.points.push_back({x, percent_of(result.errors, test.count())});
    tilted.points.push_back({x, percent_of(result.errors_with_tilt, test.count())});
  }

  bench::write_chart(options.folder + "multi-layer-loss.svg", losses);
  bench::write_chart(options.folder + "multi-layer-wavelets.svg",
                     {.title = "Loss of the training digits, " + std::to_string(options.boost.rounds) +
                               " weak learners a class",
                      .x = {.label = "wavelets of a local feature"},
                      .y = {.label = "exponential loss", .scale = Scale::logarithmic},
                      .series = {by_wavelets, level("EM", options.wavelets, em.losses.back())}});
  bench::write_chart(
      options.folder + "multi-layer-errors.svg",
      {.title = "Error on MNIST's test digits",
       .x = {.label = "wavelets of a local feature"},
       .y = {.label = "error, %"},
       .series = {
           plain, tilted, level("EM", options.wavelets, percent_of(em.errors, test.count())),
           level("EM, tilt search", options.wavelets, percent_of(em.errors_with_tilt, test.count()))}});
  write_png(options.folder + "multi-layer-patches-em.png",
            answering(all, mixture, mixture_state, table.windows));
  write_png(options.folder + "multi-layer-patches.png", answering(all, pool, last, table.windows));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  options.boost.rounds = 100;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("The multi-layer boosting paper's figures");
  table.add_options()("samples", value(options.samples), "training digits")(
      "test", value(options.test), "test digits, and digits held back to choose the mixture's votes")(
      "rounds", value(options.boost.rounds), "weak learners of a class")(
      "wavelets", bench::po::value(&options.wavelets)->multitoken(),
      "wavelets of a local feature, ascending")("folder", value(options.folder),
                                                "where pictures go, with the last slash");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
