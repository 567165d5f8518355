#pragma once

#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Throws Error(Kind::input) for annotations in a known format that is not read (Label Studio, VoTT,
/// Supervisely, KITTI, ...), naming it and the formats to export them in. Does nothing for all others.
void refuse_foreign_format(const AnnotationInput& input);

}  // namespace ocelli::internal
