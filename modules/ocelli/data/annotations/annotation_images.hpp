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

/// The name of the annotation file without its extension, for formats with one file per image.
std::string own_stem(const AnnotatedImage& image);

/// Locates the images of annotations from their paths in the file (PhotoSearch). Searches, in this order:
/// 1. these folders
/// 2. the folders of `reading` with their subfolders
/// 3. the folder above the annotation file, and images/, img/, JPEGImages/ and the like next to it and above
/// it, with their subfolders
///
/// An image that is not found, that could be several files, or that is the only candidate for several names
/// is dropped and reported as a problem. Names of one image are merged: those that lead to the same path,
/// and, for images with objects, those that differ only in extension or case. A note counts the names that
/// were not found as written. Strip cells are unchanged. Requires at least one folder.
void find_images(Annotations& annotations, const std::vector<std::filesystem::path>& folders,
                 const AnnotationReading& reading, const OtherNames& others = {});

/// The size of an image file as displayed. Throws Error(Kind::input) naming it if it is not an image.
ImageExtent extent_of(const std::filesystem::path& image);

/// Converts boxes from fractions of the image's sides to pixels, once images are found. Images that cannot be
/// read and boxes that lie outside are dropped and reported as problems.
void scale_to_pixels(Annotations& annotations);

}  // namespace ocelli::internal
