#pragma once

#include "classifier_method.hpp"

namespace ocelli::internal::bench {

/// ShareBoost: patches for images; for tables stumps, the raw inputs or, up to 64 inputs, products of two
/// inputs. The choice of these, the regularization strength and the number of rounds, up to 300, minimize the
/// errors on the validation samples.
ClassifierMethod share_boost_method();

/// MultiBoost-cw: stumps, for images on single pixels. C, from the paper's 10^2 to 10^5, and the number of
/// rounds, up to 300, minimize the errors on the validation samples. If samples x inputs x classes exceeds
/// 10^8, they are chosen on a part of the training samples.
ClassifierMethod multi_boost_method();

/// AdaBoost.MH with boosted trees. The number of leaves, 8 or 32, and the number of rounds, up to 400,
/// minimize the errors on the validation samples.
ClassifierMethod boosted_trees_method();

/// `ocelli train classifier` without options, within its own budget. It validates on parts of the samples
/// itself, so all of its time counts as training.
ClassifierMethod default_method();

}  // namespace ocelli::internal::bench
