#pragma once

#include "ocelli/core/option_spec.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/training/glyph_extraction.hpp"

namespace ocelli::internal {

struct AdaptingOptions {
  double stay = 1e-4;            ///< strength of the penalty on squared weight changes
  int steps = 30;                ///< maximum steps of the solver
  double known_places = 20;      ///< number of glyphs that a class's known positions count as
  std::size_t reject_share = 6;  ///< one in this many fragments and clusters is learned as the reject class

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

/// Returns the reader with its classifier's weights and its positions adapted to the user's own glyphs.
///
/// The features stay as they are. The changes D of the weights W minimize  sum_i w_i l((W + D) x_i, y_i) +
/// stay |D|^2  with the loss of shareboost eq. 3. A class of n samples has the weight sqrt(n), so that
/// frequent letters do not drown out rare ones. Classes without a sample keep their weights. A class's
/// positions are the mean of known and new ones.
/// Requires  samples of the reader's classes, at least one.
/// Cost      2 multiply-adds per sample, class, column and step.
Reader adapted(const Reader& reader, const GlyphSamples& samples, const AdaptingOptions& options);

}  // namespace ocelli::internal
