#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal::bench {

/// Training and test windows. No image, and no block of neighboring images, has windows in both parts.
struct WindowParts {
  TrainingWindows training, test;
};

/// The number of windows per class in each part.
struct PartSizes {
  std::size_t training = 0, test = 0;
};

/// The frontal faces of train-pos and the images without faces of train-neg, with the output of a cascade on
/// the latter.
class FaceWindows {
 public:
  /// The windows without a face are those that pass the first `stages` stages of models/face-frontal.ocelli.
  explicit FaceWindows(std::size_t stages);

  int width() const { return cascade_->width(); }
  int height() const { return cascade_->height(); }
  /// The number of weak classifiers in the stages.
  std::size_t weak() const { return cascade_->weak_count(); }
  std::size_t face_images() const { return faces_.images.size(); }
  std::size_t other_images() const { return others_.images.size(); }

  /// Faces as annotated, one window each.
  WindowParts faces(const PartSizes& sizes, std::uint64_t seed) const;
  /// Windows without a face that pass the stages.
  WindowParts others(const PartSizes& sizes, std::uint64_t seed) const;

 private:
  TrainingImages faces_, others_;
  std::shared_ptr<const Cascade> cascade_;
};

}  // namespace ocelli::internal::bench
