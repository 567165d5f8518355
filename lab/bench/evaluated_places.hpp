#pragma once

#include <cstddef>

#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::bench {

/// How many multiply-adds an image takes, on the average over some images, in three counts of the same work.
struct ConvolutionCounts {
  double all_places = 0;     ///< every patch at every pixel, as the paper counts
  double masked_places = 0;  ///< only where the template's mask is not 0
  double evaluated = 0;      ///< only the kernel's tiles of places where the mask could still win
};

/// Plays the templates through place by place, each on its own. The kernel convolves as many patches at once
/// as a register holds, so it takes some more where one of them needs a tile and its neighbors do not.
ConvolutionCounts count_convolutions(const TemplateFeatures& features, const Samples& images);

}  // namespace ocelli::internal::bench
