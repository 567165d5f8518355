#include "ocelli/data/annotations/annotation_readers.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/formats/json_keys.hpp"
#include "ocelli/data/formats/line_counting.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kMaxNesting = 64;
constexpr std::size_t kMaxCategories = 1 << 16;
constexpr std::size_t kMaxObjects = std::size_t{1} << 22;

/// The box around polygons, from their successive coordinates.
class PolygonBox {
 public:
  void begin() { is_y_ = false; }
  void add(double value) {
    low_[is_y_] = std::min(low_[is_y_], value);
    high_[is_y_] = std::max(high_[is_y_], value);
    is_y_ = !is_y_;
  }
  /// x, y, w and h; nothing if there were no corners.
  std::vector<double> box() const {
    if (low_[0] > high_[0] || low_[1] > high_[1]) return {};
    return {low_[0], low_[1], high_[0] - low_[0], high_[1] - low_[1]};
  }

 private:
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  std::array<double, 2> low_{kFar, kFar}, high_{-kFar, -kFar};
  bool is_y_ = false;
};

/// The content of an element of one of the three lists. Identifiers are kept as text, whatever their type.
struct Item {
  int line = 0;
  std::string id{}, name{}, image{}, category{};
  std::vector<double> box{};
  PolygonBox around{};
  double width = 0, height = 0;
  bool is_crowd = false;
};

struct CocoLists {
  std::vector<Item> images, objects, categories;
  bool has_images = false;
};

/// Extracts the needed fields from the stream of values: those of the elements of the three lists, at depth
/// three.
class CocoReader : public nlohmann::json_sax<Json> {
 public:
  CocoReader(std::string_view source, const int& line) : source_(source), line_(line) {}

  CocoLists take() && { return std::move(lists_); }

