#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/data/samples/size_normalization.hpp"
#include "ocelli/model_io/model_card.hpp"

namespace ocelli::internal {

/// Changes to an existing model: fields of its card, its operating point, its preprocessing of images.
struct ModelEdit {
  Figure figure;  ///< takes the place of one of the same name on the same data
  std::optional<std::string> description, license;
  std::optional<float> min_score;
  std::optional<double> normalized_side, tilt;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("figure", self.figure.name, "what was measured");
    visit("value", self.figure.value, "its value");
    visit("data", self.figure.data, "what it was measured on");
    visit("command", self.figure.command, "the command that measures it");
    visit("description", self.description, "description on the model's card");
    visit("license", self.license, "license of the model and its data on the card");
    visit("min-score", self.min_score,
          "the operating point: detections with a lower score are dropped by default",
          option::from(0).basic());
    visit("normalized-side", self.normalized_side,
          "normalize the size of the ink to this side and center it before classification",
          option::from(kMinNormalizedSide).to(kMaxNormalizedSide).in("pixels").none_at(0));
    visit("tilt", self.tilt, "average the scores of an image and of its rotations by this angle both ways",
          option::from(0).to(90).in("degrees").basic().none_at(0));
  }

  /// Throws Error(Kind::usage) where there is nothing to change, or a figure has a name or a value alone.
  void validate() const;
};

/// Rewrites the model file, atomically. Figures that its training measured at its own
/// operating point go when that is moved.
/// Throws  as ModelEdit::validate(); Error(Kind::usage) naming the
/// option that models of this kind do not have, or for an XML file,
///         which has no card; as load_model(); Error(Kind::output) where the file cannot be written.
void edit_model(const std::filesystem::path& path, const ModelEdit& edit);

}  // namespace ocelli::internal
