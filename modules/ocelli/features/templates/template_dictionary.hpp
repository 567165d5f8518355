#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The number of patches of one size to learn.
struct PatchCount {
  int side = 7;
  std::size_t count = 1000;

  friend bool operator==(const PatchCount&, const PatchCount&) = default;
};

/// Splits a text at its commas into at least one part.
std::vector<std::string> comma_separated(const std::string& text);

/// Parses "7:1000" or "7:400,11:400" as patch counts.
/// Throws  Error(Kind::usage) for anything else.
std::vector<PatchCount> parse_patch_counts(const std::string& text);

struct TemplateDictionaryOptions {
  std::size_t windows = 100'000;  ///< per clustering
  double min_contrast = 30;       ///< minimum standard deviation of a window's gray levels
  std::size_t iterations = 10;
  std::uint64_t seed = 1;
};

/// Learns patches by spherical k-means clustering of windows at random positions. Windows may extend beyond
/// the image's edges, where it is black. They have their mean subtracted and are normalized to unit length.
///
/// The result is the same for any number of threads.
/// Throws  Error(Kind::training) when the samples are not images, or too few windows have contrast.
/// Source  shareboost section 7.4; the paper does not specify mean and length.
std::vector<ImagePatch> learn_patches(const Samples& samples, PatchCount wanted,
                                      const TemplateDictionaryOptions& options);

}  // namespace ocelli::internal
