#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli {

/// Parses a table of boxes: a header row, then one row per box.
///
/// Columns are matched by name, in any order. Required: image, x, y, w, h (pixels, fractions allowed). Optional:
/// lex, ley, rex, rey (eyes; all empty = unknown), lmx, lmy, rmx, rmy (corners of the mouth, likewise), label, and
/// frontal: 1 counts, 0 or empty marks the object as ignored. Other columns are skipped. A row with empty x, y, w, h names an
/// image without objects.
///
/// No disk access: images are assumed to be in `folder`; `name` is the file for messages.
/// Throws Error(Kind::input) when there is no header row with the required columns.
Annotations parse_box_csv(std::string_view text, const std::filesystem::path& folder, std::string_view name);

/// A file named .csv or with a column "image" or "index": a table of boxes, or of the cells of a strip
/// (annotation_strip.hpp) when its header has a column `index` and none
/// named `image`. An image is in the folder with the file's stem beside it (`lfw.csv`: `lfw/`), or else beside the
/// file. A strip is `<stem>.pgm` beside the file, else the only .pgm in the folder `<stem>/`.
extern const AnnotationFormat csv_format;

}  // namespace ocelli
