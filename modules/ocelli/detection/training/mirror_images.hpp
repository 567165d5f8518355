#pragma once

#include <cstddef>
#include <cstdint>

#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli::internal {

/// How well objects can be distinguished from their mirror images.
struct MirrorTest {
  std::size_t objects = 0;     ///< tested
  std::size_t recognized = 0;  ///< objects whose mirror image was recognized as such

  double share() const;
  /// Whether mirrored objects look different: at least three of four are distinguished, and more than by
  /// chance. If so, mirrored samples would teach a detector appearances that never occur.
  bool differ() const;
};

/// Trains a classifier of windows against their mirror images on one half of the objects and tests it on the
/// other, and vice versa. If an object has no left and right, the expected rate is one half (chance).
///
/// Each part has `copies` windows of every object, the first as annotated, none mirrored. The parts share no
/// image. If one part is empty, no object is tested.
/// Cost  two trainings of one small stage on at most 2,000 windows.
MirrorTest test_mirror_images(const TrainingWindows& one, const TrainingWindows& other, std::size_t copies,
                              std::uint64_t seed);

}  // namespace ocelli::internal
