#pragma once

#include <string>

#include "classifier_method.hpp"

namespace ocelli::internal::bench {

/// XGBoost: trees by histograms, up to 6 deep, learning rate 0.3, softmax loss, one thread. The number of
/// rounds, up to 200, is the one with the lowest loss on the validation samples; the search stops 15 rounds
/// after it. If samples x inputs x classes exceeds 10^8, the search uses a part of the training samples.
ClassifierMethod xgboost();

/// "1.7.4".
std::string xgboost_version();

}  // namespace ocelli::internal::bench
