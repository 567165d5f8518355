#include "ocelli/detection/training/network_trainer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/training/network_layers.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kPlanes = ConvolutionalNetwork::kPlanes;
/// Samples per step, and per block of a step. Sums are normalized over a block. The gradients of blocks are
/// added in order.
constexpr std::size_t kBatchSamples = 256, kBlockSamples = 16, kBlocks = kBatchSamples / kBlockSamples;
constexpr double kRate = 3e-3,
                 kWarmUp = 0.3;  ///< maximum learning rate, and the share of steps up to it
constexpr double kDecay = 0.02;  ///< weight decay in a step of rate 1
/// Label smoothing: the probability that a sample is mislabeled. It keeps scores from growing without bound.
constexpr float kSmoothing = 0.01F;

/// Converts a level of a plane to an input of the first layer.
float number_of(std::uint8_t level) {
  return static_cast<float>(level - ConvolutionalNetwork::kZero) / ConvolutionalNetwork::kZero;
}

/// The augmentation of a sample.
struct Change {
  int right = 0, down = 0;
  bool mirrors = false;
};

class Planes {
 public:
  explicit Planes(const NetworkSamples& samples)
      : samples_(samples),
        width_(static_cast<std::size_t>(samples.width)),
        height_(static_cast<std::size_t>(samples.height)) {}

  std::size_t places() const { return width_ * height_; }

  /// Writes a sample as places x planes. Where it is shifted, its border is replicated.
  void take(std::size_t sample, const Change& change, float* map) const {
    const auto within = [](std::size_t place, int by, std::size_t side) {
      const auto moved = static_cast<std::ptrdiff_t>(place) + by;
      return static_cast<std::size_t>(
          std::clamp<std::ptrdiff_t>(moved, 0, static_cast<std::ptrdiff_t>(side) - 1));
    };
    for (std::size_t y = 0; y < height_; ++y) {
      const std::size_t row = within(y, change.down, height_) * width_;
      for (std::size_t x = 0; x < width_; ++x) {
        const std::size_t column = within(change.mirrors ? width_ - 1 - x : x, change.right, width_);
        for (std::size_t p = 0; p < kPlanes; ++p)
          *map++ = number_of(samples_.planes[sample][p * places() + row + column]);
      }
    }
  }

 private:
  const NetworkSamples& samples_;
  std::size_t width_, height_;
};

/// The loss of a sample, and its derivative with respect to the score.
struct Loss {
  double value = 0;
  float by_score = 0;
};

Loss logistic_loss(float score, bool is_object, float weight) {
  const float wanted = is_object ? 1 - kSmoothing : kSmoothing;
  const double s = score;
  const double value = std::max(s, 0.0) - s * wanted + std::log1p(std::exp(-std::abs(s)));
  return {weight * value, weight * (1 / (1 + std::exp(-score)) - wanted)};
}

/// Adam's moving averages of the gradient and its square.
class Adam {
 public:
  explicit Adam(std::size_t parameters) : mean_(parameters), square_(parameters) {}

  /// Restores the averages of a state.
  void restore(const NetworkState& state) {
    mean_ = state.mean;
    square_ = state.square;
    for (std::uint64_t step = 0; step < state.steps; ++step) count_step();
  }

  const std::vector<float>& mean() const { return mean_; }
  const std::vector<float>& square() const { return square_; }

  void step(std::vector<float>& parameters, const std::vector<float>& gradient, double rate) {
    count_step();
    const auto scale = static_cast<float>(rate / (1 - mean_power_));
    const auto square_scale = static_cast<float>(1 / (1 - square_power_));
    const auto keep = static_cast<float>(1 - rate * kDecay);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      mean_[i] += static_cast<float>(1 - kMean) * (gradient[i] - mean_[i]);
      square_[i] += static_cast<float>(1 - kSquare) * (gradient[i] * gradient[i] - square_[i]);
      parameters[i] =
          keep * parameters[i] - scale * mean_[i] / (std::sqrt(square_[i] * square_scale) + 1e-8F);
    }
  }

 private:
  static constexpr double kMean = 0.9, kSquare = 0.999;

  void count_step() {
    mean_power_ *= kMean;
    square_power_ *= kSquare;
  }

  std::vector<float> mean_, square_;
  double mean_power_ = 1, square_power_ = 1;
};

