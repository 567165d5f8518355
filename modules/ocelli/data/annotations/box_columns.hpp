#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/csv_table.hpp"

namespace ocelli::internal {

/// The meaning of the columns of a table of boxes.
///
/// Columns are identified by the names that people and tools use, ignoring case, blanks and underscores: an
/// image (image, filename, path, ImageID, ...) and a box: two opposite corners (xmin ymin xmax ymax, x1..,
/// x0.., left..), a corner and its sides (x y w h, left top width height), its center and sides (cx cy w h),
/// or one cell of four numbers (bbox, bbox_xyxy). Optional: a label (label, class, category, LabelName), the
/// image's size (width and height next to corners), marks of objects that do not count (ignored, difficult,
/// IsGroupOf; or frontal, for which 1 counts), eyes, nose and mouth (annotation_csv.hpp).
class BoxColumns {
 public:
  /// The meaning of a header row; nothing if it names no image or no box.
  static std::optional<BoxColumns> of_header(const CsvRow& names);
  /// The columns of rows without a header: image, box, class or image, class, box. With `are_corners` the
  /// last two numbers of a box are a corner, else its sides. Also recognizes the known layouts of TensorFlow
  /// (name, width, height, class, corners), makesense.ai (label, box, image, width, height) and AutoML (set,
  /// uri, label, x0, y0, , , x1, y1, , ). Nothing if the row has none of these forms.
  static std::optional<BoxColumns> without_header(const CsvRow& first, bool are_corners);

  /// What is missing in a header row, for a message.
  static std::string missing_in(const CsvRow& names);

  /// Adds the object of a row to its image. A row without a box names an image without objects. Throws
  /// Error(Kind::input), without a place, for anything else.
  void read(const CsvRow& row, int line, AnnotationBuilder& builder) const;

  /// The four numbers of a row's box as written, if they are numbers.
  std::optional<std::array<double, 4>> numbers(const CsvRow& row) const;

  /// Whether the box of the row would leave its image, if its numbers were x, y, w and h. The row must state
  /// the size of the image.
  bool reaches_beyond(const CsvRow& row, const std::array<double, 4>& sides) const;
  /// Whether the header leaves open what the numbers of its single box cell mean. They may then be corners.
  bool is_doubtful() const { return is_one_cell_ && layout_ == Layout::sides; }
  void take_corners() { layout_ = Layout::corners; }

  std::size_t count() const { return count_; }
  /// Whether the table has the columns of OpenImages. Its boxes are fractions of the image even if all are
  /// whole numbers.
  bool is_open_images() const { return is_open_images_; }
  /// Whether rows without a header have the layout of a known tool, so that their numbers need no guess.
  bool is_known_layout() const { return is_known_layout_; }
  /// The column of the image.
  std::size_t image() const { return image_; }

 private:
  using FourColumns = std::array<std::size_t, 4>;
  enum class Layout { corners, sides, center };
  class ColumnNames;

  BoxColumns() = default;
  static std::optional<BoxColumns> of_tool(const CsvRow& first);
  static BoxColumns plain(const CsvRow& first, std::size_t from, bool are_corners);
  bool find_box(const ColumnNames& header);
  bool is_ignored(const CsvRow& row) const;
  std::optional<Box> box_of(const CsvRow& row) const;

  std::size_t count_ = 0;  ///< of all columns
  std::size_t image_ = 0;
  Layout layout_ = Layout::sides;
  FourColumns box_{};  ///< left, top, right, bottom; or x, y, w, h; the same cell four times
  std::array<std::string, 4> names_{};
  std::optional<FourColumns> eyes_, mouth_;
  std::optional<std::array<std::size_t, 2>> nose_;
  std::optional<std::size_t> label_, frontal_, width_, height_;
  std::vector<std::size_t> ignored_;
  bool is_one_cell_ = false, is_open_images_ = false, is_known_layout_ = false;
};

}  // namespace ocelli::internal
