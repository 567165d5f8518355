#include "ocelli/boosting/multilayer/multi_layer.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "ocelli/boosting/pools/pool_kernels.hpp"
#include "ocelli/boosting/shareboost/resumed_state.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kBins = 256;
constexpr double kLargestWeight = 4;

/// The purposes of random draws, to give each purpose a different sequence.
enum class Draw : std::uint64_t { first_votes = 1, local_candidates, disjunctions };

Random draws(std::uint64_t seed, Draw what, std::size_t round) {
  return Random(hash(seed, {static_cast<std::uint64_t>(what), round}));
}

std::vector<std::uint32_t> some_candidates(const LocalPool& pool, std::size_t count, Random random) {
  std::vector<std::uint32_t> chosen(count);
  for (std::uint32_t& c : chosen) c = static_cast<std::uint32_t>(random.below(pool.candidates()));
  return chosen;
}

std::vector<std::vector<LocalVote>> first_votes(const LocalPool& pool, const MultiLayerOptions& options) {
  Random random = draws(options.seed, Draw::first_votes, 0);
  std::vector<std::vector<LocalVote>> votes(options.features);
  for (auto& own : votes) {
    const auto candidate = static_cast<std::uint32_t>(random.below(pool.candidates()));
    own = {{candidate, static_cast<std::uint8_t>(1 + random.below(kBins - 1)), 1.0f}};
  }
  return votes;
}

constexpr float kMaxOfState = 1e6f;  ///< far above any weight; sums of such weights stay far from overflow

bool is_sound(const LocalVote& vote, const LocalPool& pool) {
  return vote.candidate < pool.candidates() && vote.bin > 0 && std::abs(vote.weight) <= kMaxOfState;
}

bool is_sound(const DisjunctionVote& vote, const MultiLayerState& state, const PointPlaces& places) {
  const auto& [feature, area] = vote.disjunction;
  return feature < state.hidden.size() && area.width > 0 && area.height > 0 &&
         area.x + area.width <= places.width && area.y + area.height <= places.height &&
         std::abs(vote.weight) <= kMaxOfState;
}

/// A state may come from a file, so check that everything it refers to exists.
void require_fit(const MultiLayerState& state, const LocalPool& pool, std::size_t classes,
                 std::size_t features) {
  require_of_state(state.hidden.size() == features && state.output.size() == classes,
                   "it has different local features or classes");
  for (const std::vector<LocalVote>& votes : state.hidden) {
    require_of_state(std::ranges::all_of(votes, [&](const auto& vote) { return is_sound(vote, pool); }),
                     "a local feature's vote refers to an unknown candidate or bin, or is too large");
  }
  for (const std::vector<DisjunctionVote>& votes : state.output) {
    require_of_state(votes.size() == state.rounds.size(), "a class does not have one vote per round");
    require_of_state(
        std::ranges::all_of(votes, [&](const auto& vote) { return is_sound(vote, state, pool.places); }),
        "a disjunction refers to an unknown local feature or area, or its weight is too large");
  }
}

HiddenLayer hidden_layer(const LocalPool& pool, std::span<const std::vector<LocalVote>> votes) {
  HiddenLayer hidden(pool.places, votes.size());
  for (std::size_t d = 0; d < votes.size(); ++d) {
    for (const auto& [candidate, bin, weight] : votes[d]) {
      hidden.add(d, pool.responses.of(candidate), bin, weight);
    }
  }
  return hidden;
}

/// The candidate and bin that agree most with a local feature's derivatives.
struct Agreement {
  std::uint32_t candidate = 0;
  std::uint8_t bin = 1;
  double derivative = 0;  ///< of the loss with respect to the weight
};

/// The better one; ties go to the first.
const Agreement& better(const Agreement& first, const Agreement& second) {
  return std::abs(second.derivative) > std::abs(first.derivative) ? second : first;
}

/// The best threshold for each local feature, from sums of the derivatives' rows by bin, `width` numbers
/// each, from the lowest bin up.
std::vector<Agreement> best_thresholds(std::span<const float> sums, std::size_t width,
                                       std::uint32_t candidate) {
  std::vector<Agreement> best(width);
  for (std::size_t d = 0; d < width; ++d) {
    double total = 0, below = 0;
    for (std::size_t b = 0; b < kBins; ++b) total += static_cast<double>(sums[b * width + d]);
    for (std::size_t b = 1; b < kBins; ++b) {
      below += static_cast<double>(sums[(b - 1) * width + d]);
      best[d] = better(best[d], {candidate, static_cast<std::uint8_t>(b), total - 2 * below});
    }
  }
  return best;
}

