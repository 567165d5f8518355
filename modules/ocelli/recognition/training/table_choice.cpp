#include "ocelli/recognition/training/table_choice.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/training/blend_choice.hpp"
#include "ocelli/recognition/training/table_candidates.hpp"
#include "ocelli/recognition/training/trial_samples.hpp"

namespace ocelli::internal {
namespace {

/// This many errors of the best trial suffice to distinguish it from the others.
constexpr std::size_t kEnoughErrors = 50;
/// Fewer samples carry no information, regardless of the budget.
constexpr std::size_t kMinTried = 500;
constexpr std::size_t kManyRows = 2000, kMinPartings = 3, kMaxPartings = 5, kMinRows = 8;
/// Each of the first parts of many rows is this many times as large as the one before.
constexpr std::size_t kGrowth = 3;
/// Limits on a blend: the number of members, their errors as a multiple of the best, and the splits whose
/// held-out samples it is chosen on.
constexpr std::size_t kMaxBlended = 4, kMaxTimesErrors = 2, kBlendPartings = 3;

/// The minimum and maximum number of splits of all samples.
struct Partings {
  std::size_t min = 1, max = 1;
};

Partings partings_within(std::size_t affordable, std::size_t samples) {
  if (samples < kManyRows && affordable >= samples) return {kMinPartings, kMaxPartings};
  return {1, std::clamp(affordable / samples, std::size_t{1}, kMaxPartings)};
}

/// The parts of many rows that most candidates are judged by: from kMinTried rows or a ninth on.
std::vector<std::size_t> first_parts(std::size_t samples) {
  std::vector<std::size_t> parts;
  if (samples < kManyRows) return parts;
  for (std::size_t part = samples / kGrowth; parts.size() < 2 && part >= kMinTried; part /= kGrowth)
    parts.insert(parts.begin(), part);
  return parts;
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

/// Successive halving: keeps the better half of each kind, and all kinds but the worst, down to as many as a
/// blend may have. A kind that is clearly too bad for a blend is dropped as well.
class Halving {
 public:
  Halving(std::vector<TableCandidate> candidates, const TableBudget& budget, const Samples& samples)
      : alive_(std::move(candidates)), budget_(budget), samples_(samples) {}

  std::span<TableCandidate> alive() { return alive_; }
  std::size_t min_errors() const {
    return std::ranges::min(alive_, {}, &TableCandidate::min_errors).min_errors();
  }

  void halve(std::size_t measured) {
    const std::vector<std::string> kinds = best_kinds();
    const auto stays = [&](const TableCandidate& one) {
      return std::ranges::find(kinds, kind_of(one.trial)) != kinds.end() && is_in_better_half(one);
    };
    std::vector<TableCandidate> kept;
    for (const TableCandidate& one : alive_) {
      if (stays(one)) {
        kept.push_back(one);
      } else {
        dropped_.push_back(trial_of(one, measured));
      }
    }
    alive_ = std::move(kept);
  }

  void restart() {
    for (TableCandidate& one : alive_) one.restart();
  }

  /// The trials of those that are left, fewest errors first.
  std::vector<TableTrial> finalists(std::size_t measured) const {
    std::vector<TableTrial> trials;
    for (const TableCandidate& one : alive_) trials.push_back(trial_of(one, measured));
    std::ranges::stable_sort(trials, {}, &TableTrial::errors);
    return trials;
  }

  /// The trials of the others, those that were tried the longest first.
  std::vector<TableTrial> dropped() const { return {dropped_.rbegin(), dropped_.rend()}; }

 private:
  TableTrial trial_of(const TableCandidate& one, std::size_t measured) const {
    TableTrial trial = one.with_best_rounds(budget_, samples_);
    trial.samples = measured;
    return trial;
  }

  /// The kinds that stay, fewest errors first.
  std::vector<std::string> best_kinds() const {
    std::vector<std::string> kinds;  // in the order of the candidates, which breaks ties
    std::map<std::string, std::size_t> errors;
    for (const TableCandidate& one : alive_) {
      const std::string kind = kind_of(one.trial);
      const auto [place, is_new] = errors.try_emplace(kind, one.min_errors());
      if (is_new) kinds.push_back(kind);
      place->second = std::min(place->second, one.min_errors());
    }
    const double limit = static_cast<double>(kMaxTimesErrors * (min_errors() + 1));
    std::erase_if(kinds, [&](const std::string& kind) {
      const auto count = static_cast<double>(errors[kind]);
      return count > limit + 2 * std::sqrt(count);
    });
    std::ranges::stable_sort(kinds, {}, [&](const std::string& kind) { return errors[kind]; });
    kinds.resize(std::min(kinds.size(), std::max(kMaxBlended, errors.size() - 1)));
    return kinds;
  }

  /// Whether its strength is in the better half of those with its features, and its features are in the
  /// better half of those of its kind.
  bool is_in_better_half(const TableCandidate& one) const {
    std::vector<const TableCandidate*> strengths, best_of_names;
    for (const TableCandidate& other : alive_) {
      if (other.trial.name == one.trial.name) strengths.push_back(&other);
      if (kind_of(other.trial) != kind_of(one.trial)) continue;
      const bool is_new = best_of_names.empty() || best_of_names.back()->trial.name != other.trial.name;
      if (is_new) best_of_names.push_back(&other);
      if (other.min_errors() < best_of_names.back()->min_errors()) best_of_names.back() = &other;
    }
    const auto better_half = [](std::vector<const TableCandidate*> all, const auto& is_own) {
      std::ranges::stable_sort(all, {}, &TableCandidate::min_errors);
      all.resize((all.size() + 1) / 2);
      return std::ranges::any_of(all, is_own);
    };
    return better_half(std::move(strengths), [&](const auto* other) { return other == &one; }) &&
           better_half(std::move(best_of_names),
                       [&](const auto* other) { return other->trial.name == one.trial.name; });
  }

  std::vector<TableCandidate> alive_;
  std::vector<TableTrial> dropped_;
  const TableBudget& budget_;
  const Samples& samples_;
};

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

HeldOutScores held_out_scores(const Samples& samples, std::span<const std::uint64_t> splits,
                              const std::vector<const TableTrial*>& trials, const std::stop_token& stop) {
  HeldOutScores all{std::vector<SampleValues>(trials.size()), {}};
  for (const std::uint64_t seed : splits) {
    const TrialSamples split = trial_samples(samples, seed);
    const Samples rest = split.rest();
    all.labels.insert(all.labels.end(), rest.labels.begin(), rest.labels.end());
    for (std::size_t t = 0; t < trials.size(); ++t)
      append(learned_by(learner_of(*trials[t]), split.learned, stop).scores(rest), all.scores[t]);
  }
  return all;
}

/// To three digits; more are not significant.
double rounded(double weight) {
  const double unit = std::pow(10.0, std::floor(std::log10(weight)) - 2);
  return std::round(weight / unit) * unit;
}

/// Puts the best blend of the finalists first unless it has clearly more errors than the best of them. That
/// one has the fewest errors of many, possibly by chance, while the blend was chosen by its log-loss.
/// `splits` are seeds.
void add_blend(const Samples& samples, std::span<const std::uint64_t> splits, bool of_all,
               std::vector<TableTrial>& trials, const std::stop_token& stop) try {
  const std::vector<const TableTrial*> candidates = to_be_blended(trials);
  const auto [scores, labels] = held_out_scores(samples, splits, candidates, stop);
  const BlendChoice choice = choose_blend(scores, labels);
  const double best = static_cast<double>(trials.front().errors) * static_cast<double>(labels.size()) /
                      static_cast<double>(trials.front().samples);
  if (choice.members() < 2 || static_cast<double>(choice.errors) > best + std::sqrt(best)) return;
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
  std::vector<TableCandidate> candidates = table_candidates(samples, budget);
  if (samples.count() < kMinRows) return {std::move(candidates.front().trial)};
  const std::size_t affordable = samples_within(budget, samples);
  const Partings partings = partings_within(affordable, samples.count());
  const Samples few = drawn(samples, std::max(kMinTried, affordable / partings.min), budget.seed);
  Halving halving(std::move(candidates), budget, samples);
  for (const std::size_t rows : first_parts(few.count())) {
    const TrialSamples split = trial_samples(drawn(few, rows, budget.seed), budget.seed);
    try_candidates(split, halving.alive(), stop);
    halving.halve(split.measured());
    halving.restart();
  }
  std::vector<std::uint64_t> splits;
  std::size_t measured = 0;
  const auto enough = [&] {
    return splits.size() >= partings.max ||
           (splits.size() >= partings.min && halving.min_errors() >= kEnoughErrors);
  };
  while (!enough()) {
    if (!splits.empty()) halving.halve(measured);
    splits.push_back(hash(budget.seed, {splits.size()}));
    const TrialSamples split = trial_samples(few, splits.back());
    measured += split.measured();
    try_candidates(split, halving.alive(), stop);
  }
  std::vector<TableTrial> trials = halving.finalists(measured);
  splits.resize(std::min(splits.size(), kBlendPartings));
  add_blend(few, splits, few.count() == samples.count(), trials, stop);
  std::ranges::move(halving.dropped(), std::back_inserter(trials));
  return trials;
}

}  // namespace ocelli::internal
