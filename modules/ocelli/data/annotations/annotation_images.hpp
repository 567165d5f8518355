#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {

/// Names to try if no image has the name in the annotations, most likely first.
using OtherNames = std::function<std::vector<std::string>(const AnnotatedImage& image)>;

/// The name of the annotation file without its extension, for formats with a file an image.
std::string own_stem(const AnnotatedImage& image);

/// Locates the images of annotations, whose paths are as written in the file (PhotoSearch): in these folders,
/// then in those of `reading` with their subfolders, then in the folder above the annotation file and in
/// images/, img/, JPEGImages/ and the like beside it and above it, with their subfolders.
///
/// An image that is not found, or could be several files, or is the only candidate of several names, is
/// dropped and reported as a problem. Names of one image are joined: those that lead to the same path, and,
/// for images with objects, those that differ in their extension or case alone. Names that were not found as
/// written are counted in a note. Cells of a strip are unchanged. Requires at least one folder.
void find_images(Annotations& annotations, const std::vector<std::filesystem::path>& folders,
                 const AnnotationReading& reading, const OtherNames& others = {});

/// The size of an image file as displayed. Throws Error(Kind::input) naming it if it is not one.
ImageExtent extent_of(const std::filesystem::path& image);

/// Turns boxes in shares of the image's sides into pixels, once images are found. What cannot be read, or
/// lies outside, is dropped and reported as a problem.
void scale_to_pixels(Annotations& annotations);

}  // namespace ocelli::internal
