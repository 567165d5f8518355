#pragma once

#include "classifier_method.hpp"

namespace ocelli::internal::bench {

/// ShareBoost: patches for images; for tables stumps, the inputs as they are or, up to 64 inputs, products of
/// two inputs. Which of these, the strength of regularization and the number of rounds, up to 300, are those
/// with the fewest errors on the samples to choose by.
ClassifierMethod share_boost_method();

/// MultiBoost-cw: stumps, of images on single pixels. C, from the paper's 10^2 to 10^5, and the number of
/// rounds, up to 300, are those with the fewest errors on the samples to choose by. Where samples x inputs x
/// classes go beyond 10^8 they are chosen with a part of the samples to learn from.
ClassifierMethod multi_boost_method();

/// AdaBoost.MH with boosted trees. Their leaves, 8 or 32, and the number of rounds, up to 400, are those with
/// the fewest errors on the samples to choose by.
ClassifierMethod boosted_trees_method();

/// What `ocelli train classifier` does without options, within its own budget: it chooses by parts of the
/// samples itself, so that all of its time is training.
ClassifierMethod default_method();

}  // namespace ocelli::internal::bench
