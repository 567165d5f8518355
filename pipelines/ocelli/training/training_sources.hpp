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

/// Verified images for a detector training: every one of them can be decoded.
struct TrainingImages {
  std::string name;  ///< of the folder or file
  std::vector<AnnotatedImage> images;
  std::vector<ImageSketch> sketches;  ///< of each image
  std::vector<Problem> problems;      ///< skipped lines and files
  std::vector<Problem> notes;         ///< on images read in an unusual way
  /// How unusual annotations were read, and which files in folders were skipped.
  std::vector<std::string> remarks;
  ClassCounts classes;            ///< counts of all annotated objects
  std::uint64_t fingerprint = 0;  ///< of names and pixels

  std::size_t objects() const;

  /// Removes all images except those with an index that satisfies `keep`.
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

/// The classes to learn; empty: all.
using ClassNames = std::vector<std::string>;

/// Reads an annotation file and keeps the images with objects of these classes. A box mostly outside its
/// image is a problem.
TrainingImages read_positives(const std::filesystem::path& annotations, const ClassNames& classes = {},
                              const InputLimits& limits = {}, const AnnotationReading& reading = {});

/// Reads a folder or a list of images without objects. A listed image that contains an object is a problem.
TrainingImages read_negatives(const std::filesystem::path& input, const ClassNames& classes = {},
                              const InputLimits& limits = {}, const AnnotationReading& reading = {});

/// The images of an annotation file that have room around their objects. All objects stay marked, whether of
/// these classes or not. Pictures in a strip have no such room.
TrainingImages read_surroundings(const std::filesystem::path& annotations, const ClassNames& classes = {},
                                 const InputLimits& limits = {}, const AnnotationReading& reading = {});

/// The images of an annotation file with landmarks, and of their objects those that have some. Ignored
/// objects count: whether a detector has to find a face says nothing about its landmarks.
TrainingImages read_landmarked(const std::filesystem::path& annotations, const ClassNames& classes = {},
                               const InputLimits& limits = {}, const AnnotationReading& reading = {});

/// The square around a face with landmarks, upright, in the framing that detectors learn.
Box square_of_face(const AnnotatedObject& face);

/// Joins several sets in order.
TrainingImages join(const std::vector<TrainingImages>& sets);

/// The images in the form the trainer expects: decoded on demand, each object in a window of the given shape,
/// rotated upright if its eyes are known, or else fitted as asked for. Keeps a copy of the list.
PositiveImages positive_images(const std::vector<AnnotatedImage>& images, int width, int height,
                               const InputLimits& limits = {}, BoxFit fit = BoxFit::extended);

/// Images without objects, each in `views` views: original, mirrored, upside down, both, and these four
/// rotated by 90 degrees.
/// Requires  1 <= views <= 8.
NegativeImages negative_images(const std::vector<AnnotatedImage>& images, int views,
                               const InputLimits& limits = {});

/// Images with objects, mined around those objects.
NegativeImages surrounding_images(const std::vector<AnnotatedImage>& images, const InputLimits& limits = {});

/// The images of both, in order.
NegativeImages join(const NegativeImages& first, const NegativeImages& second);

}  // namespace ocelli::internal
