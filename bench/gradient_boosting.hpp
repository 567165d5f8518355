#pragma once

#include <string>

#include "classifier_method.hpp"

namespace ocelli::bench {

/// XGBoost: trees by histograms, up to 6 deep, learning rate 0.3, softmax loss, one thread. The number of rounds, up to
/// 200, is the one with the least loss on choosing.test; it stops looking 15 rounds after that.
ClassifierMethod xgboost();

/// "1.7.4".
std::string xgboost_version();

}  // namespace ocelli::bench