/// Rises to kRate, then falls to 0 like a cosine.
double rate_at(std::size_t step, std::size_t steps) {
  const double done = static_cast<double>(step) / static_cast<double>(steps);
  if (done < kWarmUp) return kRate * (0.04 + 0.96 * done / kWarmUp);
  return kRate * (1 + std::cos(std::numbers::pi * (done - kWarmUp) / (1 - kWarmUp))) / 2;
}

/// The layers' outputs in the previous steps, with more weight on recent ones. They represent all samples
/// once training is over.
struct Course {
  std::vector<LayerMoments> moments;  ///< of convolutions
  std::vector<float> greatest;        ///< of the outputs
};

/// The moments of all layers, one after the other: means, then variances.
std::vector<float> flat(const std::vector<LayerMoments>& moments) {
  std::vector<float> numbers;
  for (const LayerMoments& layer : moments) {
    numbers.insert(numbers.end(), layer.mean.begin(), layer.mean.end());
    numbers.insert(numbers.end(), layer.variance.begin(), layer.variance.end());
  }
  return numbers;
}

std::size_t moments_of(std::span<const LayerShape> shapes) {
  std::size_t count = 0;
  for (const LayerShape& shape : shapes) count += shape.convolves ? 2 * shape.outputs : 0;
  return count;
}

std::vector<LayerMoments> unfolded(const std::vector<float>& numbers, std::span<const LayerShape> shapes) {
  std::vector<LayerMoments> moments(shapes.size());
  const float* next = numbers.data();
  const auto row = [&](std::size_t outputs) {
    const auto size = static_cast<Eigen::Index>(outputs);
    Eigen::RowVectorXf values = Eigen::Map<const Eigen::RowVectorXf>(next, size);
    next += size;
    return values;
  };
  for (std::size_t l = 0; l < shapes.size(); ++l) {
    if (!shapes[l].convolves) continue;
    moments[l].mean = row(shapes[l].outputs);
    moments[l].variance = row(shapes[l].outputs);
  }
  return moments;
}

