#pragma once

#include <string>
#include <string_view>

#include "ocelli/detection/detector_model.hpp"

namespace ocelli::internal {

/// A detector as one self-contained C99 header, which is C++ too: the cascade's tables, its verifier's where
/// it has one, and the code that runs them. It includes <stdint.h> alone, allocates nothing, and has no
/// floating point in the loop over windows; on every machine it finds what Detector finds with the same
/// options.
///
/// Its names begin with `name`, made a C name: `face_detector`, FACE_WORK_BYTES(width, height). What is the
/// same for all models begins with `ocelli_`, and is there once where a source includes several such headers.
/// docs/deploy.md describes its use.
///
/// Throws  Error(Kind::usage) with the reason when integers cannot follow the model's arithmetic.
std::string c99_header(const DetectorModel& model, std::string_view name);

}  // namespace ocelli::internal
