#include "ocelli/detection/training/network_layers.hpp"

#include <algorithm>
#include <cmath>

namespace ocelli::internal {
namespace {

using Constant = Eigen::Map<const NetworkMap>;
using Variable = Eigen::Map<NetworkMap>;
using ConstantRow = Eigen::Map<const Eigen::RowVectorXf>;
using VariableRow = Eigen::Map<Eigen::RowVectorXf>;

Eigen::Index index(std::size_t number) { return static_cast<Eigen::Index>(number); }

Constant weights_of(const LayerShape& shape, std::span<const float> parameters) {
  return {parameters.data() + shape.begin, index(shape.outputs), index(shape.inputs)};
}

ConstantRow row_of(const LayerShape& shape, std::span<const float> numbers, std::size_t begin) {
  return {numbers.data() + begin, index(shape.outputs)};
}

VariableRow row_of(const LayerShape& shape, std::span<float> numbers, std::size_t begin) {
  return {numbers.data() + begin, index(shape.outputs)};
}

/// Calls work(place, column, from, count) for each run of places within the map in a row of the 3 x 3
/// neighborhood of a place. `count` inputs of `place`, from `column` on, are the numbers of the map from
/// `from` on.
template <class Work>
void for_runs(const LayerShape& shape, std::size_t samples, const Work& work) {
  const std::size_t channels = shape.inputs / 9;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const std::size_t base = sample * shape.places();
    for (std::size_t y = 0; y < shape.height; ++y) {
      for (std::size_t x = 0; x < shape.width; ++x) {
        const std::size_t first = x == 0 ? 1 : 0, last = x + 1 == shape.width ? 1 : 2;
        for (std::size_t row = 0; row < 3; ++row) {
          if (y + row < 1 || y + row > shape.height) continue;
          const std::size_t from = base + (y + row - 1) * shape.width + x + first - 1;
          work(base + y * shape.width + x, (row * 3 + first) * channels, from * channels,
               (last - first + 1) * channels);
        }
      }
    }
  }
}

void take_columns(const LayerShape& shape, std::size_t samples, const NetworkMap& map, NetworkMap& columns) {
  columns.setZero(index(samples * shape.places()), index(shape.inputs));
  for_runs(shape, samples, [&](std::size_t place, std::size_t column, std::size_t from, std::size_t count) {
    std::copy_n(map.data() + from, count, columns.data() + place * shape.inputs + column);
  });
}

void add_columns(const LayerShape& shape, std::size_t samples, const NetworkMap& columns, NetworkMap& map) {
  map.setZero(index(samples * shape.places()), index(shape.inputs / 9));
  for_runs(shape, samples, [&](std::size_t place, std::size_t column, std::size_t to, std::size_t count) {
    const float* const from = columns.data() + place * shape.inputs + column;
    for (std::size_t i = 0; i < count; ++i) map.data()[to + i] += from[i];
  });
}

/// The index of the first number of one of the four places that are pooled into one.
std::size_t pooled_from(const LayerShape& shape, std::size_t pooled, std::size_t corner) {
  const std::size_t columns = shape.width / 2, rows = shape.height / 2;
  const std::size_t sample = pooled / (columns * rows), place = pooled % (columns * rows);
  const std::size_t y = place / columns * 2 + corner / 2, x = place % columns * 2 + corner % 2;
  return (sample * shape.places() + y * shape.width + x) * shape.outputs;
}

std::size_t pooled_places(const LayerShape& shape) { return (shape.width / 2) * (shape.height / 2); }

void pool(const LayerShape& shape, std::size_t samples, NetworkLayers::Pass::Layer& layer) {
  const std::size_t places = samples * pooled_places(shape);
  layer.outputs.resize(index(places), index(shape.outputs));
  layer.chosen.assign(places * shape.outputs, 0);
  for (std::size_t p = 0; p < places; ++p) {
    float* const max = layer.outputs.data() + p * shape.outputs;
    std::uint8_t* const chosen = layer.chosen.data() + p * shape.outputs;
    std::copy_n(layer.results.data() + pooled_from(shape, p, 0), shape.outputs, max);
    for (std::uint8_t corner = 1; corner < 4; ++corner) {
      const float* const others = layer.results.data() + pooled_from(shape, p, corner);
      for (std::size_t o = 0; o < shape.outputs; ++o) {
        if (others[o] <= max[o]) continue;
        max[o] = others[o];
        chosen[o] = corner;
      }
    }
  }
}

void unpool(const LayerShape& shape, std::size_t samples, const NetworkLayers::Pass::Layer& layer,
            const NetworkMap& by_outputs, NetworkMap& by_results) {
  by_results.setZero(index(samples * shape.places()), index(shape.outputs));
  const std::size_t places = samples * pooled_places(shape);
  for (std::size_t p = 0; p < places; ++p) {
    for (std::size_t o = 0; o < shape.outputs; ++o) {
      const std::size_t number = p * shape.outputs + o;
      by_results.data()[pooled_from(shape, p, layer.chosen[number]) + o] = by_outputs.data()[number];
    }
  }
}

/// Copies all numbers of a sample's map as the inputs of a dense layer, with dropout.
void take_inputs(const LayerShape& shape, std::size_t samples, const NetworkMap& map, Random& dropping,
                 NetworkLayers::Pass::Layer& layer) {
  constexpr float kFactor = 1 / (1 - NetworkLayers::kDropped);
  layer.columns = Constant(map.data(), index(samples), index(shape.inputs));
  layer.kept.resize(samples * shape.inputs);
  for (std::size_t i = 0; i < layer.kept.size(); ++i) {
    layer.kept[i] = dropping.uniform() < NetworkLayers::kDropped ? 0 : kFactor;
    layer.columns.data()[i] *= layer.kept[i];
  }
}

/// Computes the layer's results from its sums, which are in `normal`.
void normalize(const LayerShape& shape, std::span<const float> parameters, NetworkLayers::Pass::Layer& layer,
               NetworkMap& results) {
  const auto count = static_cast<float>(layer.normal.rows());
  layer.moments.mean = layer.normal.colwise().sum() / count;
  layer.normal.rowwise() -= layer.moments.mean;
  layer.moments.variance = layer.normal.colwise().squaredNorm() / count;
  const Eigen::RowVectorXf scale = (layer.moments.variance.array() + NetworkLayers::kMinVariance).rsqrt();
  layer.normal.array().rowwise() *= scale.array();
  results = layer.normal;
  results.array().rowwise() *= row_of(shape, parameters, shape.gains_begin()).array();
}

/// Converts the derivative by the results, without the bias, to the derivative by the sums.
void unnormalize(const LayerShape& shape, std::span<const float> parameters,
                 const NetworkLayers::Pass::Layer& layer, std::span<float> gradient, NetworkMap& by_results) {
  const auto count = static_cast<float>(by_results.rows());
  const Eigen::RowVectorXf by_gains = (by_results.array() * layer.normal.array()).matrix().colwise().sum();
  const Eigen::RowVectorXf mean = by_results.colwise().sum() / count;
  row_of(shape, gradient, shape.gains_begin()) += by_gains;
  const Eigen::RowVectorXf scale = row_of(shape, parameters, shape.gains_begin()).array() *
                                   (layer.moments.variance.array() + NetworkLayers::kMinVariance).rsqrt();
  by_results.rowwise() -= mean;
  by_results.array() -= layer.normal.array().rowwise() * (by_gains / count).array();
  by_results.array().rowwise() *= scale.array();
}

}  // namespace

