#include "ocelli/recognition/training/table_choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/training/blend_choice.hpp"
#include "ocelli/recognition/training/trial_samples.hpp"

namespace ocelli::internal {
namespace {

/// Errors after each round.
using ErrorPath = std::vector<std::size_t>;

/// This many errors of the best trial suffice to distinguish it from the others.
constexpr std::size_t kEnoughErrors = 50;
/// Fewer samples carry no information, regardless of the budget.
constexpr std::size_t kMinTried = 500;
constexpr std::size_t kManyRows = 2000, kPartings = 5, kMinRows = 8, kMaxMultiplied = 64;
constexpr std::size_t kTreeRounds = 400, kShareBoostRounds = 300, kPatience = 40;
constexpr std::size_t kStrengthCount = 3;
constexpr std::array<double, kStrengthCount> kStrengths = {1e-5, 1e-4, 1e-3};
/// Columns of Gaussians have smaller values than others.
constexpr std::array<double, kStrengthCount> kGaussianStrengths = {1e-7, 1e-6, 1e-5};
constexpr double kGaussianWidths[] = {0.35, 0.7, 1.4};
constexpr std::size_t kMinGaussians = 100;
/// Work per core and second, low estimates: samples x classes x (columns + rounds) for all ShareBoost
/// trainings of a choice, and additions for a tree training.
constexpr double kShareBoostWork = 7e6, kTreeWork = 1e9, kGaussianWork = 1e10;
/// The cost of all trials with Gaussians, as a number of columns.
constexpr double kGaussianTrials = 160;
/// Limits on a blend: the number of members, and their errors as a multiple of the best.
constexpr std::size_t kMaxBlended = 4, kMaxTimesErrors = 2;
/// Passes over all columns per training with Gaussians.
constexpr double kGaussianPasses = 200;

template <class Round>
ErrorPath error_path_of(const std::vector<Round>& rounds) {
  ErrorPath path;
  for (const Round& round : rounds) path.push_back(round.validation_errors);
  return path;
}

/// Adds errors to those of other splits. If a path ended early, its last value is repeated. An empty path is
/// a failure: all samples are wrong.
void add_errors(const ErrorPath& path, std::size_t measured, ErrorPath& sums) {
  for (std::size_t r = 0; r < sums.size(); ++r)
    sums[r] += path.empty() ? measured : path[std::min(r, path.size() - 1)];
}

/// A way to learn, with its errors so far.
struct TableCandidate {
  TableTrial trial;
  ErrorPath errors;
};

std::vector<TableCandidate> tree_candidates(std::uint64_t seed) {
  std::vector<TableCandidate> all;
  for (const std::size_t leaves : {32, 8}) {
    TreeTrainingOptions options;
    options.boost.rounds = kTreeRounds;
    options.boost.shape.leaves = leaves;
    options.preparation.seed = seed;
    all.push_back({{"trees of " + std::to_string(leaves) + " leaves", options}, ErrorPath(kTreeRounds)});
  }
  return all;
}

std::vector<std::string> share_boost_kinds(std::size_t inputs) {
  if (inputs >= 2 && inputs <= kMaxMultiplied) return {"products", "stumps", "linear"};
  return {"stumps", "linear"};
}

/// The number of Gaussians that half the budget allows.
std::size_t gaussians_within(const TableBudget& budget, const Samples& samples) {
  std::size_t count = GaussianPoolOptions().anchors;
  const auto work = [&] {
    const auto gaussians = static_cast<double>(count);
    const double passes = kGaussianPasses * static_cast<double>(samples.classes.size());
    return static_cast<double>(samples.count()) * gaussians *
           (gaussians / 2 + static_cast<double>(samples.width()) + passes);
  };
  while (count > kMinGaussians && work() > budget.seconds / 2 * kGaussianWork) count /= 2;
  return count;
}

/// Adds one candidate per strength, next to each other so that they share their features.
void add_strengths(const std::string& name, ClassifierTrainingOptions options,
                   const std::array<double, kStrengthCount>& strengths, std::vector<TableCandidate>& all) {
  for (const double strength : strengths) {
    options.boost.regularizer.frobenius = strength;
    all.push_back({{name, options}, ErrorPath(options.boost.rounds.value())});
  }
}

std::vector<TableCandidate> share_boost_candidates(const Samples& samples, const TableBudget& budget) {
  std::vector<TableCandidate> all;
  ClassifierTrainingOptions options;
  options.seed = budget.seed;
  for (const std::string& kind : share_boost_kinds(samples.width())) {
    options.candidates.kind = kind;
    options.boost.rounds = kShareBoostRounds;
    add_strengths(kind, options, kStrengths, all);
  }
  options.candidates.kind = GaussianFeatures::kKind;
  options.candidates.gaussians.anchors = gaussians_within(budget, samples);
  options.boost.rounds.reset();
  options.resolve_rounds(samples);
  for (const double width : kGaussianWidths) {
    options.candidates.gaussians.width = width;
    add_strengths("gaussians of width " + to_text(width), options, kGaussianStrengths, all);
  }
  return all;
}

/// Runs `learn`. Returns an empty path if there is nothing to learn.
template <class Learn>
ErrorPath path_unless_nothing(const Learn& learn) try {
  return learn();
} catch (const Error& error) {
  if (error.kind() != Kind::training) throw;
  return {};
}

ErrorPath tree_path(const TrialSamples& parts, const TreeTrainingOptions& options,
                    const std::stop_token& stop) {
  return path_unless_nothing([&] {
    TreeBoostOptions boost = options.boost;
    boost.seed = options.preparation.seed;
    return error_path_of(boost_trees({parts.all, parts.learned.count()}, boost, {}, {}, stop).rounds);
  });
}

/// Tries all strengths of one kind of features, which share their candidates.
void try_share_boost(const TrialSamples& parts, std::span<TableCandidate> of_kind,
                     const std::stop_token& stop) {
  const auto& first = std::get<ClassifierTrainingOptions>(of_kind.front().trial.options);
  std::unique_ptr<CandidateFeatures> features;
  for (TableCandidate& one : of_kind) {
    const ErrorPath path = path_unless_nothing([&] {
      if (!features) features = make_candidates(parts.learned, parts.all, first.candidates, first.seed);
      ShareBoostOptions boost = std::get<ClassifierTrainingOptions>(one.trial.options).boost;
      boost.patience = kPatience;
      return error_path_of(share_boost(features->pool(), parts.labels(), boost, {}, {}, stop).rounds);
    });
    add_errors(path, parts.measured(), one.errors);
  }
}

/// The number of samples that half the budget allows, counted once per split.
std::size_t samples_within(const TableBudget& budget, const Samples& samples) {
  const auto inputs = static_cast<double>(samples.width());
  const double products = samples.width() <= kMaxMultiplied ? inputs * (inputs - 1) / 2 : inputs;
  const double each = static_cast<double>(samples.classes.size()) *
                      (products + inputs + static_cast<double>(kShareBoostRounds) + kGaussianTrials);
  return static_cast<std::size_t>(budget.seconds / 2 * kShareBoostWork / each);
}

/// Several random splits of the samples into training and held-out parts.
struct Partitions {
  const Samples& samples;
  std::uint64_t seed = 1;
  std::size_t count = 0;

