#pragma once

#include <filesystem>
#include <string_view>

#include "ocelli/data/annotation.hpp"

namespace ocelli {

/// Parses a table of boxes: a header row, then one row a box.
///
/// Columns go by name, in any order. Needed: image, x, y, w, h (pixels, fractions allowed). Used when there:
/// lex, ley, rex, rey (eyes; all empty = unknown), label, and frontal: 1 counts, 0 or empty marks the object
/// as ignored. Other columns are passed over. A row with empty x, y, w, h names an image without an object.
/// Cells may be quoted ("" is a quote); a quoted cell ends on its own line.
///
/// No disk access: images are taken to lie in `folder`; `name` is the file for messages.
/// Throws Error(Kind::input) when there is no header row with the needed columns.
Annotations parse_box_csv(std::string_view text, const std::filesystem::path& folder, std::string_view name);

/// A strip as its header describes it: cells of equal height, stacked.
struct Strip {
  std::filesystem::path path;
  int width = 0, height = 0;  ///< of the whole strip, in pixels
};

/// Parses the list of a strip's cells: a header row with a column `index`, then one row a cell. Each cell is
/// an image whose one object fills it. The cell height is the strip's height over the number of rows. Throws
/// Error(Kind::input) when there is no such column or the height does not divide.
Annotations parse_strip_csv(std::string_view text, const Strip& strip, std::string_view name);

/// Whether the header row is that of a strip: a column `index` and no column `image`.
bool is_strip_csv(std::string_view text);

/// Reads either kind from disk. Images lie in the folder with the file's stem beside it (`lfw.csv`: `lfw/`),
/// else beside the file. A strip is `<stem>.pgm` beside the file or the only .pgm in the folder `<stem>/`.
Annotations read_annotation_csv(const std::filesystem::path& path);

}  // namespace ocelli
