#include "detector_choice.hpp"

#include "ocelli/core/require.hpp"

namespace ocelli::internal::app {

std::string DetectorChoice::file() const {
  require(!views || model.empty(), Kind::usage, "selects a bundled face model, so it excludes --model",
          "--views");
  return model.empty() ? bundled_face_model(views.value_or(FaceViews::any)).string() : model;
}

}  // namespace ocelli::internal::app