/// The same for several candidates together, so that rows are read from memory only once for all of them.
std::vector<std::vector<Agreement>> best_thresholds(const LocalPool& pool,
                                                    const LocalDerivatives& derivatives,
                                                    std::span<const std::uint32_t> candidates) {
  constexpr std::size_t kBlock = 1024;  // places
  const std::size_t width = derivatives.features, places = derivatives.places.size();
  std::vector<std::vector<float>> sums(candidates.size(), std::vector<float>(kBins * width));
  std::array<std::uint8_t, kBlock> bytes;
  for (std::size_t first = 0; first < places; first += kBlock) {
    const std::size_t count = std::min(kBlock, places - first);
    for (std::size_t f = 0; f < candidates.size(); ++f) {
      const std::span<const std::uint8_t> own = pool.responses.of(candidates[f]);
      for (std::size_t p = 0; p < count; ++p) bytes[p] = own[derivatives.places[first + p]];
      row_histogram::add_rows(std::span(bytes).first(count), derivatives.rows.data() + first * width, width,
                              sums[f].data());
    }
  }
  std::vector<std::vector<Agreement>> best;
  for (std::size_t f = 0; f < candidates.size(); ++f) {
    best.push_back(best_thresholds(sums[f], width, candidates[f]));
  }
  return best;
}

/// The best candidate and threshold for each local feature.
std::vector<Agreement> best_agreements(const LocalPool& pool, const LocalDerivatives& derivatives,
                                       std::span<const std::uint32_t> candidates) {
  constexpr std::size_t kTogether = 16;
  std::vector<std::vector<std::vector<Agreement>>> of_groups((candidates.size() + kTogether - 1) / kTogether);
  parallel_for(std::size_t{0}, of_groups.size(), [&](std::size_t g) {
    const auto own =
        candidates.subspan(g * kTogether, std::min(kTogether, candidates.size() - g * kTogether));
    of_groups[g] = best_thresholds(pool, derivatives, own);
  });
  std::vector<Agreement> best(derivatives.features);
  for (const auto& group : of_groups) {
    for (const std::vector<Agreement>& own : group) {
      for (std::size_t d = 0; d < best.size(); ++d) best[d] = better(best[d], own[d]);
    }
  }
  return best;
}

constexpr double kFirstLength = 0.05;

/// The direction in which the loss falls: against the slope, unless earlier votes of the round have reversed
/// it.
double way_down(const HiddenStep& step, double slope) {
  const double sign = slope > 0 ? -1 : 1;
  return step.loss(sign * kFirstLength) <= step.loss(-sign * kFirstLength) ? sign : -sign;
}

/// The weight with the least loss. Downhill steps double until the loss rises, then Brent's method refines
/// the result. Returns 0 if no weight lowers the loss.
double best_local_weight(const HiddenStep& step, double slope) {
  if (slope == 0) return 0;
  const double sign = way_down(step, slope);
  const auto loss = [&](double length) { return step.loss(sign * length); };
  const double none = loss(0);
  double inner = 0, length = kFirstLength, min = none;
  double ahead = loss(length);
  while (ahead < min && length < kLargestWeight) {
    min = ahead;
    inner = length / 2;
    length *= 2;
    ahead = loss(length);
  }
  constexpr int kBits = 8;
  std::uintmax_t evaluations = 10;
  const auto [best, value] = boost::math::tools::brent_find_minima(loss, inner, length, kBits, evaluations);
  return value < none ? sign * best : 0;
}

/// Local features that take another vote: they are not full, and some disjunction uses them.
std::vector<std::size_t> open_features(const MultiLayerState& state, const MultiLayerOptions& options) {
  std::vector<bool> asked(state.hidden.size());
  for (const auto& votes : state.output) {
    for (const DisjunctionVote& vote : votes) asked[vote.disjunction.feature] = true;
  }
  std::vector<std::size_t> open;
  for (std::size_t d = 0; d < asked.size(); ++d) {
    if (asked[d] && state.hidden[d].size() < options.votes) open.push_back(d);
  }
  return open;
}

/// Adds a vote to each open local feature. `scores` are the scores of the output layer and are updated.
void add_local_votes(const LocalPool& pool, const PoolLabels& labels, const MultiLayerOptions& options,
                     HiddenLayer& hidden, MultiLayerState& state, ClassTable& scores) {
  const std::vector<std::size_t> open = open_features(state, options);
  if (open.empty()) return;
  const std::vector<std::uint32_t> candidates = some_candidates(
      pool, options.candidates, draws(options.seed, Draw::local_candidates, state.rounds.size()));
  double loss = 0;
  const LocalDerivatives derivatives =
      local_derivatives(hidden, state.output, score_derivatives(scores, labels, loss), open);
  const std::vector<Agreement> best = best_agreements(pool, derivatives, candidates);
  for (std::size_t o = 0; o < open.size(); ++o) {
    const std::size_t d = open[o];
    const auto bytes = pool.responses.of(best[o].candidate);
    const HiddenStep step(hidden, state.output, scores, labels, d, bytes, best[o].bin);
    const auto weight = static_cast<float>(best_local_weight(step, best[o].derivative));
    if (weight == 0) continue;
    state.hidden[d].push_back({best[o].candidate, best[o].bin, weight});
    hidden.add(d, bytes, best[o].bin, weight);
    scores = step.scores_after();
  }
  // Recompute the scores from scratch, as a training resumed here would.
  scores = output_scores(hidden, state.output);
}

