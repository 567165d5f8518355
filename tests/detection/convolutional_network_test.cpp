#include "ocelli/detection/convolutional_network.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/expect_error.hpp"
#include "detection/some_verifier.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::convolutional_network_test {
namespace {

using test::error_of;
using test::random_network;
using testing::HasSubstr;

/// Numbers of a map of places with channels; 0 beyond its border.
struct Map {
  int width, height, channels;
  std::vector<std::int64_t> numbers;

  std::int64_t at(int x, int y, int c) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return 0;
    return numbers[static_cast<std::size_t>((y * width + x) * channels + c)];
  }
};

std::int64_t activation(const NetworkLayer& layer, std::int64_t sum) {
  return std::min<std::int64_t>(std::max<std::int64_t>(sum, 0) >> layer.shift, 2047);
}

Map convolved(const NetworkLayer& layer, const Map& map) {
  Map wide{map.width, map.height, layer.outputs, {}};
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      for (int o = 0; o < layer.outputs; ++o) {
        std::int64_t sum = layer.biases[static_cast<std::size_t>(o)];
        auto weight = layer.weights.begin() + o * 9 * map.channels;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            for (int c = 0; c < map.channels; ++c) sum += *weight++ * map.at(x + dx, y + dy, c);
        wide.numbers.push_back(activation(layer, sum));
      }
    }
  }
  if (!layer.pools) return wide;
  Map pooled{map.width / 2, map.height / 2, layer.outputs, {}};
  for (int y = 0; y < pooled.height; ++y)
    for (int x = 0; x < pooled.width; ++x)
      for (int o = 0; o < layer.outputs; ++o)
        pooled.numbers.push_back(std::max({wide.at(2 * x, 2 * y, o), wide.at(2 * x + 1, 2 * y, o),
                                           wide.at(2 * x, 2 * y + 1, o), wide.at(2 * x + 1, 2 * y + 1, o)}));
  return pooled;
}

std::int64_t plain_score(const NetworkParts& parts, const std::vector<std::uint8_t>& planes) {
  Map map{parts.width, parts.height, 2, {}};
  const auto places = static_cast<std::size_t>(parts.width * parts.height);
  for (std::size_t i = 0; i < places; ++i)
    for (std::size_t p = 0; p < 2; ++p) map.numbers.push_back(planes[p * places + i] - 64);
  for (const NetworkLayer& layer : parts.convolutions) map = convolved(layer, map);
  std::vector<std::int64_t> numbers = map.numbers;
  for (std::size_t l = 0; l < parts.dense.size(); ++l) {
    const NetworkLayer& layer = parts.dense[l];
    std::vector<std::int64_t> results;
    for (std::size_t o = 0; o < layer.biases.size(); ++o) {
      std::int64_t sum = layer.biases[o];
      for (std::size_t i = 0; i < numbers.size(); ++i)
        sum += layer.weights[o * numbers.size() + i] * numbers[i];
      results.push_back(l + 1 == parts.dense.size() ? sum : activation(layer, sum));
    }
    numbers = results;
  }
  return numbers[0];
}

std::vector<std::uint8_t> random_planes(const NetworkParts& parts, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint8_t> planes(static_cast<std::size_t>(2 * parts.width * parts.height));
  for (std::uint8_t& level : planes) level = static_cast<std::uint8_t>(random.below(256));
  return planes;
}

TEST(ConvolutionalNetwork, ScoresAsPlainSumsDo) {
  ConvolutionalNetwork::Scratch scratch;
  for (const auto& [width, height] : {std::pair{28, 28}, {28, 16}, {7, 5}, {2, 2}}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      NetworkParts parts = random_network(width, height, seed);
      if (seed % 2 == 1) {  // numbers of outputs around those of registers
        const int outputs = 2 * static_cast<int>(seed) + 12;
        parts.convolutions[1] = test::random_network(width, height, seed).convolutions[1];
        parts.convolutions[1].outputs = outputs;
        parts.convolutions[1].biases.resize(static_cast<std::size_t>(outputs), 7);
        parts.convolutions[1].weights.resize(static_cast<std::size_t>(outputs) * 54, -3);
        parts.dense[0].weights.resize(static_cast<std::size_t>(34 * outputs * (width / 2) * (height / 2)), 5);
      }
      const auto planes = random_planes(parts, seed + 100);
      EXPECT_EQ(ConvolutionalNetwork(parts).score(planes, scratch), plain_score(parts, planes))
          << width << " x " << height << ", seed " << seed;
    }
  }
}

TEST(ConvolutionalNetwork, CountsItsProducts) {
  EXPECT_EQ(ConvolutionalNetwork(random_network(28, 28, 1)).cost(),
            784U * 6 * 18 + 196U * 20 * 54 + 34U * 20 * 196 + 34);
}

TEST(ConvolutionalNetwork, RefusesWhatDoesNotFit) {
  const auto refusal = [](const auto& change) {
    NetworkParts parts = random_network(28, 28, 3);
    change(parts);
    const Error error = error_of([&] { ConvolutionalNetwork{parts}; });
    EXPECT_EQ(error.kind(), Kind::model);
    return std::string(error.what());
  };
  EXPECT_THAT(refusal([](NetworkParts& p) { p.width = 65; }), HasSubstr("size out of range"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.height = 0; }), HasSubstr("size out of range"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.convolutions.clear(); }), HasSubstr("size out of range"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.dense.clear(); }), HasSubstr("size out of range"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.convolutions[0].shift = 31; }), HasSubstr("size out of range"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.convolutions[1].outputs = 0; }),
              HasSubstr("size out of range"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.convolutions[1].weights.pop_back(); }),
              HasSubstr("have the wrong size"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.dense[0].biases.push_back(0); }),
              HasSubstr("have the wrong size"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.dense[0].biases[3] = 2'147'000'000; }),
              HasSubstr("have the wrong size"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.dense.pop_back(); }), HasSubstr("more than one score"));
  EXPECT_THAT(refusal([](NetworkParts& p) { p.width = p.height = 1; }),
              HasSubstr("has an empty feature map"));
}

}  // namespace
}  // namespace ocelli::internal::convolutional_network_test
