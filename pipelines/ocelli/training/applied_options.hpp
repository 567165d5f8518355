#pragma once

#include "ocelli/training/algorithms/classifier_algorithm.hpp"

namespace ocelli::internal {

/// The options of a training without those that had no say in it: those of images where a table was learned,
/// those of a table where images were, and those of a step that was not taken, such as deformations without
/// copies.
OptionList applied(const OptionList& options, const Samples& samples, bool from_table);

}  // namespace ocelli::internal
