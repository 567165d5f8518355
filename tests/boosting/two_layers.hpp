#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "ocelli/boosting/multilayer/multi_layer.hpp"
#include "ocelli/core/random.hpp"

/// Points and responses to learn two layers from, and the layers once more, in double and by plain loops.
namespace ocelli::internal::test {

inline constexpr int kPlacesWidth = 14, kPlacesHeight = 9;

/// Random bytes at random places; every fifth point is missing.
inline LocalPool random_pool(std::size_t samples, std::size_t points, std::size_t candidates,
                             std::uint64_t seed) {
  Random random(seed);
  LocalPool pool{{kPlacesWidth, kPlacesHeight, points, samples, {}, {}},
                 BinnedResponses(candidates, points * samples, 256)};
  for (std::size_t p = 0; p < points * samples; ++p) {
    const bool missing = random.below(5) == 0;
    pool.places.x.push_back(missing ? -1.0f : static_cast<float>(random.below(kPlacesWidth)));
    pool.places.y.push_back(missing ? -1.0f : static_cast<float>(random.below(kPlacesHeight)));
  }
  for (std::size_t c = 0; c < candidates; ++c) {
    for (std::uint8_t& byte : pool.responses.of(c)) byte = static_cast<std::uint8_t>(random.below(256));
  }
  return pool;
}

inline Disjunction random_disjunction(std::size_t features, Random& random) {
  const auto draw = [&](int count) {
    return static_cast<std::uint16_t>(random.below(static_cast<std::uint64_t>(count)));
  };
  Disjunction disjunction;
  disjunction.feature = static_cast<std::uint32_t>(random.below(features));
  PlaceArea& area = disjunction.area;
  area.x = draw(kPlacesWidth);
  area.y = draw(kPlacesHeight);
  area.width = static_cast<std::uint16_t>(1 + draw(kPlacesWidth - area.x));
  area.height = static_cast<std::uint16_t>(1 + draw(kPlacesHeight - area.y));
  return disjunction;
}

inline std::vector<Disjunction> random_disjunctions(std::size_t count, std::size_t features,
                                                    std::uint64_t seed) {
  Random random(seed);
  std::vector<Disjunction> drawn;
  for (std::size_t g = 0; g < count; ++g) drawn.push_back(random_disjunction(features, random));
  return drawn;
}

/// Two layers of random votes: three for each local feature, `votes` for each class.
inline MultiLayerState random_layers(const LocalPool& pool, std::size_t features, std::size_t classes,
                                     std::size_t votes, std::uint64_t seed) {
  Random random(seed);
  MultiLayerState state;
  state.hidden.resize(features);
  state.output.resize(classes);
  for (auto& own : state.hidden) {
    for (int v = 0; v < 3; ++v) {
      own.push_back({static_cast<std::uint32_t>(random.below(pool.candidates())),
                     static_cast<std::uint8_t>(1 + random.below(255)), static_cast<float>(random.normal())});
    }
  }
  for (auto& own : state.output) {
    for (std::size_t v = 0; v < votes; ++v) {
      own.push_back({random_disjunction(features, random), static_cast<float>(random.normal() / 2)});
    }
  }
  return state;
}

/// The hidden layer once it holds the state's votes.
inline HiddenLayer hidden_layer(const LocalPool& pool, const MultiLayerState& state) {
  HiddenLayer hidden(pool.places, state.hidden.size());
  for (std::size_t d = 0; d < state.hidden.size(); ++d) {
    for (const auto& [candidate, bin, weight] : state.hidden[d]) {
      hidden.add(d, pool.responses.of(candidate), bin, weight);
    }
  }
  return hidden;
}

/// The scores and the loss by their definitions (multi-layer boosting sections 2.2 and 3.2).
struct PlainLayers {
  PlainLayers(const LocalPool& of, const MultiLayerState& state, const PoolLabels& to_learn)
      : pool(of), output(state.output), labels(to_learn) {
    for (const auto& votes : state.hidden) {
      std::vector<double>& own = psi.emplace_back(pool.places.points * pool.places.samples);
      for (const auto& [candidate, bin, weight] : votes) add(own, pool.responses.of(candidate), bin, weight);
    }
  }

  static void add(std::vector<double>& psi, std::span<const std::uint8_t> bytes, int bin, double weight) {
    for (std::size_t p = 0; p < psi.size(); ++p) psi[p] += bytes[p] >= bin ? weight : -weight;
  }

  double value(const Disjunction& disjunction, std::size_t sample) const {
    const auto& [feature, area] = disjunction;
    double sum = 0;
    for (std::size_t k = 0; k < pool.places.points; ++k) {
      const std::size_t p = k * pool.places.samples + sample;
      const double x = pool.places.x[p] - area.x, y = pool.places.y[p] - area.y;
      if (x >= 0 && x < area.width && y >= 0 && y < area.height) sum += std::exp(psi[feature][p]);
    }
    return 1 - 2 / (1 + sum);
  }

  double score(std::size_t c, std::size_t sample) const {
    double sum = 0;
    for (const auto& [disjunction, weight] : output[c]) sum += weight * value(disjunction, sample);
    return sum;
  }

  /// A sample's part of the loss; 0 for one that is not learned from.
  double loss_of(std::size_t sample) const {
    if (sample >= labels.training) return 0;
    double sum = 0;
    for (std::size_t c = 0; c < output.size(); ++c) {
      sum += std::exp(labels.labels[sample] == c ? -score(c, sample) : score(c, sample));
    }
    return sum / static_cast<double>(labels.training * output.size());
  }

  double loss() const {
    double sum = 0;
    for (std::size_t i = 0; i < labels.training; ++i) sum += loss_of(i);
    return sum;
  }

  /// The loss's derivative by psi of a place, from finite differences.
  double slope(std::size_t feature, std::size_t place) {
    constexpr double kStep = 1e-4;
    const std::size_t sample = place % pool.places.samples;
    double& own = psi[feature][place];
    const double here = own;
    own = here + kStep;
    const double above = loss_of(sample);
    own = here - kStep;
    const double below = loss_of(sample);
    own = here;
    return (above - below) / (2 * kStep);
  }

  const LocalPool& pool;
  std::vector<std::vector<DisjunctionVote>> output;
  PoolLabels labels;
  std::vector<std::vector<double>> psi;  ///< of each feature, in the order of places
};

}  // namespace ocelli::internal::test
