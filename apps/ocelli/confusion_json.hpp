#pragma once

#include <nlohmann/json.hpp>

#include "ocelli/metrics/confusion.hpp"

namespace ocelli::internal::app {

/// A row for each true class: how many of its samples were given each label.
nlohmann::ordered_json confusion_json(const ConfusionMatrix& confusion);

}  // namespace ocelli::internal::app
