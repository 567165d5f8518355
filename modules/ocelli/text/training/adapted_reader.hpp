#pragma once

#include "ocelli/core/option_spec.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/training/glyph_extraction.hpp"

namespace ocelli::internal {

struct AdaptingOptions {
  double stay = 1e-4;            ///< strength of the squared changes of weights in the objective
  int steps = 30;                ///< of the solver
  double known_places = 20;      ///< glyphs that a class's known positions count as
  std::size_t reject_share = 6;  ///< one of so many pieces and clusters is learned as no glyph

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("stay", self.stay, "strength of the L2 regularization of changes to the weights of the classifier",
          option::from(0));
    visit("adapt-steps", self.steps, "maximum number of steps of the convex solver", option::from(1).fixed());
    visit("known-places", self.known_places, "number of glyphs that the known positions of a class count as",
          option::above(0).fixed());
  }
};

/// The reader with its classifier's weights and its positions adapted to glyphs of one's own type.
///
/// The features stay as they are. The changes D of the weights W minimize  sum_i w_i l((W + D) x_i, y_i) +
/// stay |D|^2  with the loss of shareboost eq. 3; a class of n samples has the weight sqrt(n), so that
/// frequent letters do not silence rare ones. Classes without a sample keep their weights. A class's
/// positions are the mean of known and new ones.
/// Requires  samples of the reader's classes, at least one.
/// Cost      2 multiply-adds per sample, class, column and step.
Reader adapted(const Reader& reader, const GlyphSamples& samples, const AdaptingOptions& options);

}  // namespace ocelli::internal
