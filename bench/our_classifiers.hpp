#pragma once

#include "classifier_method.hpp"

namespace ocelli::bench {

/// ShareBoost: patches for images; for tables stumps, the inputs as they are or, up to 64 inputs, products of two inputs.
/// Which of these, the strength of regularisation and the number of rounds, up to 300, are those with the fewest errors on
/// the samples to choose by.
ClassifierMethod share_boost_method();

/// MultiBoost-cw: stumps, of images on single pixels. C, from the paper's 10^2 to 10^5, and the number of rounds, up to
/// 300, are those with the fewest errors on the samples to choose by. Where samples x inputs x classes go beyond 10^8
/// they are chosen with a part of the samples to learn from.
ClassifierMethod multi_boost_method();

}  // namespace ocelli::bench
