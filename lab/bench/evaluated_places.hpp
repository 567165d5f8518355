#pragma once

#include <cstddef>

#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::bench {

/// The average number of multiply-adds per image, counted in three ways.
struct ConvolutionCounts {
  double all_places = 0;     ///< every patch at every pixel, as in the paper
  double masked_places = 0;  ///< only where the template's mask is nonzero
  double evaluated = 0;      ///< only the kernel's tiles with positions where the mask could still win
};

/// Simulates the templates position by position, each on its own. The kernel convolves as many patches at
/// once as fit in a register, so it computes some more when one of them needs a tile and its neighbors do
/// not.
ConvolutionCounts count_convolutions(const TemplateFeatures& features, const Samples& images);

}  // namespace ocelli::internal::bench
