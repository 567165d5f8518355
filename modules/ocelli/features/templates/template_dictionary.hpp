#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/features/templates/template_features.hpp"

namespace ocelli {

/// How many patches of one size to learn.
struct PatchCount {
  int side = 7;
  std::size_t count = 1000;

  friend bool operator==(const PatchCount&, const PatchCount&) = default;
};

/// "7:1000" or "7:400,11:400" as patch counts. Throws Error(Kind::usage) for anything else.
std::vector<PatchCount> parse_patch_counts(const std::string& text);

struct TemplateDictionaryOptions {
  std::size_t windows = 100'000;  ///< that each clustering looks at
  double min_contrast = 30;       ///< least standard deviation of a window's grey levels
  std::size_t iterations = 10;
  std::uint64_t seed = 1;
};

/// TrainingWindows as images show them: windows drawn at random places (which may reach over the edges, black there),
/// with their mean off and brought to unit length, clustered by spherical k-means.
///
/// The same for any number of threads.
/// Throws  Error(Kind::training) when the samples are no images, or hardly any window has contrast.
/// Source  shareboost section 7.4; mean and length are what the paper leaves open.
std::vector<ImagePatch> learn_patches(const Samples& samples, PatchCount wanted,
                                      const TemplateDictionaryOptions& options);

}  // namespace ocelli
