#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation_classes.hpp"
#include "ocelli/data/images/image_likeness.hpp"
#include "ocelli/samples/split.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal {

/// Throws  Error(Kind::training) naming the files when every image has a single gray level, so there is
/// nothing to learn.
void require_contrast(const TrainingImages& images, const std::vector<std::filesystem::path>& files);

/// Removes negative images that show an object after all: those that match a positive image except for size
/// or compression, including the pixels of its object. Each becomes a problem of the set. A photo of the same
/// place without the object stays, because it is the best possible negative.
void drop_shown_objects(TrainingImages& negatives, const TrainingImages& positives,
                        const InputLimits& limits = {});

/// Groups the positive images that are near copies of each other (group_pairs()).
std::vector<std::uint32_t> near_copies(const TrainingImages& positives);

/// Moves near copies to the side of the split that has most of them (training on a tie), so that validation
/// uses unseen data. A group stays split if moving it would leave a side with less than half of its images.
/// Returns the number of images in groups that stay split.
std::size_t keep_together(Split& split, const std::vector<std::uint32_t>& groups);

/// Warnings about too few objects or negative images.
std::vector<std::string> warnings_of_few(const TrainingImages& positives, const TrainingImages& negatives);

/// The effect of keep_together(), if there are near copies: one sentence or none.
std::vector<std::string> copies_note(const TrainingImages& positives,
                                     const std::vector<std::uint32_t>& groups, std::size_t parted);

/// A warning when the shapes of the boxes vary so much that no single window shape fits them.
std::optional<std::string> shape_warning(const TrainingImages& positives);

/// A warning when the requested window has a shape very different from the median box.
std::optional<std::string> window_warning(int width, int height, const TrainingImages& positives);

/// A note when images were read in an unusual way.
std::optional<std::string> notes_summary(const TrainingImages& images);

/// A note when objects of several classes are treated as one because none was chosen.
std::optional<std::string> mixed_classes(const ClassCounts& counts, const std::vector<std::string>& chosen);

}  // namespace ocelli::internal
