#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/core/random.hpp"

/// Internal to the training of networks: a ConvolutionalNetwork in floating point, and the gradient of a
/// loss.
namespace ocelli::internal {

/// Places x channels, sample by sample.
using NetworkMap = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The shape of a layer, and the offset of its parameters among those of all layers. They are weights as in
/// NetworkLayer, then biases, then, for a convolution, gains.
struct LayerShape {
  std::size_t inputs = 0, outputs = 0;  ///< of one place
  std::size_t width = 1, height = 1;    ///< places of a sample; 1 for a dense layer
  bool convolves = false, pools = false;
  std::size_t begin = 0;

  std::size_t weights() const { return inputs * outputs; }
  std::size_t biases_begin() const { return begin + weights(); }
  std::size_t gains_begin() const { return biases_begin() + outputs; }
  std::size_t end() const { return gains_begin() + (convolves ? outputs : 0); }
  std::size_t places() const { return width * height; }
};

/// Mean and variance of the sums of each output of a convolution.
struct LayerMoments {
  Eigen::RowVectorXf mean, variance;
};

/// Five convolutions of 16, 32, 32, 48 and 48 outputs, with pooling after the first and the third, a hidden
/// layer of 48, and one score. Widths are multiples of 16, which the kernel computes at once.
///
/// The sums of a convolution are normalized to mean 0 and variance 1 over a batch, multiplied by a gain, and
/// shifted by a bias (batch normalization, Ioffe and Szegedy 2015). This allows large steps from the start.
class NetworkLayers {
 public:
  /// The dropout rate of the inputs of a dense layer (Srivastava et al. 2014).
  static constexpr float kDropped = 0.3F;
  /// Added to a variance before its square root is taken.
  static constexpr float kMinVariance = 1e-5F;

  NetworkLayers(std::size_t width, std::size_t height);

  std::span<const LayerShape> shapes() const { return shapes_; }
  std::size_t parameters() const { return shapes_.back().end(); }
  /// Random initial parameters (He et al. 2015).
  std::vector<float> begin(std::uint64_t seed) const;

  /// Results of a forward pass that the backward pass needs. Working memory of one caller.
  struct Pass {
    struct Layer {
      NetworkMap columns;                ///< places x inputs
      LayerMoments moments;              ///< of a convolution, over the batch
      NetworkMap normal;                 ///< normalized sums of a convolution
      NetworkMap results;                ///< before pooling
      NetworkMap outputs;                ///< after pooling
      std::vector<std::uint8_t> chosen;  ///< for each output, the pooled place it comes from, of four
      std::vector<float> kept;           ///< dropout factors of the inputs of a dense layer
    };
    std::size_t samples = 0;
    std::vector<Layer> layers;
    NetworkMap by_columns, by_results, by_outputs;
  };

  /// Returns the scores of a batch of planes: samples x 1. Applies dropout to the inputs of dense layers.
  const NetworkMap& scores(std::span<const float> parameters, const NetworkMap& planes, Random dropping,
                           Pass& pass) const;
  /// Adds the gradient of a loss to `gradient`. `by_scores` is the derivative with respect to the scores of
  /// `pass`.
  void add_gradient(std::span<const float> parameters, const NetworkMap& by_scores, Pass& pass,
                    std::span<float> gradient) const;

 private:
  std::vector<LayerShape> shapes_;
};

}  // namespace ocelli::internal