  bool null() override { return true; }
  bool boolean(bool value) override { return number(value ? 1 : 0, value ? "1" : "0"); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value), std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value), std::to_string(value));
  }
  bool number_float(number_float_t value, const string_t& text) override { return number(value, text); }
  bool binary(binary_t&) override { return true; }

  bool string(string_t& value) override {
    if (!item_) return true;
    if (const std::optional<double> written = number_of(value)) return number(*written, value);
    if (depth_ != kItem) return true;
    if (field_ == "file_name" || field_ == "name") item_->name = value;
    identify(value);
    return true;
  }

  bool start_object(std::size_t) override {
    if (depth_ == kList) add_item();
    if (depth_ == kItem) is_mask_ = true;
    return deepen();
  }
  bool key(string_t& name) override {
    if (depth_ == kRoot) open_list(name);
    if (depth_ == kItem) field_ = name;
    return true;
  }
  bool end_object() override {
    if (--depth_ == kList) item_ = nullptr;
    if (depth_ == kItem) is_mask_ = false;
    return true;
  }
  bool start_array(std::size_t) override {
    require(depth_ > 0, Kind::input,
            "is a list, such as of results; expected a COCO data set, an object with images and annotations",
            source_);
    if (item_ && depth_ >= kItem) item_->around.begin();
    return deepen();
  }
  bool end_array() override {
    if (--depth_ == kRoot) list_ = nullptr;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    throw Error(Kind::input, std::string("is not well-formed JSON: ") + error.what(), place(source_, line_));
  }

 private:
  static constexpr int kRoot = 1, kList = 2, kItem = 3, kBox = 4, kPolygon = 5;  ///< depth

  bool deepen() {
    if (++depth_ <= kMaxNesting) return true;
    throw Error(Kind::input, "nests values more than " + std::to_string(kMaxNesting) + " deep",
                place(source_, line_));
  }

  /// The number in a text where a number is expected. Does not apply to ids and names.
  std::optional<double> number_of(const std::string& text) const {
    const bool is_coordinate =
        depth_ != kItem || field_ == "width" || field_ == "height" || field_ == "iscrowd";
    if (!is_coordinate) return std::nullopt;
    try {
      return parse_coordinate(text, field_);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  void open_list(const std::string& name) {
    lists_.has_images = lists_.has_images || name == "images";
    list_ = name == "images"        ? &lists_.images
            : name == "annotations" ? &lists_.objects
            : name == "categories"  ? &lists_.categories
                                    : nullptr;
  }

  void add_item() {
    field_.clear();
    if (list_ == nullptr) return;
    const std::size_t max = list_ == &lists_.images    ? AnnotationLimits::images
                            : list_ == &lists_.objects ? kMaxObjects
                                                       : kMaxCategories;
    if (list_->size() >= max) {
      throw Error(Kind::input, "has a list of more than " + std::to_string(max) + " elements; split the file",
                  place(source_, line_));
    }
    item_ = &list_->emplace_back(Item{.line = line_});
  }

  void identify(const std::string& text) {
    if (field_ == "id") item_->id = text;
    if (field_ == "image_id") item_->image = text;
    if (field_ == "category_id") item_->category = text;
  }

  bool number(double value, const std::string& text) {
    if (!item_) return true;
    if (depth_ == kBox && field_ == "bbox" && item_->box.size() <= 4) item_->box.push_back(value);
    // A polygon alone, or one of several. A mask is pixel counts in an object.
    const bool is_corner = field_ == "segmentation" && !is_mask_;
    if (is_corner && (depth_ == kBox || depth_ == kPolygon)) item_->around.add(value);
    if (depth_ != kItem) return true;
    identify(text);
    if (field_ == "width") item_->width = value;
    if (field_ == "height") item_->height = value;
    if (field_ == "iscrowd" || field_ == "ignore") item_->is_crowd = item_->is_crowd || value != 0;
    return true;
  }

  std::string source_;
  const int& line_;
  CocoLists lists_;
  int depth_ = 0;
  std::vector<Item>* list_ = nullptr;
  Item* item_ = nullptr;  ///< the last of the list, while it is open
  std::string field_;
  bool is_mask_ = false;  ///< within an object of an item
};

CocoLists read_lists(std::string_view text, std::string_view name) {
  int line = 1;
  CocoReader reader(name, line);
  Json::sax_parse(LineCounting(text.data(), &line), LineCounting(text.data() + text.size(), &line), &reader);
  CocoLists lists = std::move(reader).take();
  require(
      lists.has_images, Kind::input,
      "has no list \"images\", so it is not a COCO data set, and it is not the JSON of LabelMe, VIA 1 or 2, "
      "Create ML or ocelli detect either; export it as COCO or Pascal VOC",
      name);
  return lists;
}

/// Joins the lists: the objects of each image, and their names.
class CocoJoin {
 public:
  CocoJoin(const CocoLists& lists, const fs::path& folder, std::string_view name)
      : folder_(folder), builder_(folder, name) {
    for (const Item& category : lists.categories) names_.try_emplace(category.id, category.name);
    for (const Item& image : lists.images) add_image(image);
    for (const Item& object : lists.objects) add_object(object);
  }

  /// An image with a faulty object is not known to contain none.
  Annotations take() && {
    Annotations joined = std::move(builder_).take();
    std::erase_if(joined.images, [&](const AnnotatedImage& image) {
      return image.objects.empty() && in_doubt_.contains(image.path.string());
    });
    return joined;
  }

 private:
  void add_image(const Item& image) {
    builder_.attempt(image.line, [&] {
      if (image.id.empty()) throw Error(Kind::input, "an image has no id: " + in_quotes(image.name));
      builder_.image(image.name, image.line);
      if (images_.try_emplace(image.id, &image).second) return;
      throw Error(Kind::input, "the image " + in_quotes(image.name) + " has the same id as another image, " +
                                   in_quotes(image.id));
    });
  }

  void add_object(const Item& object) {
    builder_.attempt(object.line, [&] {
      try {
        place_object(object);
      } catch (const Error& error) {
        if (!error.where().empty()) throw;
        const auto image = images_.find(object.image);
        if (image != images_.end()) in_doubt_.insert((folder_ / image->second->name).string());
        throw Error(error.kind(), "annotation " + in_quotes(object.id) + ": " + error.message());
      }
    });
  }

  void place_object(const Item& object) {
    const auto image = images_.find(object.image);
    if (image == images_.end()) {
      throw Error(Kind::input, "no image has the id " + in_quotes(object.image));
    }
    const auto name = names_.find(object.category);
    if (name == names_.end() && !names_.empty()) {
      throw Error(Kind::input, "no category has the id " + in_quotes(object.category));
    }
    AnnotatedObject found{.box = box_of(object),
                          .ignored = object.is_crowd,
                          .label = name == names_.end() ? "" : name->second,
                          .line = object.line};
    require_inside(found, *image->second);
    builder_.add(image->second->name, std::move(found));
  }

  static Box box_of(const Item& object) {
    const std::vector<double> box = object.box.empty() ? object.around.box() : object.box;
    require(box.size() == 4, Kind::input, "expected four numbers in bbox, or a polygon in segmentation");
    const auto at = [&](std::size_t i) { return checked_coordinate(box[i], "bbox"); };
    return {at(0), at(1), at(2), at(3)};
  }

  static void require_inside(const AnnotatedObject& object, const Item& image) {
    if (!(image.width >= 1 && image.height >= 1)) return;
    const std::optional<Problem> problem =
        check_inside({}, object, static_cast<int>(checked_coordinate(image.width, "width")),
                     static_cast<int>(checked_coordinate(image.height, "height")));
    if (problem) throw Error(Kind::input, problem->message);
  }

  fs::path folder_;
  AnnotationBuilder builder_;
  std::unordered_set<std::string> in_doubt_;             ///< paths of images
  std::unordered_map<std::string, std::string> names_;   ///< of categories, by id
  std::unordered_map<std::string, const Item*> images_;  ///< by id
};

bool is_coco(const AnnotationInput& input) {
  const std::optional<AnnotationInput> file = only_file(input, ".json");
  if (!file) return false;
  const std::string_view first = trim(LineReader(file->text).next_with_text().value_or(NumberedLine{}).text);
  return first.starts_with('{') || (has_extension(file->path, ".json") && first.starts_with('['));
}

std::vector<fs::path> image_folders(const fs::path& file) {
  constexpr std::string_view kTask = "instances_";
  const std::string stem = file.stem().string();
  const std::string part = stem.starts_with(kTask) ? stem.substr(kTask.size()) : stem;
  const fs::path beside = file.parent_path(), above = (beside / "..").lexically_normal();
  std::vector<fs::path> folders = {beside};
  for (const fs::path& folder :
       {beside / "images", beside / part, above / "images", above / part, above / "images" / part, above}) {
    std::error_code failure;
    if (fs::is_directory(folder, failure)) folders.push_back(folder);
  }
  return folders;
}

Annotations read_coco(const AnnotationInput& input) {
  const std::optional<AnnotationInput> file = only_file(input, ".json");
  Annotations annotations = parse_coco_annotations(file->text, {}, file->name());
  find_images(annotations, image_folders(file->path), input.reading);
  return annotations;
}

}  // namespace

Annotations parse_coco_annotations(std::string_view text, const fs::path& folder, std::string_view name) {
  const bool has_bytes = text.find("\\udc") != std::string_view::npos;
  const std::string readable = has_bytes ? with_readable_bytes(text) : std::string();
  const CocoLists lists = read_lists(has_bytes ? readable : text, name);
  return CocoJoin(lists, folder, name).take();
}

const AnnotationFormat coco_format{"COCO JSON", "one COCO .json file", is_coco, read_coco};

}  // namespace ocelli::internal