std::vector<Disjunction> some_disjunctions(const PointPlaces& places, const MultiLayerOptions& options,
                                           std::size_t round) {
  Random random = draws(options.seed, Draw::disjunctions, round);
  const auto span = [&](int length) {
    const auto a = random.below(static_cast<std::uint64_t>(length)),
               b = random.below(static_cast<std::uint64_t>(length));
    return std::pair(static_cast<std::uint16_t>(std::min(a, b)),
                     static_cast<std::uint16_t>(std::max(a, b) - std::min(a, b) + 1));
  };
  std::vector<Disjunction> drawn(options.candidates);
  for (auto& [feature, area] : drawn) {
    feature = static_cast<std::uint32_t>(random.below(options.features));
    std::tie(area.x, area.width) = span(places.width);
    std::tie(area.y, area.height) = span(places.height);
  }
  return drawn;
}

/// Adds a disjunction to each class.
void add_disjunctions(const LocalPool& pool, const PoolLabels& labels, const MultiLayerOptions& options,
                      const HiddenLayer& hidden, MultiLayerState& state, ClassTable& scores) {
  double loss = 0;
  const ClassTable by_score = score_derivatives(scores, labels, loss);
  const std::vector<Disjunction> best = best_disjunctions(
      hidden, by_score, some_disjunctions(pool.places, options, state.rounds.size()), options.rule);
  parallel_for(std::size_t{0}, labels.classes, [&](std::size_t c) {
    std::vector<float> values = disjunction_values(hidden, best[c]);
    const std::span<float> own = scores.of(c);
    std::vector<float> margins(labels.training), signed_values(labels.training);
    for (std::size_t i = 0; i < labels.training; ++i) {
      const float y = labels.labels[i] == c ? 1.0f : -1.0f;
      margins[i] = y * own[i];
      signed_values[i] = y * values[i];
    }
    const auto weight = static_cast<float>(options.shrinkage * best_vote_weight(margins, signed_values));
    state.output[c].push_back({best[c], weight});
    for (std::size_t i = 0; i < values.size(); ++i) own[i] += weight * values[i];
  });
}

}  // namespace

void MultiLayerOptions::validate() const {
  check_options(*this);
  require(rounds >= 1 && rounds <= 100'000, Kind::usage, "must be from 1 to 100000", "--rounds");
}

MultiLayerState multi_layer_boost(const LocalPool& pool, const PoolLabels& labels,
                                  const MultiLayerOptions& options, MultiLayerState state,
                                  const MultiLayerWatcher& watch, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  labels.require_fit(pool.places.samples);
  require(pool.candidates() > 0, Kind::training, "there are no candidates for local features");
  if (state.hidden.empty()) {
    state.hidden = first_votes(pool, options);
    state.output.resize(labels.classes);
  }
  require_fit(state, pool, labels.classes, options.features);
  HiddenLayer hidden = hidden_layer(pool, state.hidden);
  ClassTable scores = output_scores(hidden, state.output);
  while (state.rounds.size() < options.rounds) {
    check_canceled();
    const std::size_t round = state.rounds.size();
    if (round % options.votes_every == 0) add_local_votes(pool, labels, options, hidden, state, scores);
    add_disjunctions(pool, labels, options, hidden, state, scores);

    double loss = 0;
    score_derivatives(scores, labels, loss);
    state.rounds.push_back({loss, count_errors(scores, labels.labels, 0, labels.training),
                            count_errors(scores, labels.labels, labels.training, labels.labels.size())});
    if (watch) watch(state);
  }
  return state;
}

ClassTable multi_layer_scores(const LocalPool& pool, const MultiLayerState& state) {
  return output_scores(hidden_layer(pool, state.hidden), state.output);
}

void MultiLayerState::check() const {
  require(!hidden.empty() && output.size() >= 2 && !rounds.empty(), Kind::model,
          "contains no local feature, no round or fewer than two classes");
  for (const std::vector<LocalVote>& votes : hidden) {
    require(!votes.empty(), Kind::model, "a local feature has no vote");
    require(std::ranges::all_of(votes, [](const LocalVote& vote) { return std::isfinite(vote.weight); }),
            Kind::model, "the weight of a local feature's vote is not finite");
  }
  for (const std::vector<DisjunctionVote>& votes : output) {
    require(votes.size() == rounds.size(), Kind::model, "a class does not have one vote per round");
    for (const auto& [disjunction, weight] : votes) {
      require(std::isfinite(weight), Kind::model, "the weight of a disjunction is not finite");
      require(disjunction.feature < hidden.size(), Kind::model,
              "a disjunction refers to an unknown local feature");
      require(disjunction.area.width > 0 && disjunction.area.height > 0, Kind::model,
              "a disjunction's area has no pixels");
    }
  }
  require(std::ranges::all_of(rounds, [](const MultiLayerRound& r) { return std::isfinite(r.loss); }),
          Kind::model, "the loss of a round is not finite");
}

}  // namespace ocelli::internal