NetworkLayers::NetworkLayers(std::size_t width, std::size_t height) {
  std::size_t channels = 2;
  const auto add = [&](LayerShape shape) {
    shape.begin = shapes_.empty() ? 0 : shapes_.back().end();
    shapes_.push_back(shape);
    channels = shape.outputs;
  };
  const auto convolve = [&](std::size_t outputs, bool pools) {
    add({.inputs = 9 * channels,
         .outputs = outputs,
         .width = width,
         .height = height,
         .convolves = true,
         .pools = pools});
    if (!pools) return;
    width /= 2;
    height /= 2;
  };
  convolve(16, true);
  convolve(32, false);
  convolve(32, true);
  convolve(48, false);
  convolve(48, false);
  add({.inputs = width * height * channels, .outputs = 48});
  add({.inputs = channels, .outputs = 1});
}

std::vector<float> NetworkLayers::begin(std::uint64_t seed) const {
  std::vector<float> parameters(NetworkLayers::parameters());
  Random random(seed);
  for (const LayerShape& shape : shapes_) {
    const double deviation = std::sqrt(2.0 / static_cast<double>(shape.inputs));
    // Keeps the first scores small: otherwise early steps diverge.
    const double share = shape.outputs == 1 ? 0.3 : 1;
    for (std::size_t w = 0; w < shape.weights(); ++w)
      parameters[shape.begin + w] = static_cast<float>(share * deviation * random.normal());
    for (std::size_t g = shape.gains_begin(); g < shape.end(); ++g) parameters[g] = 1;
  }
  return parameters;
}

