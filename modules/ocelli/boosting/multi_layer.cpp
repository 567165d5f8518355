#include "ocelli/boosting/multi_layer.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "ocelli/boosting/row_histogram.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli {
namespace {

constexpr std::size_t kBins = 256;
constexpr double kLargestWeight = 4;

/// What draws are for, so that no two of them are alike.
enum class Draw : std::uint64_t { first_votes = 1, local_candidates, disjunctions };

Random draws(std::uint64_t seed, Draw what, std::size_t round) {
  return Random(hash(seed, {static_cast<std::uint64_t>(what), round}));
}

void check(const LocalPool& pool, const PoolLabels& labels) {
  const PointPlaces& places = pool.places();
  require(labels.labels.size() == places.samples && labels.training <= places.samples, Kind::training,
          "there must be one label for each sample");
  require(labels.training > 0 && labels.classes >= 2, Kind::training,
          "learning needs samples of at least two classes");
  require(std::ranges::all_of(labels.labels, [&](std::uint16_t y) { return y < labels.classes; }),
          Kind::training, "a label names no class");
  require(pool.candidates() > 0, Kind::training, "there are no candidates for local features");
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

HiddenLayer hidden_layer(const LocalPool& pool, std::span<const std::vector<LocalVote>> votes) {
  HiddenLayer hidden(pool.places(), votes.size());
  for (std::size_t d = 0; d < votes.size(); ++d) {
    std::vector<std::uint32_t> candidates;
    for (const LocalVote& vote : votes[d]) candidates.push_back(vote.candidate);
    const BinnedResponses responses = pool.respond(candidates);
    for (std::size_t v = 0; v < votes[d].size(); ++v) {
      hidden.add(d, responses.of(v), votes[d][v].bin, votes[d][v].weight);
    }
  }
  return hidden;
}

/// Of the candidates, the one and the bin that agree most with a local feature's derivatives.
struct Agreement {
  std::size_t row = 0;
  std::uint8_t bin = 1;
  double derivative = 0;  ///< of the loss by the weight
};

/// For each feature the best threshold of one candidate: sums of the derivatives' rows by bin, then from below.
std::vector<Agreement> best_thresholds(std::span<const std::uint8_t> bytes, std::span<const float> rows,
                                       std::size_t features, std::size_t row) {
  std::vector<float> sums(kBins * features);
  row_histogram::add_rows(bytes, rows.data(), features, sums.data());
  std::vector<Agreement> best(features);
  for (std::size_t d = 0; d < features; ++d) {
    double total = 0, below = 0;
    for (std::size_t b = 0; b < kBins; ++b) total += static_cast<double>(sums[b * features + d]);
    for (std::size_t b = 1; b < kBins; ++b) {
      below += static_cast<double>(sums[(b - 1) * features + d]);
      const double derivative = total - 2 * below;
      if (std::abs(derivative) > std::abs(best[d].derivative)) {
        best[d] = {row, static_cast<std::uint8_t>(b), derivative};
      }
    }
  }
  return best;
}

std::vector<Agreement> best_agreements(const BinnedResponses& responses, std::span<const float> rows,
                                       std::size_t features) {
  std::vector<std::vector<Agreement>> of_candidates(responses.features());
  tbb::parallel_for(std::size_t{0}, of_candidates.size(), [&](std::size_t f) {
    of_candidates[f] = best_thresholds(responses.of(f), rows, features, f);
  });
  std::vector<Agreement> best = of_candidates.front();
  for (const std::vector<Agreement>& own : of_candidates) {
    for (std::size_t d = 0; d < features; ++d) {
      if (std::abs(own[d].derivative) > std::abs(best[d].derivative)) best[d] = own[d];
    }
  }
  return best;
}

/// The weight with the least loss: steps against the slope double until the loss rises, then Brent's method. 0 when none
/// lowers it.
double best_local_weight(const HiddenStep& step, double slope) {
  if (slope == 0) return 0;
  const double sign = slope > 0 ? -1 : 1;
  const auto loss = [&](double length) { return step.loss(sign * length); };
  const double none = loss(0);
  double inner = 0, length = 0.05, least = none;
  double ahead = loss(length);
  while (ahead < least && length < kLargestWeight) {
    least = ahead;
    inner = length / 2;
    length *= 2;
    ahead = loss(length);
  }
  constexpr int kBits = 8;
  std::uintmax_t evaluations = 10;
  const auto [best, value] = boost::math::tools::brent_find_minima(loss, inner, length, kBits, evaluations);
  return value < none ? sign * best : 0;
}

/// Local features that take another vote: not full yet, and some disjunction asks for them.
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

/// Gives each open local feature one more vote; `scores` are those of the output layer before, and afterwards.
void add_local_votes(const LocalPool& pool, const PoolLabels& labels, const MultiLayerOptions& options,
                     HiddenLayer& hidden, MultiLayerState& state, ClassTable& scores) {
  const std::vector<std::size_t> open = open_features(state, options);
  if (open.empty()) return;
  const std::vector<std::uint32_t> candidates = some_candidates(
      pool, options.candidates, draws(options.seed, Draw::local_candidates, state.rounds.size()));
  const BinnedResponses responses = pool.respond(candidates);
  double loss = 0;
  const std::vector<float> rows =
      local_derivatives(hidden, state.output, score_derivatives(scores, labels, loss));
  const std::vector<Agreement> best = best_agreements(responses, rows, hidden.features());
  for (const std::size_t d : open) {
    const auto bytes = responses.of(best[d].row);
    const HiddenStep step(hidden, state.output, scores, labels, d, bytes, best[d].bin);
    const auto weight = static_cast<float>(best_local_weight(step, best[d].derivative));
    if (weight == 0) continue;
    state.hidden[d].push_back({candidates[best[d].row], best[d].bin, weight});
    hidden.add(d, bytes, best[d].bin, weight);
    scores = step.scores_after();
  }
  // Once more from nothing, as a training that is resumed here would have them.
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

/// Gives each class one more disjunction.
void add_disjunctions(const LocalPool& pool, const PoolLabels& labels, const MultiLayerOptions& options,
                      const HiddenLayer& hidden, MultiLayerState& state, ClassTable& scores) {
  double loss = 0;
  const ClassTable by_score = score_derivatives(scores, labels, loss);
  const std::vector<Disjunction> best =
      best_disjunctions(hidden, by_score, some_disjunctions(pool.places(), options, state.rounds.size()));
  tbb::parallel_for(std::size_t{0}, labels.classes, [&](std::size_t c) {
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

std::size_t errors(const ClassTable& scores, std::span<const std::uint16_t> labels, std::size_t first,
                   std::size_t end) {
  std::size_t wrong = 0;
  for (std::size_t i = first; i < end; ++i) {
    std::size_t best = 0;
    for (std::size_t c = 1; c < scores.classes(); ++c) {
      if (scores.of(c)[i] > scores.of(best)[i]) best = c;
    }
    wrong += best != labels[i] ? 1 : 0;
  }
  return wrong;
}

}  // namespace

void MultiLayerOptions::validate() const {
  require(rounds >= 1 && rounds <= 100'000, Kind::usage, "must be 1 to 100000", "--rounds");
  require(features >= 1 && features <= 1024, Kind::usage, "must be 1 to 1024", "--local-features");
  require(votes >= 1 && votes <= 10'000, Kind::usage, "must be 1 to 10000", "--wavelets");
  require(votes_every >= 1, Kind::usage, "must be at least 1", "--wavelets-every");
  require(candidates >= 1 && candidates <= 1'000'000, Kind::usage, "must be 1 to 1000000", "--candidates");
  require(shrinkage > 0 && shrinkage <= 1, Kind::usage, "must be above 0 and at most 1", "--shrinkage");
}

MultiLayerState multi_layer_boost(const LocalPool& pool, const PoolLabels& labels,
                                  const MultiLayerOptions& options, MultiLayerState state,
                                  const MultiLayerWatcher& watch, std::stop_token stop) {
  options.validate();
  check(pool, labels);
  if (state.hidden.empty()) {
    state.hidden = first_votes(pool, options);
    state.output.resize(labels.classes);
  }
  HiddenLayer hidden = hidden_layer(pool, state.hidden);
  ClassTable scores = output_scores(hidden, state.output);
  while (state.rounds.size() < options.rounds) {
    require(!stop.stop_requested(), Kind::cancelled, "training was stopped");
    const std::size_t round = state.rounds.size();
    if (round % options.votes_every == 0) add_local_votes(pool, labels, options, hidden, state, scores);
    add_disjunctions(pool, labels, options, hidden, state, scores);

    double loss = 0;
    score_derivatives(scores, labels, loss);
    state.rounds.push_back({loss, errors(scores, labels.labels, 0, labels.training),
                            errors(scores, labels.labels, labels.training, labels.labels.size())});
    if (watch) watch(state);
  }
  return state;
}

ClassTable multi_layer_scores(const LocalPool& pool, const MultiLayerState& state) {
  return output_scores(hidden_layer(pool, state.hidden), state.output);
}

}  // namespace ocelli
