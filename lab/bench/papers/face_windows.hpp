#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal::bench {

/// Windows to learn from and to measure on. No image, and no block of neighboring images, has windows in
/// both.
struct WindowParts {
  TrainingWindows training, test;
};

/// How many windows of a class each part has.
struct PartSizes {
  std::size_t training = 0, test = 0;
};

/// The frontal faces of train-pos and the images without faces of train-neg, and what a cascade makes of the
/// latter.
class FaceWindows {
 public:
  /// The windows without a face are such as the first `stages` stages of models/face.ocelli let through.
  explicit FaceWindows(std::size_t stages);

  int width() const { return cascade_->width(); }
  int height() const { return cascade_->height(); }
  /// Weak classifiers in the stages.
  std::size_t weak() const { return cascade_->weak_count(); }
  std::size_t face_images() const { return faces_.images.size(); }
  std::size_t other_images() const { return others_.images.size(); }

  /// Faces as they are marked, one window each.
  WindowParts faces(const PartSizes& sizes, std::uint64_t seed) const;
  /// Windows without a face that the stages let through.
  WindowParts others(const PartSizes& sizes, std::uint64_t seed) const;

 private:
  TrainingImages faces_, others_;
  std::shared_ptr<const Cascade> cascade_;
};

}  // namespace ocelli::internal::bench
