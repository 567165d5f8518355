#pragma once

#include <exception>
#include <string>

#include "ocelli/core/error.hpp"

namespace ocelli::internal {

/// Runs one stage on one input. An Error propagates; any other exception becomes an Error of the given
/// kind that names the stage and the input.
template <class Action>
auto guarded(Kind kind, const std::string& stage, const std::string& input, const Action& action) {
  try {
    return action();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& fault) {
    throw Error(kind, "the " + stage + " stage failed: " + fault.what(), input);
  } catch (...) {
    throw Error(kind, "the " + stage + " stage failed for an unknown reason", input);
  }
}

}  // namespace ocelli::internal
