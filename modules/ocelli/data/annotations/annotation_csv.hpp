#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// The boxes of a table.
struct BoxTable : Annotations {
  bool in_shares = false;  ///< boxes are fractions of their image's sides, not pixels
};

/// Parses a table of boxes: a header row, then one row per box, with commas, semicolons, tabs or bars between
/// the cells. Lines "sep=;" and comments ('#') may precede the header.
///
/// Columns are identified by name, in any order (BoxColumns). Others are skipped. Optional landmarks: lex,
/// ley, rex, rey (eyes; all empty = unknown), lmx, lmy, rmx, rmy (corners of the mouth, likewise), nosex and
/// nosey. A row with an empty box names an image without objects.
///
/// Without a header, rows are image, x1, y1, x2, y2, class (Keras-RetinaNet, GTSDB) or image, class, x1, y1,
/// x2, y2. If most boxes would be inverted that way, the numbers are x, y, width, height. Rows of TensorFlow,
/// makesense.ai and AutoML are recognized without a header (BoxColumns).
///
/// Boxes are fractions of their images if nearly all numbers are at most 2, and either some are not whole
/// numbers or the columns are those of OpenImages.
///
/// No disk access: images are assumed to be in `folder`. `name` is the file for messages.
/// Throws  Error(Kind::input) when there is neither a header row with the required columns nor a row that
/// needs none.
BoxTable parse_box_csv(std::string_view text, const std::filesystem::path& folder, std::string_view name);

/// Reads a file named .csv or .tsv, a file whose first line reads like a table of boxes, or a folder with one
/// .csv file. It is a table of boxes, or of strip cells (annotation_strip.hpp) if its header has a column
/// `index` and none named `image`. Images are searched in the folder next to the file with the file's stem
/// (`lfw.csv`: `lfw/`), then next to the file, in the folder images/ there or next to that folder, then in
/// their subfolders with the file's stem. A strip is `<stem>.pgm` next to the file, else the only .pgm in the
/// folder `<stem>/`.
extern const AnnotationFormat csv_format;

}  // namespace ocelli::internal
