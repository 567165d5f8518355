#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "ocelli/error.hpp"

namespace ocelli::internal {

/// Throws Error(kind, message, where) unless `holds`.
inline void require(bool holds, Kind kind, std::string_view message, std::string_view where = {}) {
  if (!holds) throw Error(kind, std::string(message), std::string(where));
}

/// The same with a message that is built only when it is needed: `message()` returns it.
template <std::invocable Message>
void require(bool holds, Kind kind, const Message& message, std::string_view where = {}) {
  if (!holds) throw Error(kind, message(), std::string(where));
}

}  // namespace ocelli::internal
