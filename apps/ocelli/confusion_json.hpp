#pragma once

#include <nlohmann/json.hpp>

#include "ocelli/metrics/confusion.hpp"

namespace ocelli::internal::app {

/// One row per true class: how many of its samples received each label.
nlohmann::ordered_json confusion_json(const ConfusionMatrix& confusion);

}  // namespace ocelli::internal::app