  TrialSamples parts(std::size_t number) const { return trial_samples(samples, hash(seed, {number})); }
};

/// The minimum and maximum number of splits.
struct Partings {
  std::size_t min = 1, max = 1;
};

Partings partings_within(std::size_t affordable, std::size_t samples) {
  if (samples < kManyRows && affordable >= samples) return {kPartings, kPartings};
  return {1, std::clamp(affordable / samples, std::size_t{1}, kPartings)};
}

std::size_t min_errors(const std::vector<TableCandidate>& candidates) {
  std::size_t min = std::numeric_limits<std::size_t>::max();
  for (const TableCandidate& one : candidates) min = std::min(min, std::ranges::min(one.errors));
  return min;
}

/// The number of rounds that half the budget allows.
std::size_t rounds_within(const TableBudget& budget, const Samples& samples,
                          const TreeBoostOptions& options) {
  const double columns = static_cast<double>(some_columns(samples.width() + options.shape.pairs));
  const double round = static_cast<double>(samples.count()) * columns *
                       static_cast<double>(samples.classes.size() + 8) *
                       std::log2(static_cast<double>(options.shape.leaves)) / 2;
  return static_cast<std::size_t>(std::max(20.0, budget.seconds / 2 * kTreeWork / round));
}

/// Replaces weighted samples by samples of weight 1: each is kept with the probability of its weight over the
/// largest weight.
Samples thinned_by_weight(const Samples& samples, std::uint64_t seed) {
  const float largest = std::ranges::max(samples.weights);
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < samples.count(); ++i) {
    const double draw = Random(hash(seed, {i})).uniform();
    if (draw * static_cast<double>(largest) < static_cast<double>(samples.weights[i])) rows.push_back(i);
  }
  Samples kept = take(samples, rows);
  kept.weights.clear();
  return kept;
}

/// The number of rounds with the fewest errors. Of several, uses the largest: it had the fewest errors more
/// often.
TableTrial with_best_rounds(TableCandidate candidate, const TableBudget& budget, const Samples& samples) {
  const auto min = std::ranges::min(candidate.errors);
  std::size_t rounds = candidate.errors.size();
  while (candidate.errors[rounds - 1] != min) --rounds;
  candidate.trial.errors = min;
  if (auto* const trees = std::get_if<TreeTrainingOptions>(&candidate.trial.options)) {
    trees->boost.rounds = std::min(rounds, rounds_within(budget, samples, trees->boost));
  } else {
    std::get<ClassifierTrainingOptions>(candidate.trial.options).boost.rounds = rounds;
  }
  return std::move(candidate.trial);
}

/// The features of a learner, ignoring strengths and widths.
std::string kind_of(const TableTrial& trial) {
  const auto* const share_boost = std::get_if<ClassifierTrainingOptions>(&trial.options);
  return share_boost ? share_boost->candidates.kind : trial.name;
}

/// The best trials of different kinds, which may correct each other.
/// Requires  trials sorted by errors.
std::vector<const TableTrial*> to_be_blended(const std::vector<TableTrial>& trials) {
  std::vector<const TableTrial*> chosen;
  const auto is_chosen = [&](const TableTrial& trial) {
    return std::ranges::any_of(chosen, [&](const auto* one) { return kind_of(*one) == kind_of(trial); });
  };
  for (const TableTrial& trial : trials) {
    if (chosen.size() == kMaxBlended || trial.errors > kMaxTimesErrors * (trials.front().errors + 1)) break;
    if (!is_chosen(trial)) chosen.push_back(&trial);
  }
  return chosen;
}

TableLearner learner_of(const TableTrial& trial) {
  if (const auto* const trees = std::get_if<TreeTrainingOptions>(&trial.options)) return *trees;
  return std::get<ClassifierTrainingOptions>(trial.options);
}

Classifier learned_by(const TableLearner& learner, const Samples& samples, const std::stop_token& stop) {
  if (const auto* const trees = std::get_if<TreeTrainingOptions>(&learner))
    return train_trees(samples, *trees, {}, stop).classifier;
  return train_classifier(samples, std::get<ClassifierTrainingOptions>(learner), {}, stop).classifier;
}

/// Appends rows.
void append(const SampleValues& rows, SampleValues& all) {
  all.conservativeResize(all.rows() + rows.rows(), rows.cols());
  all.bottomRows(rows.rows()) = rows;
}

/// Scores of all held-out samples of the splits, by each of these trials.
struct HeldOutScores {
  std::vector<SampleValues> scores;
  std::vector<std::uint16_t> labels;
};

HeldOutScores held_out_scores(const Partitions& partitions, const std::vector<const TableTrial*>& trials,
                              const std::stop_token& stop) {
  HeldOutScores all{std::vector<SampleValues>(trials.size()), {}};
  for (std::size_t p = 0; p < partitions.count; ++p) {
    const TrialSamples parts = partitions.parts(p);
    const Samples rest = parts.rest();
    all.labels.insert(all.labels.end(), rest.labels.begin(), rest.labels.end());
    for (std::size_t t = 0; t < trials.size(); ++t)
      append(learned_by(learner_of(*trials[t]), parts.learned, stop).scores(rest), all.scores[t]);
  }
  return all;
}

/// To three digits; more are not significant.
double rounded(double weight) {
  const double unit = std::pow(10.0, std::floor(std::log10(weight)) - 2);
  return std::round(weight / unit) * unit;
}

/// Puts the best blend of the trials first unless it has clearly more errors than the best trial. The best
/// trial has the fewest errors of many, possibly by chance, while the blend was chosen by its log-loss.
void add_blend(const Partitions& partitions, bool of_all, std::vector<TableTrial>& trials,
               const std::stop_token& stop) try {
  const std::vector<const TableTrial*> candidates = to_be_blended(trials);
  const auto [scores, labels] = held_out_scores(partitions, candidates, stop);
  const BlendChoice choice = choose_blend(scores, labels);
  const auto by_chance = static_cast<std::size_t>(std::sqrt(static_cast<double>(trials.front().errors)));
  if (choice.members() < 2 || choice.errors > trials.front().errors + by_chance) return;
  TableTrial blend{.name = {}, .options = {}, .errors = choice.errors, .samples = labels.size()};
  TableBlend members{.members = {}, .temperature = of_all ? choice.temperature : 0};
  for (std::size_t m = 0; m < candidates.size(); ++m) {
    if (choice.weights[m] == 0) continue;
    members.members.push_back({learner_of(*candidates[m]), rounded(choice.weights[m])});
    blend.name += (blend.name.empty() ? "" : " and ") + candidates[m]->name;
  }
  blend.options = std::move(members);
  trials.insert(trials.begin(), std::move(blend));
} catch (const Error& error) {
  if (error.kind() != Kind::training) throw;  // nothing to learn
}

}  // namespace

