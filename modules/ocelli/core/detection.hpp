#pragma once

#include <optional>
#include <string>

#include "ocelli/core/box.hpp"

namespace ocelli {

/// A detected object: its box, its score (larger means more confident) and its label.
struct Detection {
  Box box;
  float score = 0;
  std::string label;
  std::optional<float> probability = {};  ///< that it is an object, where the detector can tell

  friend bool operator==(const Detection&, const Detection&) = default;
};

}  // namespace ocelli
