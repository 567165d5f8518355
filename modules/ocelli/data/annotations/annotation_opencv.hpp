#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli {

/// Parses the lists that OpenCV's cascade tools take.
///
/// `info.dat`, `pos.txt`: an image a line, `path n  x y w h  x y w h ...` with n boxes in pixels; paths hold
/// no spaces, and a path alone is an image without objects. `bg.txt`: a path a line, spaces allowed, no
/// objects. The text is taken for the first kind when any line reads as `path n`, n > 0, with 4 n numbers to
/// follow, or any other number of them after the name of an image. Empty lines and lines that open with '#' are passed over; a line with one bad box is skipped
/// whole.
///
/// No disk access: paths are relative to `folder`; `name` is the file for messages.
Annotations parse_opencv_annotations(std::string_view text, const std::filesystem::path& folder,
                                     std::string_view name);

/// A file that no other format recognises. Paths are relative to the folder of the list.
extern const AnnotationFormat opencv_format;

}  // namespace ocelli
