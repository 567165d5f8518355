#include "ocelli/data/annotations/box_columns.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

/// Bare column names separated by blanks, the likeliest first.
using Synonyms = std::string_view;

/// The letters and digits of a name, in lower case: "xmin" for "X_Min".
std::string bare_name(std::string name) {
  name = in_lower_case(std::move(name));
  std::erase_if(name, [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); });
  return name;
}

}  // namespace

/// The columns of a header row by their bare names.
class BoxColumns::ColumnNames {
 public:
  explicit ColumnNames(const CsvRow& names) {
    for (const std::string& name : names) bare_.push_back(bare_name(name));
  }

  /// The column of the first of these names that exists.
  std::optional<std::size_t> find(Synonyms names) const {
    for (const std::string_view name : split_words(names)) {
      const auto found = std::ranges::find(bare_, name);
      if (found != bare_.end()) return static_cast<std::size_t>(found - bare_.begin());
    }
    return std::nullopt;
  }

  std::optional<std::array<std::size_t, 4>> find_all(std::span<const Synonyms, 4> names) const {
    std::array<std::size_t, 4> columns{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::optional<std::size_t> column = find(names[i]);
      if (!column) return std::nullopt;
      columns[i] = *column;
    }
    return columns;
  }

 private:
  std::vector<std::string> bare_;
};

namespace {

constexpr Synonyms kImage =
    "image filename file imagepath filepath path imageid imgpath img imagename imgname imgid imagefile "
    "imagefilename imgfile photo picture frame imagefilepath imageuri imageurl uri url fname input name id "
    "key";
constexpr Synonyms kLabel =
    "label class classname labelname category categoryname objectclass object classid categoryid name type "
    "annotationtag tag";
constexpr Synonyms kIgnored = "ignored ignore difficult isgroupof iscrowd crowd";

using FourNames = std::array<Synonyms, 4>;

/// The first two numbers of a box are its upper left corner, or one followed by x1 and y1.
constexpr FourNames kCornersFromZero = {"x0", "y0", "x1", "y1"};
constexpr FourNames kCorners = {
    "xmin x1 left xtl minx xleft bboxx1 bboxxmin roix1 boxx1 l xstart startx xlefttop lefttopx topleftx "
    "upperleftcornerx upperleftx ulx tlx bboxleft leftx",
    "ymin y1 top ytl miny ytop bboxy1 bboxymin roiy1 boxy1 t ystart starty ylefttop lefttopy toplefty "
    "upperleftcornery upperlefty uly tly bboxtop topy",
    "xmax x2 right xbr maxx xright bboxx2 bboxxmax roix2 boxx2 r xend endx xrightbottom rightbottomx "
    "bottomrightx lowerrightcornerx lowerrightx lrx brx bboxright rightx",
    "ymax y2 bottom ybr maxy ybottom bboxy2 bboxymax roiy2 boxy2 b yend endy yrightbottom rightbottomy "
    "bottomrighty lowerrightcornery lowerrighty lry bry bboxbottom bottomy"};
constexpr Synonyms kSideW = "w bboxw boxw bboxwidth boxwidth width";
constexpr Synonyms kSideH = "h bboxh boxh bboxheight boxheight height";
constexpr FourNames kSides = {"x bboxx boxx left bboxleft xmin x1 l x0 xstart topleftx leftx xleft xlefttop",
                              "y bboxy boxy top bboxtop ymin y1 t y0 ystart toplefty topy ytop ylefttop",
                              kSideW, kSideH};
constexpr FourNames kCenter = {"cx xcenter centerx centrex xcentre bboxcx xc bboxxcenter xmid",
                               "cy ycenter centery centrey ycentre bboxcy yc bboxycenter ymid", kSideW,
                               kSideH};
constexpr FourNames kEyes = {"lex", "ley", "rex", "rey"};
constexpr FourNames kMouth = {"lmx", "lmy", "rmx", "rmy"};

/// One cell of four numbers.
constexpr Synonyms kCellOfCorners = "bboxxyxy boxxyxy xyxy bboxcorners";
constexpr Synonyms kCellOfCenter = "bboxcxcywh boxcxcywh cxcywh bboxxcycwh";
constexpr Synonyms kCellOfSides = "bbox boundingbox box bboxxywh boxxywh xywh bboxes";

/// A coordinate, possibly with a decimal comma.
float coordinate(std::string cell, std::string_view what) {
  if (std::ranges::count(cell, ',') == 1 && cell.find('.') == std::string::npos)
    std::ranges::replace(cell, ',', '.');
  return parse_coordinate(cell, what);
}

/// The numbers of a cell such as "[834.0, 222.0, 56.0, 36.0]".
std::array<float, 4> numbers_in_cell(std::string cell) {
  for (const char bracket : {'[', ']', '(', ')', ',', ';', '|'}) std::ranges::replace(cell, bracket, ' ');
  const std::vector<std::string_view> words = split_words(cell);
  if (words.size() != 4) throw Error(Kind::input, "expected four numbers of a box, got " + in_quotes(cell));
  std::array<float, 4> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = parse_coordinate(words[i], "bbox");
  return numbers;
}

/// Coordinates that must be given together or not at all.
template <std::size_t N>
std::optional<std::array<float, N>> coordinates(const CsvRow& row,
                                                const std::optional<std::array<std::size_t, N>>& known) {
  if (!known) return {};
  const std::array<std::size_t, N>& columns = *known;
  if (std::ranges::all_of(columns, [&](std::size_t column) { return row[column].empty(); })) return {};
  std::array<float, N> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = coordinate(row[columns[i]], "a landmark");
  return values;
}

/// Faces known to be frontal count. Those that are not frontal, or not judged, do not.
bool is_not_frontal(std::string_view frontal) {
  if (frontal == "1") return false;
  if (frontal.empty() || frontal == "0") return true;
  throw Error(Kind::input, "frontal must be 0 or 1, got " + in_quotes(frontal));
}

}  // namespace

