#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ocelli/detection/convolutional_network.hpp"
#include "ocelli/detection/training/verifier_state.hpp"
#include "ocelli/observer.hpp"

/// Internal to the training of verifiers; not part of the module's interface.
namespace ocelli::internal {

/// The training samples of a network: ConvolutionalNetwork::kPlanes planes of width x height bytes for each
/// sample, objects first.
struct NetworkSamples {
  int width = 0, height = 0;
  std::vector<const std::uint8_t*> planes;
  std::size_t objects = 0;
};

struct NetworkOptions {
  int passes = 5;          ///< epochs over all samples
  bool symmetric = false;  ///< whether a mirrored object is also an object
  std::uint64_t seed = 0;
};

/// Observers. Empty functions are ignored.
struct NetworkWatch {
  ProgressSink progress;
  std::function<void(const NetworkState&)> checkpoint;  ///< after each step
};

struct TrainedNetwork {
  ConvolutionalNetwork network;
  float weight = 1;  ///< of the network's score, for the log-odds of an object
};

/// Fits a network of five convolutions and a hidden layer to samples by stochastic gradient descent (Adam,
/// Kingma and Ba 2015, with decoupled weight decay, Loshchilov and Hutter 2019). The loss is logistic, with
/// half of the weight on each class. In each pass a sample is randomly shifted by up to one cell and, if
/// mirrored objects are objects, mirrored at random. The parameters are rounded at the end.
///
/// The result does not depend on the number of threads or on interruptions: from the state of any checkpoint,
/// training continues to the same network.
/// Requires  samples of both classes.
/// Throws    Error(Kind::canceled); Error(Kind::model) for a state that such a training cannot have reached.
/// Cost      three times the network's multiplications for each sample and pass.
TrainedNetwork train_network(const NetworkSamples& samples, const NetworkOptions& options,
                             const std::optional<NetworkState>& from, const NetworkWatch& watch);

}  // namespace ocelli::internal
