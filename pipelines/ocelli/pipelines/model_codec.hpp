#pragma once

#include "ocelli/model_io/payload.hpp"
#include "ocelli/pipelines/model_file.hpp"

/// Internal to the model file; not part of the module's interface.
namespace ocelli::internal::format {

/// The model in a payload, after all checks. Throws Error(Kind::model), without the file's name.
Model parse_model(const Bytes& payload);

}  // namespace ocelli::internal::format