/// Finds the box columns of a header; false if it has none.
bool BoxColumns::find_box(const ColumnNames& header) {
  const auto take_four = [&](Layout layout, const FourNames& names) {
    const std::optional<FourColumns> found = header.find_all(names);
    if (found) box_ = *found, layout_ = layout;
    return found.has_value();
  };
  const auto take_cell = [&](Layout layout, Synonyms names) {
    const std::optional<std::size_t> found = header.find(names);
    if (found) box_.fill(*found), layout_ = layout, is_one_cell_ = true;
    return found.has_value();
  };
  const auto take_size = [&] {
    width_ = header.find("width imagewidth imgwidth");
    height_ = header.find("height imageheight imgheight");
  };
  if (take_four(Layout::corners, kCornersFromZero) || take_four(Layout::corners, kCorners)) {
    take_size();
    return true;
  }
  if (take_four(Layout::center, kCenter) || take_four(Layout::sides, kSides)) return true;
  take_size();
  return take_cell(Layout::corners, kCellOfCorners) || take_cell(Layout::center, kCellOfCenter) ||
         take_cell(Layout::sides, kCellOfSides);
}

std::optional<BoxColumns> BoxColumns::of_header(const CsvRow& names) {
  const ColumnNames header(names);
  const std::optional<std::size_t> image = header.find(kImage);
  if (!image) return std::nullopt;
  BoxColumns columns;
  columns.count_ = names.size();
  columns.image_ = *image;
  if (!columns.find_box(header)) return std::nullopt;
  for (std::size_t i = 0; i < 4; ++i) columns.names_[i] = names[columns.box_[i]];
  columns.eyes_ = header.find_all(kEyes), columns.mouth_ = header.find_all(kMouth);
  const auto nose_x = header.find("nosex"), nose_y = header.find("nosey");
  if (nose_x && nose_y) columns.nose_ = std::array{*nose_x, *nose_y};
  columns.label_ = header.find(kLabel), columns.frontal_ = header.find("frontal");
  if (columns.label_ == columns.image_) columns.label_.reset();
  for (const std::string_view name : split_words(kIgnored)) {
    if (const auto column = header.find(name)) columns.ignored_.push_back(*column);
  }
  columns.is_open_images_ =
      header.find("imageid") && header.find("labelname") && columns.layout_ == Layout::corners;
  return columns;
}

