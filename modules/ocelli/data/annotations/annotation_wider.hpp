#pragma once

#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses the text of WIDER FACE (wider_face_train_bbx_gt.txt): a line with the path of an image, a line with
/// the number of its faces, and a line a face, "x y w h blur expression illumination invalid occlusion pose".
/// Faces marked invalid are ignored objects, one without area is a problem; an image of no faces may be
/// followed by a line of zeros.
///
/// No disk access: paths are as in the file; `name` is the file for messages. A line out of place is a
/// problem, after which reading continues at the next line that names an image.
Annotations parse_wider_annotations(std::string_view text, std::string_view name);

/// A text file that begins so. Images are searched beside it, in images/ there, and in WIDER_train/images,
/// WIDER_val/images and images/ beside its folder.
extern const AnnotationFormat wider_format;

}  // namespace ocelli::internal
