#pragma once

#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli {

/// What is told of many problems: the first ten, and how many more there are, so that what matters does not scroll away.
std::vector<Problem> shortened(std::vector<Problem> problems);

}  // namespace ocelli
