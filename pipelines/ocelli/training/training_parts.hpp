#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/detection/training/mirror_images.hpp"
#include "ocelli/samples/split.hpp"
#include "ocelli/training/detector_training.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal {

/// Images to learn from, and images that only set thresholds and the operating point.
struct TrainingParts {
  std::vector<AnnotatedImage> training, held_out;
};

/// A split by blocks, in which images that lie close together stay together.
Split split_near_images(std::size_t images, double held_out_share, std::uint64_t seed);

/// The images of either side.
TrainingParts part(const std::vector<AnnotatedImage>& images, const Split& split);

/// The window that objects are cut to.
struct WindowSize {
  int width = 0, height = 0;

  TrainingWindows cut(const std::vector<AnnotatedImage>& images, const PoseOptions& poses,
                      const DetectorTraining& job) const;
};

/// As asked for, or as the median box is shaped.
WindowSize window_size(const DetectorTraining& job, const TrainingImages& positives);

/// How well the objects, varied as training varies them, are told from their mirror images.
MirrorTest test_mirror_images(const DetectorTraining& job, const WindowSize& window,
                              const TrainingParts& positives);

/// Training sees objects varied, validation as they are marked: that is what thresholds are set for.
/// Negatives that are held out are not mined. The fingerprint is that of all images without objects.
TrainingData training_data(const DetectorTraining& job, const WindowSize& window,
                           const TrainingParts& positives, const TrainingParts& negatives,
                           const TrainingImages& surroundings, std::uint64_t negatives_fingerprint);

}  // namespace ocelli::internal
