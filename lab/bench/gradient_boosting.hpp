#pragma once

#include <string>

#include "classifier_method.hpp"

namespace ocelli::internal::bench {

/// XGBoost: trees by histograms, up to 6 deep, learning rate 0.3, softmax loss, one thread. The number of
/// rounds, up to 200, is the one with the least loss on the samples to choose by; it looks no further than 15
/// rounds after that, and where samples x inputs x classes go beyond 10^8 it looks at a part of the samples
/// to learn from.
ClassifierMethod xgboost();

/// "1.7.4".
std::string xgboost_version();

}  // namespace ocelli::internal::bench
