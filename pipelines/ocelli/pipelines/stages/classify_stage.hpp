#pragma once

#include "ocelli/pipelines/stages/stages.hpp"
#include "ocelli/recognition/classifier.hpp"

namespace ocelli::internal {

/// Decodes an item to gray and fits it to the classifier's shape, or takes its values unchanged, and ranks
/// the classifier's labels for it. Keeps a reference: the classifier must outlive the work.
Work classify_work(const Classifier& classifier);

}  // namespace ocelli::internal
