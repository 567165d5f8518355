#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/core/object_pool.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/training/negative_mining.hpp"
#include "ocelli/detection/training/object_picture.hpp"
#include "ocelli/detection/training/positives.hpp"
#include "ocelli/detection/training/verifier_state.hpp"
#include "ocelli/detection/verifier.hpp"
#include "ocelli/observer.hpp"

/// Internal to the training of verifiers; not part of the module's interface.
namespace ocelli::internal {

/// A detection of a cascade: its score and the channels of the crop.
struct VerifierSample {
  std::uint64_t rank = 0;  ///< random
  float cascade_score = 0;
  /// Gradient channels only: filtered channels would be 4.4 times as many.
  std::vector<std::uint8_t> channels;
  std::uint32_t image = 0;       ///< for a negative
  Box box;                       ///< in the image
  float votes = 0, network = 0;  ///< Verifier::evaluate(), if there is a verifier
};

using VerifierSamples = std::vector<VerifierSample>;

/// A search for negatives, image by image.
struct NegativeSearch {
  const NegativeImages& images;
  std::size_t max;                                  ///< maximum number of samples kept
  std::function<bool(const VerifierSample&)> hard;  ///< selects samples; called concurrently
  std::uint64_t seed;
  std::string task;  ///< name of the task in progress reports
};

/// The result of a search in its first images.
struct FoundNegatives {
  VerifierSamples samples;
  std::uint32_t searched = 0;  ///< number of images
};

/// The positions of negatives, without their channels.
std::vector<VerifierNegative> places_of(const VerifierSamples& samples);

/// Augmentation of images before samples are collected in them.
struct PictureChanges {
  double degraded = 0;    ///< share of all images that are degraded by degrade()
  double truncation = 0;  ///< share of object images that truncate the object by truncate()
  double occlusion = 0;   ///< share of the other object images with a side occluded by occlude()
};

/// Finds samples in images as a detector with a verifier would.
class VerifierSampleFinder {
 public:
  /// Widths of objects, in widths of the cascade's window. Small objects are blurred when cropped.
  static constexpr std::array kSizes{1.15, 1.7, 2.6};

  /// `scorer`: a verifier that scores the samples. Those that its exits reject have the lowest scores.
  VerifierSampleFinder(const Cascade& cascade, const PictureChanges& changes,
                       std::optional<Verifier> scorer = std::nullopt);

  const FilteredChannels& channels() const { return channels_; }

  /// For each object, in pictures of three sizes varied by `poses`: the group of windows that covers it best.
  VerifierSamples objects(const PositiveImages& images, const PoseOptions& poses, std::uint64_t seed,
                          const ProgressSink& progress) const;

  /// Returns a random sample of at most `search.max` candidates outside the objects of the images. Continues
  /// after `found`. Calls `block`, which may be empty, from time to time with the progress.
  VerifierSamples negatives(const NegativeSearch& search, FoundNegatives found, const ProgressSink& progress,
                            const std::function<void(const FoundNegatives&)>& block) const;

  /// Recreates the samples that a search with this seed found in these places.
  /// Throws  Error(Kind::model) for a place outside its image.
  VerifierSamples found_before(const NegativeImages& images, std::span<const VerifierNegative> places,
                               std::uint64_t seed, const ProgressSink& progress) const;

 private:
  struct Memory {
    ScanScratch scan;
    GroupScratch group;
    Pyramid pyramid;
    Verifier::Scratch crop;
  };

  /// The image to collect samples in. Whether and how it is degraded depends on the key.
  cv::Mat shown(cv::Mat gray, std::uint64_t key) const;
  /// Returns the candidates in an image that `choose` accepts.
  template <class Choose>
  VerifierSamples find(cv::Mat gray, std::uint64_t key, const Choose& choose) const;
  /// Returns the image, randomly truncated or occluded. `others`: images of the same size with their objects
  /// in the same place.
  ObjectPicture changed(const ObjectPicture& whole, const TrainingWindows& others, Random random) const;
  /// Stretches a picture of an object of the window's shape so that the object has a random one of the
  /// shapes.
  ObjectPicture in_any_shape(const ObjectPicture& picture, Random random) const;
  /// Returns samples from pictures of objects of the given size, in widths of the cascade's window. Calls
  /// `block` before each block of images, with their number.
  VerifierSamples objects_of_size(double size, const PositiveImages& images, const PoseOptions& poses,
                                  std::uint64_t seed, const std::function<void(std::uint32_t)>& block) const;
  /// Returns the negatives of one image, before the ranks are compared across images.
  VerifierSamples negatives_of(const NegativeSearch& search, std::uint32_t image) const;

  VerifierSampleFinder(const Cascade& cascade, const DetectOptions& detection, const PictureChanges& changes,
                       std::optional<Verifier> scorer);

  Scanner scanner_;
  GroupOptions group_;
  FilteredChannels channels_;
  cv::Size window_;  ///< as in CropSource
  PictureChanges changes_;
  std::optional<Verifier> scorer_;
  mutable ObjectPool<Memory> memories_;
};

}  // namespace ocelli::internal
