#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/model_io/model_card.hpp"
#include "ocelli/samples/size_normalization.hpp"

namespace ocelli::internal {

/// Changes to an existing model: fields of its card, its operating point, its image preprocessing.
struct ModelEdit {
  Figure figure;  ///< replaces one with the same name on the same data
  std::optional<std::string> description, license;
  std::optional<float> min_score;
  std::optional<std::optional<double>> normalized_side, tilt;  ///< changed to a number or to none
  std::filesystem::path unwanted_words;  ///< a text with words to take from a word list; empty: none

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("figure", self.figure.name, "name of a measured figure for the card");
    visit("value", self.figure.value, "value of the figure");
    visit("data", self.figure.data, "data of the figure");
    visit("command", self.figure.command, "command that measures the figure");
    visit("description", self.description, "description on the model's card");
    visit("license", self.license, "license of the model and its data on the card");
    visit("min-score", self.min_score,
          "the operating point, that is, the score below which detections are dropped by default",
          option::from(0).basic());
    visit("normalized-side", self.normalized_side,
          "scale the ink of each image to this size and center it before classification",
          option::from(kMinNormalizedSide).to(kMaxNormalizedSide).in("pixels").or_none(0));
    visit("tilt", self.tilt, "average the scores of an image and of its rotations by this angle both ways",
          option::above(0).to(90).in("degrees").basic().or_none(0));
    visit("unwanted-words", self.unwanted_words,
          "a file of words that the word list of a reader or language must not have, one per line",
          option::any().value("file"));
  }

  /// Throws  Error(Kind::usage) when there is nothing to change, or a figure lacks its name or value.
  void validate() const;
};

/// Rewrites the model file atomically. Moving the operating point removes the figures that the training
/// measured at its own.
/// Throws  as ModelEdit::validate() and load_model(); Error(Kind::usage) naming an option that models of this
/// kind do not have, or for an XML file, which has no card; Error(Kind::output) when the file cannot be
/// written.
void edit_model(const std::filesystem::path& path, const ModelEdit& edit);

}  // namespace ocelli::internal
