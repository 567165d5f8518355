#pragma once

#include <vector>

#include "ocelli/boosting/local_pool.hpp"
#include "ocelli/data/samples.hpp"
#include "ocelli/features/haar_feature.hpp"
#include "ocelli/features/patch_integrals.hpp"
#include "ocelli/features/patches.hpp"
#include "ocelli/features/point_windows.hpp"

namespace ocelli {

/// The interest points of many images and the windows around them, in the order of the places.
struct PointTable {
  PointPlaces places;
  Patches windows;  ///< black where an image does not have the point
};

/// Finds the points of all samples, in parallel. Throws Error(Kind::training) for samples that are no images.
/// Memory  side^2 bytes a window.
PointTable point_table(const Samples& samples, const PointWindowOptions& options);

/// Wavelets in the windows around the interest points of images.
class WaveletPool final : public LocalPool {
 public:
  /// Throws  Error(Kind::training) for samples that are no images.
  /// Memory  4 (side + 1)^2 bytes a window: 350 MB for 60,000 images with 10 points.
  WaveletPool(const Samples& samples, const PointWindowOptions& options, std::vector<HaarFeature> wavelets);

  const std::vector<HaarFeature>& wavelets() const { return wavelets_; }

  const PointPlaces& places() const override { return places_; }
  std::size_t candidates() const override { return wavelets_.size(); }
  BinnedResponses respond(std::span<const std::uint32_t> candidates) const override;

 private:
  WaveletPool(PointTable table, float least_deviation, std::vector<HaarFeature> wavelets);

  PointPlaces places_;
  PatchIntegrals windows_;
  std::vector<HaarFeature> wavelets_;
};

}  // namespace ocelli
