#include "ocelli/boosting/histogram_stump.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

using Histogram = std::array<double, 256>;

/// Weights summed by bin. Two neighbouring samples often share a bin; four partial sums keep an addition from
/// waiting for the one before it.
Histogram histogram(std::span<const std::uint8_t> bins, std::span<const float> weights, int bin_count) {
  std::array<std::array<float, 256>, 4> parts;
  for (auto& part : parts) std::fill_n(part.begin(), bin_count, 0.0f);
  const std::size_t whole = bins.size() / 4 * 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) parts[k][bins[i + k]] += weights[i + k];
  }
  for (std::size_t i = whole; i < bins.size(); ++i) parts[0][bins[i]] += weights[i];
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

ClassHistograms class_histograms(const LabelledResponses& samples, std::uint32_t feature,
                                 std::span<const float> weights) {
  const auto bins = samples.responses.of(feature);
  const std::size_t a = samples.positives;
  const int count = samples.responses.bins();
  return {histogram(bins.first(a), weights.first(a), count),
          histogram(bins.subspan(a), weights.subspan(a), count)};
}

}  // namespace

HistogramStump histogram_stump(const LabelledResponses& samples, std::uint32_t feature,
                               std::span<const float> weights, double smoothing) {
  const ClassHistograms h = class_histograms(samples, feature, weights);
  HistogramStump stump{feature, std::vector<float>(static_cast<std::size_t>(samples.responses.bins()))};
  for (std::size_t b = 0; b < stump.table.size(); ++b) {
    stump.table[b] =
        static_cast<float>(0.5 * std::log((h.positive[b] + smoothing) / (h.negative[b] + smoothing)));
  }
  return stump;
}

double stump_loss(const LabelledResponses& samples, std::uint32_t feature, std::span<const float> weights,
                  double smoothing) {
  const ClassHistograms h = class_histograms(samples, feature, weights);
  double loss = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(samples.responses.bins()); ++b) {
    // P exp(-h) + N exp(h) with exp(h) = sqrt((P + e) / (N + e)): one square root instead of a logarithm.
    const double odds = std::sqrt((h.positive[b] + smoothing) / (h.negative[b] + smoothing));
    loss += h.positive[b] / odds + h.negative[b] * odds;
  }
  return loss;
}

HistogramStump best_histogram_stump(const LabelledResponses& samples, std::span<const float> weights,
                                    double smoothing) {
  require(samples.responses.features() > 0, Kind::training, "the feature pool is empty");
  require(weights.size() == samples.responses.samples(), Kind::usage, "each sample needs one weight");
  using Choice = std::pair<double, std::uint32_t>;  // loss, feature: the order of pairs breaks ties
  const Choice none{std::numeric_limits<double>::infinity(), std::numeric_limits<std::uint32_t>::max()};
  const tbb::blocked_range<std::uint32_t> all(0, static_cast<std::uint32_t>(samples.responses.features()),
                                              64);
  const Choice best = tbb::parallel_reduce(
      all, none,
      [&](const auto& range, Choice choice) {
        for (std::uint32_t f = range.begin(); f != range.end(); ++f) {
          choice = std::min(choice, Choice{stump_loss(samples, f, weights, smoothing), f});
        }
        return choice;
      },
      [](const Choice& a, const Choice& b) { return std::min(a, b); });
  return histogram_stump(samples, best.second, weights, smoothing);
}

}  // namespace ocelli
