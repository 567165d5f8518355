#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ocelli::internal {

/// A layer of a ConvolutionalNetwork. It uses integer arithmetic; each output is
///
///   min(max(bias + sum of weight * input, 0) >> shift, ConvolutionalNetwork::kMaxActivation)
struct NetworkLayer {
  int outputs = 0;
  int shift = 0;
  /// Outputs x inputs. The inputs of a convolution are the channels of 3 x 3 places, row by row. The inputs
  /// of the first dense layer are the channels of every place.
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> biases;  ///< one per output
  /// For a convolution: whether 2 x 2 max pooling follows.
  bool pools = false;

  friend bool operator==(const NetworkLayer&, const NetworkLayer&) = default;
};

/// The parameters of a ConvolutionalNetwork.
struct NetworkParts {
  int width = 0, height = 0;  ///< of the planes
  std::vector<NetworkLayer> convolutions, dense;

  friend bool operator==(const NetworkParts&, const NetworkParts&) = default;
};

/// A map of places with channels.
struct NetworkMapSize {
  int width, height, channels;

  int places() const { return width * height; }
  int numbers() const { return places() * channels; }
};

/// The input map of each layer, convolutions first. For a dense layer, all inputs are channels of one place.
std::vector<NetworkMapSize> input_maps(const NetworkParts& parts);

/// A small convolutional network that scores two planes of bytes: 3 x 3 convolutions with zero padding, then
/// dense layers. The last layer has one output, to which neither the limits nor `shift` apply.
///
/// Integer arithmetic throughout, so results are the same on every machine. Immutable and thread-safe.
/// Source  LeCun, Bottou, Bengio and Haffner, "Gradient-based learning applied to document recognition"
/// (1998); Garcia and Delakis, "Convolutional face finder" (2004).
class ConvolutionalNetwork {
 public:
  static constexpr int kPlanes = 2;
  /// The byte value in a plane that represents zero.
  static constexpr int kZero = 64;
  static constexpr int kMaxActivation = 2047;
  static constexpr int kMaxOutputs = 64, kMaxLayers = 8, kSideLimit = 64;

  /// Throws Error(Kind::model), with the reason, unless every size and number is in range, so that no sum can
  /// exceed 32 bits.
  explicit ConvolutionalNetwork(NetworkParts parts);

  const NetworkParts& parts() const { return parts_; }
  /// Multiplications per score.
  std::size_t cost() const;

  /// Working memory of one caller.
  struct Scratch {
    std::vector<std::int16_t> numbers;  ///< the layer's input map
    std::vector<std::int16_t> padded;   ///< the same, zero-padded
    std::vector<std::int16_t> results;
  };

  /// Requires kPlanes planes of width x height bytes, stored one after the other.
  /// Cost  cost() multiplications, 16 in one or two instructions.
  int score(std::span<const std::uint8_t> planes, Scratch& scratch) const;

 private:
  /// A layer's numbers in the layout of the kernel.
  struct Packed {
    std::vector<std::int16_t> weights;
    std::vector<std::int32_t> biases;
  };

  /// Replaces the map in `scratch` with the output of a convolution.
  void convolve(std::size_t number, const NetworkMapSize& map, Scratch& scratch) const;
  /// The same for a dense layer other than the last.
  void connect(std::size_t number, Scratch& scratch) const;

  NetworkParts parts_;
  std::vector<Packed> packed_;  ///< all layers but the last
};

}  // namespace ocelli::internal
