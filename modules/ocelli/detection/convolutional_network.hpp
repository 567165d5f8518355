#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ocelli::internal {

/// A layer of a ConvolutionalNetwork. All is in whole numbers: of its inputs it makes
///
///   min(max(bias + sum of weight * input, 0) >> shift, ConvolutionalNetwork::kMaxActivation)
struct NetworkLayer {
  int outputs = 0;
  int shift = 0;
  /// Outputs x inputs. The inputs of a convolution are the channels of 3 x 3 places, row by row; those of a
  /// layer behind all convolutions are the channels of every place.
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> biases;  ///< of the outputs
  bool pools = false;  ///< a convolution: every second row and column then has the greatest of 2 x 2 places

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

/// What each layer takes, convolutions first; to a dense layer all numbers are the channels of one place.
std::vector<NetworkMapSize> input_maps(const NetworkParts& parts);

/// A small convolutional network that gives two planes of bytes a score: layers of 3 x 3 convolutions, beyond
/// whose borders there are zeros, then dense ones. The last has one output, of which neither `max` nor
/// `shift` is taken.
///
/// All in integers: the same on every machine. Immutable: may be shared among any number of threads.
/// Source  LeCun, Bottou, Bengio and Haffner, "Gradient-based learning applied to document recognition"
/// (1998); Garcia and Delakis, "Convolutional face
///         finder" (2004).
class ConvolutionalNetwork {
 public:
  static constexpr int kPlanes = 2;
  /// A byte of a plane that counts as zero.
  static constexpr int kZero = 64;
  static constexpr int kMaxActivation = 2047;
  static constexpr int kMaxOutputs = 64, kMaxLayers = 8, kSideLimit = 64;

  /// Throws Error(Kind::model), with the reason, unless every size and number is in range: no sum can exceed
  /// 32 bits.
  explicit ConvolutionalNetwork(NetworkParts parts);

  const NetworkParts& parts() const { return parts_; }
  /// Products for one score.
  std::size_t cost() const;

  /// Working memory of one caller.
  struct Scratch {
    std::vector<std::int16_t> numbers;  ///< of the map that a layer takes
    std::vector<std::int16_t> padded;   ///< the same, with zeros beyond the border
    std::vector<std::int16_t> results;
  };

  /// Requires kPlanes planes of width x height bytes, one after the other.
  /// Cost  cost() products, 16 in one or two instructions.
  int score(std::span<const std::uint8_t> planes, Scratch& scratch) const;

 private:
  /// A layer's numbers as the kernel takes them.
  struct Packed {
    std::vector<std::int16_t> weights;
    std::vector<std::int32_t> biases;
  };

  /// Puts what a convolution makes of a map, which is in `scratch`, in its place.
  void convolve(std::size_t number, const NetworkMapSize& map, Scratch& scratch) const;
  /// The same of a dense layer but the last.
  void connect(std::size_t number, Scratch& scratch) const;

  NetworkParts parts_;
  std::vector<Packed> packed_;  ///< of all layers but the last
};

}  // namespace ocelli::internal
