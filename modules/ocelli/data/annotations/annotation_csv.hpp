#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// The boxes of a table.
struct BoxTable : Annotations {
  bool in_shares = false;  ///< boxes are shares of the sides of their images, not pixels
};

/// Parses a table of boxes: a header row, then one row per box, with commas, semicolons, tabs or bars between
/// the cells. Lines "sep=;" and comments ('#') may stand before the header.
///
/// Columns are known by their names, in any order (BoxColumns); others are skipped. Optional landmarks: lex,
/// ley, rex, rey (eyes; all empty = unknown), lmx, lmy, rmx, rmy (corners of the mouth, likewise). A row with
/// an empty box names an image without objects.
///
/// Without a header, rows are image, x1, y1, x2, y2, class (Keras-RetinaNet, GTSDB) or image, class, x1, y1,
/// x2, y2; where most boxes would be turned inside out so, they are x, y, width, height. The rows of
/// TensorFlow, makesense.ai and AutoML are known without a header (BoxColumns).
///
/// Boxes are shares of their images where nearly all numbers are at most 2, and some are fractions or the
/// columns are those of OpenImages.
///
/// No disk access: images are assumed to be in `folder`; `name` is the file for messages.
/// Throws Error(Kind::input) when there is neither a header row with the required columns nor a row that
/// needs none.
BoxTable parse_box_csv(std::string_view text, const std::filesystem::path& folder, std::string_view name);

/// A file named .csv or .tsv, or whose first line reads as one of a table of boxes, or a folder with one .csv
/// file: a table of boxes, or of the cells of a strip (annotation_strip.hpp) when its header has a column
/// `index` and none named `image`. An image is in the folder with the file's stem beside it (`lfw.csv`:
/// `lfw/`), or else beside the file, in the folder images/ there or beside that folder, or in their
/// subfolders of the file's stem. A strip is `<stem>.pgm` beside the file, else the only .pgm in the folder
/// `<stem>/`.
extern const AnnotationFormat csv_format;

}  // namespace ocelli::internal
