#pragma once

#include <gmock/gmock.h>

#include <string>

#include "ocelli/core/error.hpp"

namespace ocelli::test {

/// Runs `act` and returns the Error that it must throw; a failure of the test when it throws none.
template <class Act>
Error error_of(Act&& act) {
  try {
    act();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no Error was thrown";
  return Error(Kind::usage, "none");
}

}  // namespace ocelli::test
