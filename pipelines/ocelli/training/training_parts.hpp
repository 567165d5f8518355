#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/detection/training/mirror_images.hpp"
#include "ocelli/samples/split.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal {

/// Training images, and images that only set thresholds and the operating point.
struct TrainingParts {
  std::vector<AnnotatedImage> training, held_out;
};

/// A split by blocks, which keeps neighboring images together.
Split split_near_images(std::size_t images, double held_out_share, std::uint64_t seed);

/// The images of either side.
TrainingParts part(const std::vector<AnnotatedImage>& images, const Split& split);

/// The window size to which objects are cropped, and their shapes (CascadeParts::shapes).
struct WindowSize {
  int width = 0, height = 0;
  std::vector<float> shapes = {};

  TrainingWindows cut(const std::vector<AnnotatedImage>& images, const PoseOptions& poses,
                      const DetectorTraining& job) const;
};

/// The requested size, or one with the aspect ratio of the median box. The shapes are those of
/// --cascade or of the boxes.
WindowSize window_size(const DetectorTraining& job, const TrainingImages& positives);

/// How well the objects, varied as in training, can be distinguished from their mirror images.
MirrorTest test_mirror_images(const DetectorTraining& job, const WindowSize& window,
                              const TrainingParts& positives);

/// Training uses varied objects. Validation uses them as annotated, because thresholds are set for those.
/// Held-out negatives are not mined. The fingerprint covers all images without objects.
TrainingData training_data(const DetectorTraining& job, const WindowSize& window,
                           const TrainingParts& positives, const TrainingParts& negatives,
                           const TrainingImages& surroundings, std::uint64_t negatives_fingerprint);

}  // namespace ocelli::internal
