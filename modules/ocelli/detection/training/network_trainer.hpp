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

/// What a network learns from: ConvolutionalNetwork::kPlanes planes of width x height bytes of each sample,
/// objects first.
struct NetworkSamples {
  int width = 0, height = 0;
  std::vector<const std::uint8_t*> planes;
  std::size_t objects = 0;
};

struct NetworkOptions {
  int passes = 5;          ///< over all samples
  bool symmetric = false;  ///< a mirrored object is an object too
  std::uint64_t seed = 0;
};

/// Observers. Empty functions are ignored.
struct NetworkWatch {
  ProgressSink progress;
  std::function<void(const NetworkState&)> checkpoint;  ///< after each step
};

struct TrainedNetwork {
  ConvolutionalNetwork network;
  float weight = 1;  ///< of its score, for the log-odds of an object
};

/// Fits a network of five convolutions and a hidden layer to samples by stochastic gradients (Adam, Kingma
/// and Ba 2015, with decoupled decay, Loshchilov and Hutter 2019): the logistic loss of both classes, each
/// with half of the weight. Before each look a sample is moved by up to a cell and, where that is an object
/// too, mirrored at random. Numbers are rounded in the end.
///
/// The same for any number of threads, and for any interruptions: from the state of any checkpoint it
/// continues to the same network. Requires  samples of both classes. Throws    Error(Kind::canceled);
/// Error(Kind::model) for a state that such a training cannot have reached.
/// Cost      three times the
/// network's products for each sample and pass.
TrainedNetwork train_network(const NetworkSamples& samples, const NetworkOptions& options,
                             const std::optional<NetworkState>& from, const NetworkWatch& watch);

}  // namespace ocelli::internal
