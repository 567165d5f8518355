#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation_classes.hpp"
#include "ocelli/data/images/image_likeness.hpp"
#include "ocelli/samples/split.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal {

/// Throws Error(Kind::training) naming the files when all images are of one gray level each: there is nothing
/// to learn.
void require_contrast(const TrainingImages& images, const std::vector<std::filesystem::path>& files);

/// Takes the negative images away that show an object all the same: those that are, but for size or
/// compression, a positive image, and have the object's pixels where that one has its object. Each becomes a
/// problem of the set. A photo of the same place without the object stays, as there is no better negative.
void drop_shown_objects(TrainingImages& negatives, const TrainingImages& positives,
                        const InputLimits& limits = {});

/// The groups of positive images that are near copies of each other (group_pairs()).
std::vector<std::uint32_t> near_copies(const TrainingImages& positives);

/// Moves near copies to one side of the split, where most of them are (training, if as many are on either),
/// so that validation measures what has not been seen. A group stays parted where one side would be left with
/// less than half of what it had. Returns how many images are in groups that stay so.
std::size_t keep_together(Split& split, const std::vector<std::uint32_t>& groups);

/// Sentences that warn of too few objects and negative images.
std::vector<std::string> warnings_of_few(const TrainingImages& positives, const TrainingImages& negatives);

/// What keep_together() did, where there are near copies: one sentence or none.
std::vector<std::string> copies_note(const TrainingImages& positives,
                                     const std::vector<std::uint32_t>& groups, std::size_t parted);

/// What to say where boxes are of so unlike shapes that a window of one shape does not fit them.
std::optional<std::string> shape_warning(const TrainingImages& positives);

/// What to say where a window of this size, asked for, is shaped very unlike the median box.
std::optional<std::string> window_warning(int width, int height, const TrainingImages& positives);

/// What to say where images were read in an unusual way.
std::optional<std::string> notes_summary(const TrainingImages& images);

/// What to say where objects of several classes are taken for one, because none was chosen.
std::optional<std::string> mixed_classes(const ClassCounts& counts, const std::vector<std::string>& chosen);

}  // namespace ocelli::internal