const NetworkMap& NetworkLayers::scores(std::span<const float> parameters, const NetworkMap& planes,
                                        Random dropping, Pass& pass) const {
  pass.layers.resize(shapes_.size());
  pass.samples = static_cast<std::size_t>(planes.rows()) / shapes_.front().places();
  const NetworkMap* map = &planes;
  for (std::size_t l = 0; l < shapes_.size(); ++l) {
    const LayerShape& shape = shapes_[l];
    Pass::Layer& layer = pass.layers[l];
    NetworkMap& results = shape.pools ? layer.results : layer.outputs;
    const auto weights = weights_of(shape, parameters).transpose();
    if (shape.convolves) {
      take_columns(shape, pass.samples, *map, layer.columns);
      layer.normal.noalias() = layer.columns * weights;
      normalize(shape, parameters, layer, results);
    } else {
      take_inputs(shape, pass.samples, *map, dropping, layer);
      results.noalias() = layer.columns * weights;
    }
    results.rowwise() += row_of(shape, parameters, shape.biases_begin());
    if (l + 1 < shapes_.size()) results = results.cwiseMax(0.0F);
    if (shape.pools) pool(shape, pass.samples, layer);
    map = &layer.outputs;
  }
  return *map;
}

void NetworkLayers::add_gradient(std::span<const float> parameters, const NetworkMap& by_scores, Pass& pass,
                                 std::span<float> gradient) const {
  pass.by_outputs = by_scores;
  for (std::size_t l = shapes_.size(); l-- > 0;) {
    const LayerShape& shape = shapes_[l];
    Pass::Layer& layer = pass.layers[l];
    const NetworkMap& results = shape.pools ? layer.results : layer.outputs;
    if (shape.pools)
      unpool(shape, pass.samples, layer, pass.by_outputs, pass.by_results);
    else
      pass.by_results = Constant(pass.by_outputs.data(), results.rows(), results.cols());
    if (l + 1 < shapes_.size()) pass.by_results.array() *= (results.array() > 0).cast<float>();
    row_of(shape, gradient, shape.biases_begin()) += pass.by_results.colwise().sum();
    if (shape.convolves) unnormalize(shape, parameters, layer, gradient, pass.by_results);
    Variable(gradient.data() + shape.begin, index(shape.outputs), index(shape.inputs)).noalias() +=
        pass.by_results.transpose() * layer.columns;
    if (l == 0) return;
    pass.by_columns.noalias() = pass.by_results * weights_of(shape, parameters);
    if (shape.convolves) {
      add_columns(shape, pass.samples, pass.by_columns, pass.by_outputs);
    } else {
      for (std::size_t i = 0; i < layer.kept.size(); ++i) pass.by_columns.data()[i] *= layer.kept[i];
      pass.by_outputs = pass.by_columns;
    }
  }
}

}  // namespace ocelli::internal
