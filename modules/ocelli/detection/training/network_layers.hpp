#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/core/random.hpp"

/// Internal to the training of networks: a ConvolutionalNetwork in floating point, and the derivative of a
/// loss by its parameters.
namespace ocelli::internal {

/// Places x channels, sample by sample.
using NetworkMap = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The shape of a layer, and where its parameters begin among all: weights as in NetworkLayer, then biases,
/// and of a convolution gains.
struct LayerShape {
  std::size_t inputs = 0, outputs = 0;  ///< of one place
  std::size_t width = 1, height = 1;    ///< places of a sample; of a dense layer 1
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

/// Five convolutions of 12, 24, 24, 32 and 32 outputs, with pooling behind the first and the third, a hidden
/// layer of 32, and one score.
///
/// What a convolution sums up is normalized to a mean of 0 and a variance of 1 over a batch, then multiplied
/// by a gain, and a bias is added (batch normalization, Ioffe and Szegedy 2015): steps can then be large from
/// the beginning.
class NetworkLayers {
 public:
  /// The share of inputs of a dense layer that training leaves out at random (Srivastava et al. 2014).
  static constexpr float kDropped = 0.3F;
  /// Added to a variance before a division by its root.
  static constexpr float kMinVariance = 1e-5F;

  NetworkLayers(std::size_t width, std::size_t height);

  std::span<const LayerShape> shapes() const { return shapes_; }
  std::size_t parameters() const { return shapes_.back().end(); }
  /// Random parameters to begin with (He et al. 2015).
  std::vector<float> begin(std::uint64_t seed) const;

  /// What a pass leaves for the way back. Working memory of one caller.
  struct Pass {
    struct Layer {
      NetworkMap columns;                ///< places x inputs
      LayerMoments moments;              ///< of a convolution, over the batch
      NetworkMap normal;                 ///< normalized sums of a convolution
      NetworkMap results;                ///< before pooling
      NetworkMap outputs;                ///< after it
      std::vector<std::uint8_t> chosen;  ///< of each output, which of four places it comes from
      std::vector<float> kept;           ///< factors of the inputs of a dense layer
    };
    std::size_t samples = 0;
    std::vector<Layer> layers;
    NetworkMap by_columns, by_results, by_outputs;
  };

  /// The scores of a batch of planes: samples x 1. Leaves inputs of dense layers out at random.
  const NetworkMap& scores(std::span<const float> parameters, const NetworkMap& planes, Random dropping,
                           Pass& pass) const;
  /// Adds the derivative of a loss to `gradient`; `by_scores`: its derivative by the scores that `pass` is
  /// of.
  void add_gradient(std::span<const float> parameters, const NetworkMap& by_scores, Pass& pass,
                    std::span<float> gradient) const;

 private:
  std::vector<LayerShape> shapes_;
};

}  // namespace ocelli::internal
