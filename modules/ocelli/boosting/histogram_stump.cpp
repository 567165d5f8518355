#include "ocelli/boosting/histogram_stump.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

using Histogram = std::array<double, 256>;

/// Some samples of one class, by number, and their weights.
struct WeightedSamples {
  std::vector<std::uint32_t> numbers;
  std::vector<float> weights;

  void add(std::uint32_t number, float weight) {
    numbers.push_back(number);
    weights.push_back(weight);
  }
};

struct BothClasses {
  WeightedSamples positive, negative;
};

/// The weight below which samples can go so that those left hold `share` of all weight.
float least_weight(std::span<const float> weights, double share) {
  if (share >= 1) return 0;
  std::vector<float> sorted(weights.begin(), weights.end());
  std::sort(sorted.begin(), sorted.end());
  double dropped = 0;
  const double droppable = (1 - share) * std::accumulate(sorted.begin(), sorted.end(), 0.0);
  const auto first_kept =
      std::find_if(sorted.begin(), sorted.end(), [&](float w) { return (dropped += w) > droppable; });
  return first_kept == sorted.end() ? 0 : *first_kept;
}

BothClasses heaviest(const LabelledResponses& samples, std::span<const float> weights, double share) {
  const float least = least_weight(weights, share);
  BothClasses kept;
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    if (weights[i] >= least) (i < samples.positives ? kept.positive : kept.negative).add(i, weights[i]);
  }
  return kept;
}

/// Weights summed by bin. Two neighbouring samples often share a bin; four partial sums keep an addition from
/// waiting for the one before it.
Histogram histogram(std::span<const std::uint8_t> bins, const WeightedSamples& samples, int bin_count) {
  std::array<std::array<float, 256>, 4> parts;
  for (auto& part : parts) std::fill_n(part.begin(), bin_count, 0.0f);
  const std::uint32_t* numbers = samples.numbers.data();
  const float* weights = samples.weights.data();
  const std::size_t count = samples.numbers.size(), whole = count / 4 * 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) parts[k][bins[numbers[i + k]]] += weights[i + k];
  }
  for (std::size_t i = whole; i < count; ++i) parts[0][bins[numbers[i]]] += weights[i];
  Histogram total;
  for (std::size_t b = 0; b < static_cast<std::size_t>(bin_count); ++b) {
    total[b] =
        (static_cast<double>(parts[0][b]) + parts[1][b]) + (static_cast<double>(parts[2][b]) + parts[3][b]);
  }
  return total;
}

struct ClassHistograms {
  Histogram positive, negative;
};

ClassHistograms class_histograms(const BinnedResponses& responses, std::uint32_t feature,
                                 const BothClasses& samples) {
  const auto bins = responses.of(feature);
  return {histogram(bins, samples.positive, responses.bins()),
          histogram(bins, samples.negative, responses.bins())};
}

/// P exp(-h) + N exp(h) over all bins, with exp(h) = sqrt((P + e) / (N + e)): a square root instead of a
/// logarithm.
double loss_of(const ClassHistograms& h, int bin_count, double smoothing) {
  double loss = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(bin_count); ++b) {
    const double odds = std::sqrt((h.positive[b] + smoothing) / (h.negative[b] + smoothing));
    loss += h.positive[b] / odds + h.negative[b] * odds;
  }
  return loss;
}

}  // namespace

HistogramStump histogram_stump(const LabelledResponses& samples, std::uint32_t feature,
                               std::span<const float> weights, double smoothing) {
  const ClassHistograms h = class_histograms(samples.responses, feature, heaviest(samples, weights, 1));
  HistogramStump stump{feature, std::vector<float>(static_cast<std::size_t>(samples.responses.bins()))};
  for (std::size_t b = 0; b < stump.table.size(); ++b) {
    const double vote = 0.5 * std::log((h.positive[b] + smoothing) / (h.negative[b] + smoothing));
    stump.table[b] = static_cast<float>(std::round(vote * kVoteSteps) / kVoteSteps);
  }
  return stump;
}

double stump_loss(const LabelledResponses& samples, std::uint32_t feature, std::span<const float> weights,
                  double smoothing) {
  const ClassHistograms h = class_histograms(samples.responses, feature, heaviest(samples, weights, 1));
  return loss_of(h, samples.responses.bins(), smoothing);
}

HistogramStump best_histogram_stump(const LabelledResponses& samples, std::span<const float> weights,
                                    double smoothing, double weight_share) {
  const BinnedResponses& responses = samples.responses;
  require(responses.features() > 0, Kind::training, "the feature pool is empty");
  require(weights.size() == responses.samples(), Kind::usage, "each sample needs one weight");
  const BothClasses kept = heaviest(samples, weights, weight_share);
  using Choice = std::pair<double, std::uint32_t>;  // loss, feature: the order of pairs breaks ties
  const Choice none{std::numeric_limits<double>::infinity(), std::numeric_limits<std::uint32_t>::max()};
  const tbb::blocked_range<std::uint32_t> all(0, static_cast<std::uint32_t>(responses.features()), 64);
  const Choice best = tbb::parallel_reduce(
      all, none,
      [&](const auto& range, Choice choice) {
        for (std::uint32_t f = range.begin(); f != range.end(); ++f) {
          const double loss = loss_of(class_histograms(responses, f, kept), responses.bins(), smoothing);
          choice = std::min(choice, Choice{loss, f});
        }
        return choice;
      },
      [](const Choice& a, const Choice& b) { return std::min(a, b); });
  return histogram_stump(samples, best.second, weights, smoothing);
}

}  // namespace ocelli