std::string BoxColumns::missing_in(const CsvRow& names) {
  const ColumnNames header(names);
  const auto lacks = [](const std::string& name) { return "has no column '" + name + "'"; };
  std::string what = lacks("image");
  if (header.find(kImage)) {
    constexpr std::array<std::string_view, 4> kShort = {"x", "y", "w", "h"};
    for (std::size_t i = kShort.size(); i-- > 0;) {
      if (!header.find(kSides[i])) what = lacks(std::string(kShort[i]));
    }
  }
  std::string found;
  for (const std::string& name : names) found += (found.empty() ? "" : ", ") + in_quotes(name);
  return what + " or a synonym, only " + found +
         "; expected a header row with an image (image, filename, path, image_id, ...) and a box: xmin, "
         "ymin, xmax, ymax "
         "(or x1.., x0.., left.., x_start..), x, y, w, h (or left, top, width, height), cx, cy, w, h, or one "
         "cell bbox (x, y, w, h) or bbox_xyxy";
}

std::optional<std::array<double, 4>> BoxColumns::numbers(const CsvRow& row) const try {
  if (row.size() != count_) return std::nullopt;
  std::array<double, 4> numbers{};
  if (is_one_cell_) {
    std::ranges::copy(numbers_in_cell(row[box_[0]]), numbers.begin());
    return numbers;
  }
  for (std::size_t i = 0; i < 4; ++i) numbers[i] = coordinate(row[box_[i]], names_[i]);
  return numbers;
} catch (const Error&) {
  return std::nullopt;
}

std::optional<Box> BoxColumns::box_of(const CsvRow& row) const {
  if (std::ranges::all_of(box_, [&](std::size_t column) { return row[column].empty(); })) return std::nullopt;
  std::array<float, 4> values{};
  if (is_one_cell_) {
    values = numbers_in_cell(row[box_[0]]);
  } else {
    for (std::size_t i = 0; i < 4; ++i) values[i] = coordinate(row[box_[i]], names_[i]);
  }
  const auto [x, y, third, fourth] = values;
  if (layout_ == Layout::corners) {  // some tools draw from any corner
    return Box{std::min(x, third), std::min(y, fourth), std::abs(third - x), std::abs(fourth - y)};
  }
  if (layout_ == Layout::center) return Box{x - third / 2, y - fourth / 2, third, fourth};
  return Box{x, y, third, fourth};
}

bool BoxColumns::reaches_beyond(const CsvRow& row, const std::array<double, 4>& sides) const {
  const std::optional<ImageExtent> size =
      width_ && height_ ? stated_extent(row[*width_], row[*height_]) : std::nullopt;
  return size && (sides[0] + sides[2] > size->width || sides[1] + sides[3] > size->height);
}

bool BoxColumns::is_ignored(const CsvRow& row) const {
  if (frontal_ && is_not_frontal(row[*frontal_])) return true;
  return std::ranges::any_of(ignored_, [&](std::size_t column) {
    const std::string mark = in_lower_case(row[column]);
    return mark == "1" || mark == "true" || mark == "yes";
  });
}

void BoxColumns::read(const CsvRow& row, int line, AnnotationBuilder& builder) const {
  const std::optional<Box> box = box_of(row);
  if (!box) {
    builder.image(row[image_], line);
    return;
  }
  AnnotatedObject object{.box = *box, .ignored = is_ignored(row), .line = line};
  if (label_) object.label = row[*label_];
  const auto eyes = coordinates(row, eyes_), mouth = coordinates(row, mouth_);
  const auto nose = coordinates(row, nose_);
  if (eyes) object.eyes = Eyes{{(*eyes)[0], (*eyes)[1]}, {(*eyes)[2], (*eyes)[3]}};
  if (mouth) object.mouth = Point{((*mouth)[0] + (*mouth)[2]) / 2, ((*mouth)[1] + (*mouth)[3]) / 2};
  if (eyes && nose && mouth) {
    object.landmarks = Landmarks{object.eyes->left, object.eyes->right, Point{(*nose)[0], (*nose)[1]},
                                 Point{(*mouth)[0], (*mouth)[1]}, Point{(*mouth)[2], (*mouth)[3]}};
  }
  const bool has_size = width_ && height_;
  const bool is_in_pixels = std::max({box->x, box->y, box->x + box->w, box->y + box->h}) > 2;
  if (has_size && is_in_pixels) require_inside(object, stated_extent(row[*width_], row[*height_]));
  builder.add(row[image_], std::move(object));
}

}  // namespace ocelli::internal
