#include "ocelli/recognition/training/table_candidates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// Errors after each round.
using ErrorPath = std::vector<std::size_t>;

constexpr std::size_t kMaxMultiplied = 64;  ///< columns
constexpr std::size_t kTreeRounds = 400, kShareBoostRounds = 300;
/// Rounds without fewer errors after which a trial ends. Trees learn in smaller steps.
constexpr std::size_t kShareBoostPatience = 25, kTreePatience = 50;
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
void add_errors(const ErrorPath& path, std::size_t measured, TableCandidate& candidate) {
  for (std::size_t r = 0; r < candidate.errors.size(); ++r)
    candidate.errors[r] += path.empty() ? measured : path[std::min(r, path.size() - 1)];
  candidate.longest = std::max({candidate.longest, path.size(), std::size_t{1}});
}

void add_trees(std::uint64_t seed, std::vector<TableCandidate>& all) {
  for (const std::size_t leaves : {32, 8}) {
    TreeTrainingOptions options;
    options.boost.rounds = kTreeRounds;
    options.boost.shape.leaves = leaves;
    options.preparation.seed = seed;
    const std::string name = "trees of " + std::to_string(leaves) + " leaves";
    all.push_back({{name, options}, ErrorPath(kTreeRounds)});
  }
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

/// Adds one candidate per strength.
void add_strengths(const std::string& name, ClassifierTrainingOptions options,
                   const std::array<double, kStrengthCount>& strengths, std::vector<TableCandidate>& all) {
  for (const double strength : strengths) {
    options.boost.regularizer.frobenius = strength;
    all.push_back({{name, options}, ErrorPath(options.boost.rounds.value())});
  }
}

void add_share_boost(const Samples& samples, const TableBudget& budget, std::vector<TableCandidate>& all) {
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
    boost.patience = kTreePatience;
    return error_path_of(boost_trees({parts.all, parts.learned.count()}, boost, {}, {}, stop).rounds);
  });
}

/// Tries candidates that share their features.
void try_share_boost(const TrialSamples& split, std::span<TableCandidate> alike,
                     const std::stop_token& stop) {
  const auto& first = std::get<ClassifierTrainingOptions>(alike.front().trial.options);
  std::unique_ptr<CandidateFeatures> features;
  for (TableCandidate& one : alike) {
    const ErrorPath path = path_unless_nothing([&] {
      if (!features) features = make_candidates(split.learned, split.all, first.candidates, first.seed);
      ShareBoostOptions boost = std::get<ClassifierTrainingOptions>(one.trial.options).boost;
      boost.patience = kShareBoostPatience;
      return error_path_of(share_boost(features->pool(), split.labels(), boost, {}, {}, stop).rounds);
    });
    add_errors(path, split.measured(), one);
  }
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

}  // namespace

std::size_t TableCandidate::min_errors() const { return std::ranges::min(errors); }

void TableCandidate::restart() {
  std::ranges::fill(errors, 0U);
  longest = 0;
}

TableTrial TableCandidate::with_best_rounds(const TableBudget& budget, const Samples& samples) const {
  TableTrial best = trial;
  best.errors = min_errors();
  std::size_t rounds = errors.size();
  // Gaussians are as many as there are samples, so all samples have more of them than a split.
  if (std::holds_alternative<TreeTrainingOptions>(best.options)) rounds = std::max<std::size_t>(longest, 1);
  while (errors[rounds - 1] != best.errors) --rounds;
  if (auto* const trees = std::get_if<TreeTrainingOptions>(&best.options)) {
    trees->boost.rounds = std::min(rounds, rounds_within(budget, samples, trees->boost));
  } else {
    std::get<ClassifierTrainingOptions>(best.options).boost.rounds = rounds;
  }
  return best;
}

std::string kind_of(const TableTrial& trial) {
  const auto* const share_boost = std::get_if<ClassifierTrainingOptions>(&trial.options);
  return share_boost ? share_boost->candidates.kind : trial.name;
}

std::vector<TableCandidate> table_candidates(const Samples& samples, const TableBudget& budget) {
  std::vector<TableCandidate> all;
  add_trees(budget.seed, all);
  add_share_boost(samples, budget, all);
  return all;
}

void try_candidates(const TrialSamples& split, std::span<TableCandidate> candidates,
                    const std::stop_token& stop) {
  for (std::size_t begin = 0, end = 0; begin < candidates.size(); begin = end) {
    const TableTrial& first = candidates[begin].trial;
    end = begin + 1;
    if (const auto* const trees = std::get_if<TreeTrainingOptions>(&first.options)) {
      add_errors(tree_path(split, *trees, stop), split.measured(), candidates[begin]);
      continue;
    }
    while (end < candidates.size() && candidates[end].trial.name == first.name) ++end;
    try_share_boost(split, candidates.subspan(begin, end - begin), stop);
  }
}

std::size_t samples_within(const TableBudget& budget, const Samples& samples) {
  const auto inputs = static_cast<double>(samples.width());
  const double products = samples.width() <= kMaxMultiplied ? inputs * (inputs - 1) / 2 : inputs;
  const double each = static_cast<double>(samples.classes.size()) *
                      (products + inputs + static_cast<double>(kShareBoostRounds) + kGaussianTrials);
  return static_cast<std::size_t>(budget.seconds / 2 * kShareBoostWork / each);
}

}  // namespace ocelli::internal
