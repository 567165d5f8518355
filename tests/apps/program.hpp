#pragma once

#include <string>
#include <vector>

#include "process.hpp"

namespace ocelli::internal::test {

/// The command line of the program under test.
inline std::vector<std::string> ocelli_command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), OCELLI_PROGRAM);
  return arguments;
}

inline Finished ocelli(const std::vector<std::string>& arguments, const std::string& standard_input = "") {
  return Program(ocelli_command(arguments), standard_input).finish();
}

}  // namespace ocelli::internal::test