std::vector<TableTrial> choose_for_table(const Samples& samples, const TableBudget& budget,
                                         const std::stop_token& stop) {
  if (!samples.weights.empty())
    return choose_for_table(thinned_by_weight(samples, budget.seed), budget, stop);
  std::vector<TableCandidate> trees = tree_candidates(budget.seed);
  if (samples.count() < kMinRows) return {std::move(trees.front().trial)};
  std::vector<TableCandidate> share_boost = share_boost_candidates(samples, budget);
  const std::size_t affordable = samples_within(budget, samples);
  const Partings partings = partings_within(affordable, samples.count());
  const Samples few = drawn(samples, std::max(kMinTried, affordable / partings.min), budget.seed);
  std::size_t measured = 0;
  Partitions partitions{few, budget.seed};
  const auto enough = [&](std::size_t done) {
    return done >= partings.max ||
           (done >= partings.min && std::min(min_errors(trees), min_errors(share_boost)) >= kEnoughErrors);
  };
  while (!enough(partitions.count)) {
    const TrialSamples parts = partitions.parts(partitions.count++);
    measured += parts.measured();
    for (TableCandidate& one : trees)
      add_errors(tree_path(parts, std::get<TreeTrainingOptions>(one.trial.options), stop), parts.measured(),
                 one.errors);
    for (std::size_t first = 0; first < share_boost.size(); first += kStrengthCount)
      try_share_boost(parts, std::span(share_boost).subspan(first, kStrengthCount), stop);
  }
  std::vector<TableTrial> trials;
  for (std::vector<TableCandidate>* const kind : {&trees, &share_boost}) {
    for (TableCandidate& one : *kind) trials.push_back(with_best_rounds(std::move(one), budget, samples));
  }
  for (TableTrial& trial : trials) trial.samples = measured;
  std::ranges::stable_sort(trials, {}, &TableTrial::errors);
  add_blend(partitions, few.count() == samples.count(), trials, stop);
  return trials;
}

}  // namespace ocelli::internal
