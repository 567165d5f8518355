#pragma once

#include <string>

#include "ocelli/core/box.hpp"

namespace ocelli {

/// An object found: where, how surely (larger is surer), and what.
struct Detection {
  Box box;
  float score = 0;
  std::string label;

  friend bool operator==(const Detection&, const Detection&) = default;
};

}  // namespace ocelli
