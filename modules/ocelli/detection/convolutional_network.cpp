#include "ocelli/detection/convolutional_network.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

#include "ocelli/detection/model_checks.hpp"
#include "ocelli/detection/network_kernel.hpp"

namespace ocelli::internal {
namespace {

using network_kernel::kOutputs;

std::size_t size(int number) { return static_cast<std::size_t>(number); }

NetworkMapSize after(const NetworkLayer& layer, const NetworkMapSize& before) {
  const int step = layer.pools ? 2 : 1;
  return {before.width / step, before.height / step, layer.outputs};
}

std::size_t rounded_up(std::size_t outputs) { return (outputs + kOutputs - 1) / kOutputs * kOutputs; }

/// Whether no sum of the layer exceeds 32 bits for any input.
bool fits(const NetworkLayer& layer, std::size_t inputs) {
  for (std::size_t o = 0; o < layer.biases.size(); ++o) {
    std::int64_t max = std::abs(std::int64_t{layer.biases[o]});
    for (std::size_t i = 0; i < inputs; ++i)
      max += std::int64_t{std::abs(layer.weights[o * inputs + i])} * ConvolutionalNetwork::kMaxActivation;
    if (max > std::numeric_limits<std::int32_t>::max()) return false;
  }
  return true;
}

void check_layer(const NetworkLayer& layer, std::size_t inputs) {
  check_model(layer.outputs >= 1 && layer.outputs <= ConvolutionalNetwork::kMaxOutputs && layer.shift >= 0 &&
                  layer.shift < 31,
              "a layer of its verifier's network has a size out of range");
  const auto outputs = static_cast<std::size_t>(layer.outputs);
  check_model(inputs % 2 == 0 && layer.biases.size() == outputs && layer.weights.size() == outputs * inputs &&
                  fits(layer, inputs),
              "the weights of a layer of its verifier's network have the wrong size");
}

void check_network(const NetworkParts& parts) {
  const auto is_side = [](int side) { return side >= 1 && side <= ConvolutionalNetwork::kSideLimit; };
  const auto is_depth = [](std::size_t layers) {
    return layers >= 1 && layers <= ConvolutionalNetwork::kMaxLayers;
  };
  check_model(is_side(parts.width) && is_side(parts.height) && is_depth(parts.convolutions.size()) &&
                  is_depth(parts.dense.size()),
              "its verifier's network has a size out of range");
  NetworkMapSize map{parts.width, parts.height, ConvolutionalNetwork::kPlanes};
  for (const NetworkLayer& layer : parts.convolutions) {
    check_layer(layer, size(9 * map.channels));
    check_model(layer.outputs % 2 == 0,
                "a convolution of its verifier's network has an odd number of outputs");
    map = after(layer, map);
    check_model(map.numbers() > 0, "its verifier's network has an empty feature map");
  }
  int inputs = map.numbers();
  for (const NetworkLayer& layer : parts.dense) {
    check_layer(layer, size(inputs));
    inputs = layer.outputs;
  }
  check_model(parts.dense.back().outputs == 1, "its verifier's network has more than one score");
}

/// Copies the map with a zero border one place wide.
void pad(const std::int16_t* numbers, const NetworkMapSize& map, std::vector<std::int16_t>& padded) {
  const std::size_t channels = size(map.channels), row = size(map.width) * channels,
                    padded_row = row + 2 * channels;
  padded.assign(padded_row * size(map.height + 2), 0);
  for (std::size_t y = 0; y < size(map.height); ++y)
    std::copy_n(numbers + y * row, row, padded.data() + (y + 1) * padded_row + channels);
}

void pool(const std::int16_t* numbers, const NetworkMapSize& map, std::vector<std::int16_t>& pooled) {
  const int row = map.width * map.channels;
  pooled.resize(size((map.width / 2) * (map.height / 2) * map.channels));
  std::int16_t* out = pooled.data();
  for (int y = 0; y + 1 < map.height; y += 2) {
    for (int x = 0; x + 1 < map.width; x += 2) {
      const std::int16_t* const place = numbers + y * row + x * map.channels;
      for (int c = 0; c < map.channels; ++c) {
        const std::int16_t* const at = place + c;
        *out++ = std::max(std::max(at[0], at[map.channels]), std::max(at[row], at[row + map.channels]));
      }
    }
  }
}

/// Converts consecutive planes of bytes to a map.
void to_map(std::span<const std::uint8_t> planes, std::size_t places, std::vector<std::int16_t>& map) {
  constexpr std::size_t kPlanes = ConvolutionalNetwork::kPlanes;
  map.resize(places * kPlanes);
  for (std::size_t i = 0; i < places; ++i)
    for (std::size_t p = 0; p < kPlanes; ++p)
      map[i * kPlanes + p] = static_cast<std::int16_t>(planes[p * places + i] - ConvolutionalNetwork::kZero);
}

}  // namespace

std::vector<NetworkMapSize> input_maps(const NetworkParts& parts) {
  std::vector<NetworkMapSize> maps;
  NetworkMapSize map{parts.width, parts.height, ConvolutionalNetwork::kPlanes};
  for (const NetworkLayer& layer : parts.convolutions) {
    maps.push_back(map);
    map = after(layer, map);
  }
  for (const NetworkLayer& layer : parts.dense) {
    maps.push_back({1, 1, map.numbers()});
    map = {1, 1, layer.outputs};
  }
  return maps;
}

ConvolutionalNetwork::ConvolutionalNetwork(NetworkParts parts) : parts_(std::move(parts)) {
  check_network(parts_);
  const auto pack = [&](const NetworkLayer& layer) {
    const std::size_t outputs = layer.biases.size(), padded = rounded_up(outputs);
    const std::size_t inputs = layer.weights.size() / outputs;
    Packed packed{std::vector<std::int16_t>(inputs * padded), layer.biases};
    packed.biases.resize(padded);
    for (std::size_t o = 0; o < outputs; ++o)
      for (std::size_t i = 0; i < inputs; ++i)
        packed.weights[(i / 2 * padded + o) * 2 + i % 2] = layer.weights[o * inputs + i];
    packed_.push_back(std::move(packed));
  };
  for (const NetworkLayer& layer : parts_.convolutions) pack(layer);
  for (std::size_t i = 0; i + 1 < parts_.dense.size(); ++i) pack(parts_.dense[i]);
}

std::size_t ConvolutionalNetwork::cost() const {
  std::size_t products = 0, next = 0;
  const std::vector<NetworkMapSize> maps = input_maps(parts_);
  for (const auto* layers : {&parts_.convolutions, &parts_.dense})
    for (const NetworkLayer& layer : *layers) products += size(maps[next++].places()) * layer.weights.size();
  return products;
}

void ConvolutionalNetwork::convolve(std::size_t number, const NetworkMapSize& map, Scratch& scratch) const {
  const NetworkLayer& layer = parts_.convolutions[number];
  const NetworkMapSize wide{map.width, map.height, layer.outputs};
  const std::size_t channels = size(map.channels), outputs = size(layer.outputs);
  pad(scratch.numbers.data(), map, scratch.padded);
  scratch.results.resize(size(wide.numbers()));
  network_kernel::compute({.inputs = scratch.padded.data(),
                           .input_row = size(map.width + 2) * channels,
                           .input_place = channels,
                           .segments = 3,
                           .pairs = 3 * channels / 2,
                           .rows = size(map.height),
                           .places = size(map.width),
                           .weights = packed_[number].weights.data(),
                           .biases = packed_[number].biases.data(),
                           .outputs = outputs,
                           .shift = layer.shift,
                           .results = scratch.results.data(),
                           .result_row = size(map.width) * outputs,
                           .result_place = outputs},
                          kMaxActivation);
  if (layer.pools)
    pool(scratch.results.data(), wide, scratch.numbers);
  else
    scratch.numbers.swap(scratch.results);
}

void ConvolutionalNetwork::connect(std::size_t number, Scratch& scratch) const {
  const NetworkLayer& layer = parts_.dense[number];
  const Packed& packed = packed_[parts_.convolutions.size() + number];
  const std::size_t outputs = size(layer.outputs);
  scratch.results.resize(outputs);
  network_kernel::compute({.inputs = scratch.numbers.data(),
                           .input_row = 0,
                           .input_place = 0,
                           .segments = 1,
                           .pairs = layer.weights.size() / outputs / 2,
                           .rows = 1,
                           .places = 1,
                           .weights = packed.weights.data(),
                           .biases = packed.biases.data(),
                           .outputs = outputs,
                           .shift = layer.shift,
                           .results = scratch.results.data(),
                           .result_row = 0,
                           .result_place = 0},
                          kMaxActivation);
  scratch.numbers.swap(scratch.results);
}

int ConvolutionalNetwork::score(std::span<const std::uint8_t> planes, Scratch& scratch) const {
  NetworkMapSize map{parts_.width, parts_.height, kPlanes};
  to_map(planes, size(map.places()), scratch.numbers);
  for (std::size_t l = 0; l < parts_.convolutions.size(); ++l) {
    convolve(l, map, scratch);
    map = after(parts_.convolutions[l], map);
  }
  for (std::size_t l = 0; l + 1 < parts_.dense.size(); ++l) connect(l, scratch);
  const NetworkLayer& last = parts_.dense.back();
  return std::inner_product(last.weights.begin(), last.weights.end(), scratch.numbers.begin(),
                            last.biases[0]);
}

}  // namespace ocelli::internal
