#include "ocelli/text/training/adapted_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "ocelli/boosting/shareboost/minimizer.hpp"
#include "ocelli/boosting/shareboost/softmax_objective.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::array kParts = {&GlyphPlace::top, &GlyphPlace::bottom, &GlyphPlace::width};

std::vector<std::size_t> counts_of(const GlyphSamples& samples) {
  std::vector<std::size_t> counts(samples.classes.size(), 0);
  for (const std::uint16_t label : samples.labels) ++counts[label];
  return counts;
}

/// The total weight of rejects is kRejects times that of all glyphs, as in a reader's training.
std::vector<float> weights_of(const GlyphSamples& samples, const std::vector<std::size_t>& counts,
                              std::size_t no_glyph) {
  constexpr double kRejects = 0.1;
  double glyphs = 0;
  for (std::size_t label = 0; label < counts.size(); ++label)
    if (label != no_glyph) glyphs += std::sqrt(static_cast<double>(counts[label]));
  std::vector<float> weights;
  for (const std::uint16_t label : samples.labels) {
    const auto count = static_cast<double>(counts[label]);
    weights.push_back(
        static_cast<float>(label == no_glyph ? kRejects * glyphs / count : 1 / std::sqrt(count)));
  }
  return weights;
}

/// The scores of all samples, one row per class.
ClassTable scores_of(const Classifier& glyphs, const Samples& samples) {
  const SampleValues scores = glyphs.scores(samples);
  ClassTable table(glyphs.classes().size(), samples.labels.size());
  for (std::size_t c = 0; c < table.classes(); ++c) {
    for (std::size_t i = 0; i < table.samples(); ++i)
      table.of(c)[i] = scores(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c));
  }
  return table;
}

Classifier adapted_glyphs(const Reader& reader, const GlyphSamples& own, const AdaptingOptions& options) {
  const Classifier& glyphs = reader.glyphs();
  const std::size_t no_glyph = reader.no_glyph();
  const Samples samples = own.samples();
  const std::vector<std::size_t> counts = counts_of(own);
  const std::vector<float> sample_weights = weights_of(own, counts, no_glyph);
  const ClassTable start = scores_of(glyphs, samples);
  const BinnedResponses responses = respond(glyphs.features(), samples);
  Regularizer regularizer;
  regularizer.frobenius = options.stay;
  const SoftmaxObjective objective(responses, responses.features(), samples.labels, counts.size(),
                                   regularizer, &start, sample_weights);
  MinimizerOptions minimizer;
  minimizer.max_steps = options.steps;
  ClassWeights change = ClassWeights::Zero(glyphs.weights().rows(), glyphs.weights().cols());
  change = minimize(objective, change, minimizer).weights;
  ClassifierParts parts = glyphs.parts();
  for (std::size_t label = 0; label < counts.size(); ++label) {
    const auto row = static_cast<Eigen::Index>(label);
    if (counts[label] > 0) parts.weights.row(row) += change.row(row).cast<float>();
  }
  return Classifier(std::move(parts));
}

/// Merges known and new positions of one class.
PlaceDistribution adapted_place(const PlaceDistribution& known, const std::vector<GlyphPlace>& places,
                                double known_count) {
  PlaceDistribution mixed = known;
  const double count = known_count + static_cast<double>(places.size());
  for (float GlyphPlace::*const part : kParts) {
    const double mean = known.mean.*part, deviation = known.deviation.*part;
    double sum = known_count * mean, squares = known_count * (deviation * deviation + mean * mean);
    for (const GlyphPlace& place : places) {
      const double value = place.*part;
      sum += value;
      squares += value * value;
    }
    mixed.mean.*part = static_cast<float>(sum / count);
    const double variance = squares / count - sum / count * (sum / count);
    mixed.deviation.*part = static_cast<float>(std::sqrt(std::max(variance, deviation * deviation / 4)));
  }
  return mixed;
}

PlaceModel adapted_places(const Reader& reader, const GlyphSamples& own, double known_count) {
  std::vector<std::vector<GlyphPlace>> of_class(own.classes.size());
  for (std::size_t i = 0; i < own.count(); ++i) of_class[own.labels[i]].push_back(own.places[i]);
  std::vector<PlaceDistribution> places = reader.places().classes();
  for (std::size_t label = 0; label < places.size(); ++label)
    if (label != reader.no_glyph())
      places[label] = adapted_place(places[label], of_class[label], known_count);
  return PlaceModel(std::move(places));
}

}  // namespace

void AdaptingOptions::validate() const { check_options(*this); }

Reader adapted(const Reader& reader, const GlyphSamples& samples, const AdaptingOptions& options) {
  options.validate();
  require(samples.count() > 0, Kind::training, "there are no glyphs to adapt the reader to");
  Reader other(adapted_glyphs(reader, samples, options),
               adapted_places(reader, samples, options.known_places), reader.language(), reader.weights());
  if (reader.language_code().empty()) return other;
  return other.in(language_of(reader));
}

}  // namespace ocelli::internal
