#pragma once

#include <cstddef>
#include <string>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

/// Throws Error(Kind::model) with the message unless the condition holds.
inline void check_model(bool holds, const std::string& message) { require(holds, Kind::model, message); }

/// Names an item in messages, such as "feature 7".
inline std::string numbered(const char* thing, std::size_t i) {
  return std::string(thing) + " " + std::to_string(i);
}

}  // namespace ocelli::internal
