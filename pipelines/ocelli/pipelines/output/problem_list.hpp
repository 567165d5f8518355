#pragma once

#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// Shortens a list of problems to the first ten and a count of the rest, so that other messages stay visible.
std::vector<Problem> shortened(std::vector<Problem> problems);

}  // namespace ocelli::internal
