#pragma once

#include <optional>
#include <string>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/pipelines/bundled_models.hpp"

namespace ocelli::internal::app {

/// The detector of a verb: a file, or one of the bundled face models.
struct DetectorChoice {
  std::string model;
  std::optional<FaceViews> views;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("model", self.model, "model (default: the bundled face model)",
          option::any().letter('m').value("file"));
    visit("views", self.views,
          "faces that the bundled model finds: any (default), or frontal: only those that look at the "
          "camera, in less "
          "than half the time",
          option::any());
  }

  /// The model's file.
  /// Throws  Error(Kind::usage) for views of another model; as bundled_model().
  std::string file() const;
};

}  // namespace ocelli::internal::app
