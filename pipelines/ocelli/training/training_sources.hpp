#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_classes.hpp"
#include "ocelli/data/images/image_likeness.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection/training/negative_mining.hpp"
#include "ocelli/detection/training/positives.hpp"

namespace ocelli::internal {

/// Images for a detector training, checked: every one of them can be decoded.
struct TrainingImages {
  std::string name;  ///< of the folder or file
  std::vector<AnnotatedImage> images;
  std::vector<ImageSketch> sketches;  ///< of each image
  std::vector<Problem> problems;      ///< lines and files that were left out
  std::vector<Problem> notes;         ///< on how images were read, where that is unusual
  std::vector<std::string>
      remarks;                    ///< how unusual annotations were read, and what was passed over in folders
  ClassCounts classes;            ///< of all objects that the annotations mark
  std::uint64_t fingerprint = 0;  ///< of names and pixels

  std::size_t objects() const;

  /// Takes all images away but those whose place in the list satisfies `keep`.
  template <class Keep>
  void keep_if(Keep&& keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
      if (!keep(i)) continue;
      if (kept != i) images[kept] = std::move(images[i]), sketches[kept] = sketches[i];
      ++kept;
    }
    images.resize(kept);
    sketches.resize(kept);
  }
};

/// The classes whose objects count; where none is named, all do.
using ClassNames = std::vector<std::string>;

/// Reads an annotation file and keeps the images with objects that count. A box mostly outside its image is a
/// problem.
TrainingImages read_positives(const std::filesystem::path& annotations, const ClassNames& classes = {},
                              const InputLimits& limits = {}, const AnnotationReading& reading = {});

/// Reads a folder or a list of images without objects. An image of a list that holds an object is a problem.
TrainingImages read_negatives(const std::filesystem::path& input, const ClassNames& classes = {},
                              const InputLimits& limits = {}, const AnnotationReading& reading = {});

/// The images of an annotation file with room around their objects, all of which stay marked: those that
/// count and those that do not. Pictures in a strip have no such room.
TrainingImages read_surroundings(const std::filesystem::path& annotations, const ClassNames& classes = {},
                                 const InputLimits& limits = {}, const AnnotationReading& reading = {});

/// Several sets as one, in their order.
TrainingImages join(const std::vector<TrainingImages>& sets);

/// The images as the trainer wants them: decoded when asked for, each object with the window of the given
/// shape around it, turned upright where its eyes are known. Keeps a copy of the list.
PositiveImages positive_images(const std::vector<AnnotatedImage>& images, int width, int height,
                               const InputLimits& limits = {});

/// The same for images without objects, each seen in `views` ways: as it is, mirrored, upside down, both, and
/// these four turned by a right angle. Requires 1 <= views <= 8.
NegativeImages negative_images(const std::vector<AnnotatedImage>& images, int views,
                               const InputLimits& limits = {});

/// Images with objects, to be mined beside these.
NegativeImages surrounding_images(const std::vector<AnnotatedImage>& images, const InputLimits& limits = {});

/// The images of both, those of the first before those of the second.
NegativeImages join(const NegativeImages& first, const NegativeImages& second);

}  // namespace ocelli::internal
