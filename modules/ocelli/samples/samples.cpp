#include "ocelli/samples/samples.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

Samples take(const Samples& samples, std::span<const std::uint32_t> rows) {
  Samples taken{SampleValues(rows.size(), samples.values.cols()), samples.shape, {}, samples.classes};
  for (std::size_t i = 0; i < rows.size(); ++i) taken.values.row(i) = samples.values.row(rows[i]);
  if (!samples.labels.empty()) {
    for (const std::uint32_t row : rows) taken.labels.push_back(samples.labels[row]);
  }
  if (!samples.weights.empty()) {
    for (const std::uint32_t row : rows) taken.weights.push_back(samples.weights[row]);
  }
  return taken;
}

Samples gray_levels(const Samples& samples) {
  if (!samples.has_colors()) return samples;
  const auto pixels = static_cast<Eigen::Index>(samples.shape->pixels());
  return {samples.values.leftCols(pixels), samples.shape, samples.labels, samples.classes, samples.weights};
}

Samples join(Samples first, const Samples& second) {
  require(first.width() == second.width() && first.shape == second.shape, Kind::input,
          "samples of different sizes cannot be joined");
  require(first.classes == second.classes, Kind::input, "samples of different classes cannot be joined");
  if (!first.weights.empty() || !second.weights.empty()) {
    first.weights.resize(first.count(), 1.0f);
    std::ranges::copy(second.weights, std::back_inserter(first.weights));
    first.weights.resize(first.count() + second.count(), 1.0f);
  }
  first.values.conservativeResize(first.values.rows() + second.values.rows(), Eigen::NoChange);
  first.values.bottomRows(second.values.rows()) = second.values;
  std::ranges::copy(second.labels, std::back_inserter(first.labels));
  return first;
}

std::vector<float> scaled_weights(std::span<const double> weights, std::size_t samples) {
  require(weights.size() == samples, Kind::usage, "there must be one weight for each sample");
  require(std::ranges::all_of(weights, [](double w) { return std::isfinite(w) && w >= 0; }), Kind::usage,
          "weights of samples must be finite and not negative");
  // Relative to the largest, because the sum of large weights may overflow.
  const double largest = weights.empty() ? 0 : *std::ranges::max_element(weights);
  require(largest > 0, Kind::usage, "at least one sample must have a weight above 0");
  double sum = 0;
  for (const double weight : weights) sum += weight / largest;
  std::vector<float> scaled;
  scaled.reserve(samples);
  for (const double weight : weights) {
    scaled.push_back(static_cast<float>(weight / largest / sum * static_cast<double>(samples)));
  }
  return scaled;
}

void refuse_weights(const Samples& samples, const std::string& learner) {
  require(samples.weights.empty(), Kind::usage, "does not support sample weights", learner);
}

void require_every_class(const Samples& samples, const std::string& where) {
  std::vector<bool> has_sample(samples.classes.size(), false);
  for (const std::uint16_t label : samples.labels) has_sample[label] = true;
  const auto missing = std::ranges::find(has_sample, false);
  if (missing == has_sample.end()) return;
  throw Error(Kind::training,
              "contains no sample of the class '" + samples.classes[missing - has_sample.begin()] + "'",
              where);
}

}  // namespace ocelli::internal
