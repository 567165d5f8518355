#pragma once

#include <gmock/gmock.h>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal::test {

/// Matches a Problem at that place with a message that contains the given one.
inline auto problem(const char* where, const char* message) {
  return testing::AllOf(testing::Field(&Problem::where, where),
                        testing::Field(&Problem::message, testing::HasSubstr(message)));
}

}  // namespace ocelli::internal::test
