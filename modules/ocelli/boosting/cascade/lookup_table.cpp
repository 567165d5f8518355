#include "ocelli/boosting/cascade/lookup_table.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ocelli/boosting/cascade/class_histograms.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// The first feature's part of each sample's cell when two features are joined; empty for a single feature.
struct FirstCells {
  std::vector<std::uint8_t> positive, negative;
};

std::vector<std::uint8_t> first_cells(std::span<const std::uint8_t> bins, const WeightedSamples& samples,
                                      int bin_count) {
  std::vector<std::uint8_t> cells;
  cells.reserve(samples.numbers.size());
  for (const std::uint32_t number : samples.numbers)
    cells.push_back(static_cast<std::uint8_t>(bins[number] * bin_count));
  return cells;
}

Histogram histogram(std::span<const std::uint8_t> bins, const WeightedSamples& samples,
                    std::span<const std::uint8_t> first, std::size_t cells) {
  if (first.empty()) return histogram(bins, samples, cells);
  const std::uint32_t* numbers = samples.numbers.data();
  return histogram([&](std::size_t i) { return first[i] + bins[numbers[i]]; }, samples, cells);
}

ClassHistograms class_histograms(std::span<const std::uint8_t> bins, const BothClasses& samples,
                                 const FirstCells& first, std::size_t cells) {
  return {histogram(bins, samples.positive, first.positive, cells),
          histogram(bins, samples.negative, first.negative, cells)};
}

FirstCells first_cells(const BinnedResponses& responses, std::uint32_t feature, const BothClasses& samples) {
  require(responses.bins() <= 16, Kind::usage, "at most 16 bins of two features can be joined");
  const auto bins = responses.of(feature);
  return {first_cells(bins, samples.positive, responses.bins()),
          first_cells(bins, samples.negative, responses.bins())};
}

std::size_t cell_count(int bins, bool joint) { return static_cast<std::size_t>(joint ? bins * bins : bins); }

/// P exp(-h) + N exp(h) over all bins, with exp(h) = sqrt((P + e) / (N + e)): a square root instead of a
/// logarithm.
double loss_of(const ClassHistograms& h, std::size_t cells, double smoothing) {
  double loss = 0;
  for (std::size_t b = 0; b < cells; ++b) {
    const double odds = std::sqrt((h.positive[b] + smoothing) / (h.negative[b] + smoothing));
    loss += h.positive[b] / odds + h.negative[b] * odds;
  }
  return loss;
}

/// The feature with the least loss, alone or joined with another.
std::uint32_t best_feature(const BinnedResponses& responses, const BothClasses& samples,
                           const FirstCells& first, double smoothing) {
  using Choice = std::pair<double, std::uint32_t>;  // (loss, feature): the order of pairs breaks ties
  const Choice none{std::numeric_limits<double>::infinity(), std::numeric_limits<std::uint32_t>::max()};
  const std::size_t cells = cell_count(responses.bins(), !first.positive.empty() || !first.negative.empty());
  const tbb::blocked_range<std::uint32_t> all(0, static_cast<std::uint32_t>(responses.features()), 64);
  const auto best_of = [&](const auto& range, Choice choice) {
    for (std::uint32_t f = range.begin(); f != range.end(); ++f) {
      check_canceled();
      const auto h = class_histograms(responses.of(f), samples, first, cells);
      choice = std::min(choice, Choice{loss_of(h, cells, smoothing), f});
    }
    return choice;
  };
  const auto better = [](const Choice& a, const Choice& b) { return std::min(a, b); };
  return tbb::parallel_reduce(all, none, cancellable(best_of), better).second;
}

}  // namespace

std::vector<float> votes(const LookupTable& classifier, const BinnedResponses& responses) {
  const auto bins = responses.of(classifier.feature);
  std::vector<float> votes(bins.size());
  if (!classifier.partner) {
    for (std::size_t i = 0; i < votes.size(); ++i) votes[i] = classifier.table[bins[i]];
    return votes;
  }
  const auto second = responses.of(*classifier.partner);
  const auto count = static_cast<std::size_t>(responses.bins());
  for (std::size_t i = 0; i < votes.size(); ++i) votes[i] = classifier.table[bins[i] * count + second[i]];
  return votes;
}

LookupTable lookup_table(const LabeledResponses& samples, std::uint32_t feature,
                         std::span<const float> weights, double smoothing,
                         std::optional<std::uint32_t> partner) {
  const BinnedResponses& responses = samples.responses;
  const BothClasses all = heaviest(samples, weights, 1);
  const std::size_t cells = cell_count(responses.bins(), partner.has_value());
  const ClassHistograms h =
      partner ? class_histograms(responses.of(*partner), all, first_cells(responses, feature, all), cells)
              : class_histograms(responses.of(feature), all, {}, cells);
  LookupTable classifier{.feature = feature, .table = std::vector<float>(cells), .partner = partner};
  for (std::size_t b = 0; b < cells; ++b) {
    const double vote = 0.5 * std::log((h.positive[b] + smoothing) / (h.negative[b] + smoothing));
    classifier.table[b] = static_cast<float>(std::round(vote * kVoteSteps) / kVoteSteps);
  }
  return classifier;
}

double weak_loss(const LabeledResponses& samples, std::uint32_t feature, std::span<const float> weights,
                 double smoothing) {
  const std::size_t cells = cell_count(samples.responses.bins(), false);
  return loss_of(class_histograms(samples.responses.of(feature), heaviest(samples, weights, 1), {}, cells),
                 cells, smoothing);
}

LookupTable best_lookup_table(const LabeledResponses& samples, std::span<const float> weights,
                              double smoothing, double weight_trimming, bool joint) {
  const BinnedResponses& responses = samples.responses;
  require(responses.features() > 0, Kind::training, "the feature pool is empty");
  require(weights.size() == responses.samples(), Kind::usage, "each sample needs one weight");
  const BothClasses kept = heaviest(samples, weights, weight_trimming);
  const std::uint32_t best = best_feature(responses, kept, {}, smoothing);
  if (!joint) return lookup_table(samples, best, weights, smoothing);
  const std::uint32_t partner = best_feature(responses, kept, first_cells(responses, best, kept), smoothing);
  return lookup_table(samples, best, weights, smoothing, partner);
}

}  // namespace ocelli::internal
