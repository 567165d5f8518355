#pragma once

#include <cstddef>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// A sample whose row cannot be read.
struct RowError {
  std::size_t sample = 0;
  Problem problem;
};

}  // namespace ocelli::internal
