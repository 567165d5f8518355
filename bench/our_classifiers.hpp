#pragma once

#include "classifier_method.hpp"

namespace ocelli::bench {

/// ShareBoost: patches for images; for tables stumps or, up to 64 inputs, their products two by two. Which of these, the
/// strength of regularisation and the number of rounds, up to 300, are those with the fewest errors on choosing.test.
ClassifierMethod share_boost_method();

}  // namespace ocelli::bench
