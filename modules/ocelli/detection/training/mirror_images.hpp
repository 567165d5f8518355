#pragma once

#include <cstddef>
#include <cstdint>

#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli {

/// How well objects were told from their mirror images.
struct MirrorTest {
  std::size_t objects = 0;     ///< looked at
  std::size_t told_apart = 0;  ///< of these, objects whose mirror image was recognised as such

  double share() const;
  /// Whether mirrored objects look different: three of four told apart, and more than chance would. Mirrored samples
  /// would then teach a detector something that it never meets.
  bool differ() const;
};

/// Learns to tell windows of an object from their mirror images, on one half of the objects for the other and the other
/// way round: chance, one half, where an object has no left and right.
///
/// Each part holds `copies` windows of every object, the first as marked, none mirrored; the parts share no image. Where
/// one is empty no object is looked at. Cost: two trainings of one small stage on 2,000 windows at most.
MirrorTest test_mirror_images(const TrainingWindows& one, const TrainingWindows& other, std::size_t copies,
                              std::uint64_t seed);

}  // namespace ocelli