bool all_finite(const std::vector<float>& numbers) {
  return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

/// Whether no number is negative.
bool none_below(const std::vector<float>& numbers) {
  return std::ranges::all_of(numbers, [](float number) { return number >= 0; });
}

class NetworkTrainer {
 public:
  NetworkTrainer(const NetworkSamples& samples, const NetworkOptions& options)
      : samples_(samples),
        options_(options),
        planes_(samples),
        layers_(static_cast<std::size_t>(samples.width), static_cast<std::size_t>(samples.height)),
        parameters_(layers_.begin(options.seed)),
        gradient_(parameters_.size()),
        adam_(parameters_.size()) {
    for (Block& block : blocks_) block.gradient.resize(parameters_.size());
  }

  void restore(const NetworkState& state) {
    require_fit(state);
    adam_.restore(state);
    parameters_ = state.parameters;
    course_ = {unfolded(state.moments, layers_.shapes()), state.greatest};
    steps_ = state.steps;
    loss_ = state.loss;
  }

  void train(const NetworkWatch& watch) {
    while (steps_ < all_steps()) {
      const std::size_t pass = steps_ / in_pass();
      if (order_.empty() || steps_ % in_pass() == 0)
        order_ =
            permutation(static_cast<std::uint32_t>(samples_.planes.size()), hash(options_.seed, {1, pass}));
      const double own = batch(steps_ % in_pass() * kBatchSamples, hash(options_.seed, {2, steps_}));
      loss_ += (own - loss_) / static_cast<double>(std::min<std::size_t>(steps_ + 1, in_pass()));
      adam_.step(parameters_, gradient_, rate_at(steps_, all_steps()));
      ++steps_;
      if (watch.checkpoint) watch.checkpoint(state());
      if (watch.progress)
        watch.progress(
            {"training the verifier's network", steps_, all_steps(), "loss " + std::to_string(loss_)});
    }
  }

  TrainedNetwork rounded() const;

 private:
  struct Block {
    std::vector<float> gradient;
    double loss = 0;
    NetworkMap map, by_scores;
    NetworkLayers::Pass pass;
  };

  std::size_t in_pass() const { return std::max<std::size_t>(1, samples_.planes.size() / kBatchSamples); }
  std::size_t all_steps() const { return in_pass() * static_cast<std::size_t>(options_.passes); }

  NetworkState state() const {
    return {.steps = steps_,
            .loss = loss_,
            .parameters = parameters_,
            .mean = adam_.mean(),
            .square = adam_.square(),
            .moments = flat(course_.moments),
            .greatest = course_.greatest};
  }

  void require_fit(const NetworkState& state) const {
    const std::size_t count = parameters_.size();
    require_of_verifier(state.steps > 0 && state.steps <= all_steps() && state.parameters.size() == count &&
                            state.mean.size() == count && state.square.size() == count &&
                            state.moments.size() == moments_of(layers_.shapes()) &&
                            state.greatest.size() == layers_.shapes().size(),
                        "its network has a different size");
    require_of_verifier(std::isfinite(state.loss) && all_finite(state.parameters) && all_finite(state.mean) &&
                            all_finite(state.square) && none_below(state.square) &&
                            all_finite(state.moments) && all_finite(state.greatest),
                        "its network has a number out of range");
    const std::vector<LayerMoments> moments = unfolded(state.moments, layers_.shapes());
    const auto is_sound = [](const LayerMoments& layer) { return (layer.variance.array() >= 0).all(); };
    require_of_verifier(std::ranges::all_of(moments, is_sound), "its network has a variance below 0");
  }

  /// Computes the mean gradient of kBatchSamples samples and returns their mean loss.
  double batch(std::size_t begin, std::uint64_t seed) {
    parallel_for(std::size_t{0}, kBlocks, [&](std::size_t b) {
      fill(blocks_[b], begin + b * kBlockSamples, Random(hash(seed, {b})));
    });
    double loss = 0;
    for (const Block& block : blocks_) {
      loss += block.loss;
      follow(block.pass);
    }
    constexpr std::size_t kAtOnce = 4096;
    parallel_for(std::size_t{0}, (gradient_.size() + kAtOnce - 1) / kAtOnce, [&](std::size_t part) {
      const std::size_t end = std::min(gradient_.size(), (part + 1) * kAtOnce);
      for (std::size_t i = part * kAtOnce; i < end; ++i) {
        gradient_[i] = 0;
        for (const Block& block : blocks_) gradient_[i] += block.gradient[i];
      }
    });
    return loss;
  }

  /// Computes the loss and gradient of kBlockSamples samples in the order of the pass. If there are fewer, it
  /// wraps around to the first ones.
  void fill(Block& block, std::size_t begin, Random random) const {
    const auto step = [&] { return static_cast<int>(random.below(3)) - 1; };
    std::array<std::size_t, kBlockSamples> chosen{};
    block.map.resize(static_cast<Eigen::Index>(kBlockSamples * planes_.places()), kPlanes);
    for (std::size_t i = 0; i < kBlockSamples; ++i) {
      chosen[i] = order_[(begin + i) % order_.size()];
      const Change change{
          .right = step(), .down = step(), .mirrors = options_.symmetric && random.below(2) == 1};
      planes_.take(chosen[i], change, block.map.data() + i * planes_.places() * kPlanes);
    }
    const NetworkMap& scores = layers_.scores(parameters_, block.map, random, block.pass);
    block.loss = 0;
    block.by_scores.resize(kBlockSamples, 1);
    for (std::size_t i = 0; i < kBlockSamples; ++i) {
      const Loss loss = logistic_loss(scores.data()[i], chosen[i] < samples_.objects, weight_of(chosen[i]));
      block.loss += loss.value;
      block.by_scores.data()[i] = loss.by_score;
    }
    std::ranges::fill(block.gradient, 0.0F);
    layers_.add_gradient(parameters_, block.by_scores, block.pass, block.gradient);
  }

  /// The weight of a sample in a batch. Both classes have the same total weight, regardless of their sizes.
  float weight_of(std::size_t sample) const {
    const std::size_t all = samples_.planes.size(),
                      others = sample < samples_.objects ? samples_.objects : all - samples_.objects;
    return static_cast<float>(all) / 2 / static_cast<float>(others) / kBatchSamples;
  }

  void follow(const NetworkLayers::Pass& pass) {
    constexpr float kShare = 0.01F;
    course_.moments.resize(pass.layers.size());
    course_.greatest.resize(pass.layers.size());
    for (std::size_t l = 0; l < pass.layers.size(); ++l) {
      const NetworkLayers::Pass::Layer& layer = pass.layers[l];
      course_.greatest[l] = std::max((1 - kShare / kBlocks) * course_.greatest[l], layer.outputs.maxCoeff());
      LayerMoments& mean = course_.moments[l];
      if (mean.mean.size() == 0) mean = layer.moments;
      mean.mean += kShare * (layer.moments.mean - mean.mean);
      mean.variance += kShare * (layer.moments.variance - mean.variance);
    }
  }

  const NetworkSamples& samples_;
  NetworkOptions options_;
  Planes planes_;
  NetworkLayers layers_;
  std::vector<float> parameters_, gradient_;
  std::vector<std::uint32_t> order_;
  std::array<Block, kBlocks> blocks_;
  Adam adam_;
  Course course_;
  std::size_t steps_ = 0;  ///< number taken
  double loss_ = 0;        ///< mean over the last steps, as many as there are in a pass
};

/// A layer for inference: weights and biases, with normalization folded into those of a convolution.
struct PlainLayer {
  std::vector<float> weights, biases;
};

PlainLayer plain(const LayerShape& shape, const LayerMoments& moments, std::span<const float> parameters) {
  const auto numbers = [&](std::size_t begin, std::size_t count) {
    const auto some = parameters.subspan(begin, count);
    return std::vector<float>(some.begin(), some.end());
  };
  PlainLayer layer{numbers(shape.begin, shape.weights()), numbers(shape.biases_begin(), shape.outputs)};
  if (!shape.convolves) return layer;
  for (std::size_t o = 0; o < shape.outputs; ++o) {
    const auto at = static_cast<Eigen::Index>(o);
    const float scale =
        parameters[shape.gains_begin() + o] / std::sqrt(moments.variance[at] + NetworkLayers::kMinVariance);
    layer.biases[o] -= scale * moments.mean[at];
    for (std::size_t i = 0; i < shape.inputs; ++i) layer.weights[o * shape.inputs + i] *= scale;
  }
  return layer;
}

TrainedNetwork NetworkTrainer::rounded() const {
  constexpr float kMaxWeight = 127, kRoom = 2;  // room for outputs larger than any seen
  NetworkParts parts{.width = samples_.width, .height = samples_.height, .convolutions = {}, .dense = {}};
  float scale = ConvolutionalNetwork::kZero;  // integer units per floating-point unit of the inputs
  for (std::size_t l = 0; l < layers_.shapes().size(); ++l) {
    const LayerShape& shape = layers_.shapes()[l];
    const PlainLayer exact = plain(shape, course_.moments[l], parameters_);
    const auto by_size = [](float a, float b) { return std::abs(a) < std::abs(b); };
    const float to_whole = kMaxWeight / std::abs(*std::ranges::max_element(exact.weights, by_size));
    NetworkLayer layer{.outputs = static_cast<int>(shape.outputs),
                       .shift = 0,
                       .weights = {},
                       .biases = {},
                       .pools = shape.pools};
    for (const float weight : exact.weights)
      layer.weights.push_back(static_cast<std::int8_t>(std::lround(weight * to_whole)));
    scale *= to_whole;
    require(std::isfinite(scale), Kind::training, "the training of the verifier's network diverged");
    for (const float bias : exact.biases)
      layer.biases.push_back(static_cast<std::int32_t>(std::lround(bias * scale)));
    const bool is_last = l + 1 == layers_.shapes().size();
    while (!is_last && course_.greatest[l] * scale * kRoom > ConvolutionalNetwork::kMaxActivation) {
      ++layer.shift;
      scale /= 2;
    }
    (shape.convolves ? parts.convolutions : parts.dense).push_back(std::move(layer));
  }
  return {ConvolutionalNetwork(std::move(parts)), 1 / scale};
}

}  // namespace

TrainedNetwork train_network(const NetworkSamples& samples, const NetworkOptions& options,
                             const std::optional<NetworkState>& from, const NetworkWatch& watch) {
  NetworkTrainer trainer(samples, options);
  if (from) trainer.restore(*from);
  trainer.train(watch);
  return trainer.rounded();
}

}  // namespace ocelli::internal
