#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/annotation.hpp"
#include "ocelli/detection/negative_mining.hpp"
#include "ocelli/detection/positives.hpp"

namespace ocelli::app {

/// Images for a detector training, checked: every one of them can be decoded.
struct TrainingImages {
  std::vector<AnnotatedImage> images;
  std::vector<Problem> problems;  ///< lines and files that were left out
  std::uint64_t fingerprint = 0;  ///< of names and sizes

  std::size_t objects() const;
};

/// Reads annotation files and keeps the images with objects that count. A box mostly outside its image is a
/// problem.
TrainingImages read_positives(const std::vector<std::filesystem::path>& annotations);

/// Reads folders and lists of images without objects. An image of a list that holds an object is a problem.
TrainingImages read_negatives(const std::vector<std::filesystem::path>& inputs);

/// The images as the trainer wants them: decoded when asked for. Keeps a copy of the list.
PositiveImages positive_images(const std::vector<AnnotatedImage>& images);

/// The same for images without objects, each seen in `views` ways: as it is, mirrored, upside down, both, and
/// these four turned by a right angle. Requires 1 <= views <= 8.
NegativeImages negative_images(const std::vector<AnnotatedImage>& images, int views);

}  // namespace ocelli::app
