#pragma once

#include <gmock/gmock.h>

#include <string>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::test {

/// Runs `act` and returns the Error that it must throw. The test fails if it throws none.
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

/// Expects one Error of this kind, with `part` in its message or its place.
template <class Act>
void expect_error(Act&& act, Kind kind, const std::string& part) {
  const Error error = error_of(act);
  EXPECT_EQ(error.kind(), kind);
  EXPECT_THAT(error.where() + ": " + error.message(), testing::HasSubstr(part));
}

}  // namespace ocelli::internal::test
