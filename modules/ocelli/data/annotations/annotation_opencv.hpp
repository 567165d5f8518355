#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses the lists of OpenCV's cascade tools.
///
/// `info.dat`, `pos.txt`: one image per line, `path n  x y w h  x y w h ...` with n boxes in pixels; a path
/// may be in quotes, or contain spaces if it ends as image files do; a path alone is an image without
/// objects. `bg.txt`: one path per line, spaces allowed, no objects. The text is of the first kind when any
/// line reads as `path n`, n > 0, followed by 4 n numbers, or by any number of them after the name of an
/// image. Empty lines and comments ('#') are skipped; a line with one bad box is skipped as a whole.
///
/// No disk access: paths are relative to `folder`; `name` is the file for messages.
Annotations parse_opencv_annotations(std::string_view text, const std::filesystem::path& folder,
                                     std::string_view name);

/// A file that no other format recognizes. Paths are relative to the folder of the list.
extern const AnnotationFormat opencv_format;

}  // namespace ocelli::internal
