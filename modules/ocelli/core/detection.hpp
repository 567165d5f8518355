#pragma once

#include <string>

#include "ocelli/core/box.hpp"

namespace ocelli {

/// A detected object: its box, its score (larger means more confident) and its label.
struct Detection {
  Box box;
  float score = 0;
  std::string label;

  friend bool operator==(const Detection&, const Detection&) = default;
};

}  // namespace ocelli
