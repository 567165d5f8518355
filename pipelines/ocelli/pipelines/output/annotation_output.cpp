#include "ocelli/pipelines/output/annotation_output.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/new_file.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_yolo.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The shortest text that parses to the same number.
template <class Number>
std::string shortest(Number number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::string label_of(const AnnotatedObject& object) {
  return object.label.empty() ? std::string("object") : object.label;
}

/// The path of an image relative to the folder of a file.
std::string path_from(const fs::path& folder, const fs::path& image) {
  std::error_code failure;
  fs::path relative = fs::proximate(image, folder.empty() ? fs::path(".") : folder, failure);
  return failure || relative.empty() ? image.string() : relative.string();
}

void write_text_file(const fs::path& path, const std::string& text) {
  write_file_atomically(path, std::as_bytes(std::span(text)));
}

/// The last `count` folders of a path.
fs::path last_folders(const fs::path& folder, std::size_t count) {
  const std::vector<fs::path> parts(folder.begin(), folder.end());
  fs::path last;
  for (std::size_t i = parts.size() - std::min(count, parts.size()); i < parts.size(); ++i) {
    if (parts[i] != "/" && parts[i] != ".." && parts[i] != ".") last /= parts[i];
  }
  return last;
}

/// A folder with one file per image, named after the image's stem, in the image's subfolder.
class AnnotationFolder {
 public:
  AnnotationFolder(fs::path folder, std::string_view ending) : folder_(std::move(folder)), ending_(ending) {
    create_folder(folder_, {});
  }

  const fs::path& path() const { return folder_; }

  fs::path file_for(const LabeledImage& image) {
    fs::path file = folder_ / free_name(image);
    create_folder(file.parent_path(), {});
    return file;
  }

 private:
  /// If another folder's image has taken the stem, the image goes to a subfolder with the name of its own
  /// folder.
  std::string free_name(const LabeledImage& image) {
    const std::string file = image.path.stem().string() + ending_;
    const fs::path folder = fs::absolute(image.path).lexically_normal().parent_path();
    const auto depth = static_cast<std::size_t>(std::distance(folder.begin(), folder.end()));
    for (std::size_t above = 0; above <= depth; ++above) {
      const fs::path below = above == 0 ? image.below : last_folders(folder, above);
      std::string name = (below / file).string();
      const auto [taken, is_free] = taken_.try_emplace(name, folder);
      if (is_free) return name;
      if (taken->second == folder) break;
    }
    throw Error(Kind::input,
                "another image of this run also writes " + (folder_ / image.below / file).string() +
                    "; use separate outputs",
                image.path.string());
  }

  fs::path folder_;
  std::string ending_;
  std::map<std::string, fs::path> taken_;  ///< the folder of the image of each file
};

class YoloWriter final : public AnnotationWriter {
 public:
  explicit YoloWriter(const fs::path& folder) : folder_(folder, ".txt") {
    constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 22;
    std::error_code failure;
    const fs::path names = classes_file();
    if (fs::is_regular_file(names, failure))
      names_ = parse_yolo_names(read_text(names, kMaxBytes), false, names.string());
  }

  void write(const LabeledImage& image) override {
    const fs::path file = folder_.file_for(image);
    std::string text;
    for (const AnnotatedObject& object : image.objects) {
      if (object.ignored) {
        ++ignored_;
        continue;
      }
      const Box& box = object.box;
      text += std::to_string(number_of(label_of(object)));
      const double width = image.width, height = image.height;
      for (const double part : {(box.x + double{box.w} / 2) / width, (box.y + double{box.h} / 2) / height,
                                box.w / width, box.h / height})
        text += " " + shortest(part);
      text += "\n";
    }
    write_text_file(file, text);
  }

  void finish() override {
    std::string text;
    for (const std::string& name : names_) text += name + "\n";
    write_text_file(classes_file(), text);
  }

  std::string left_out() const override {
    if (ignored_ == 0) return {};
    return std::to_string(ignored_) + " ignored objects are left out: YOLO cannot mark them";
  }

 private:
  fs::path classes_file() const { return folder_.path() / "classes.txt"; }

  std::size_t number_of(std::string name) {
    std::ranges::replace(name, '\n', ' ');
    const auto found = std::ranges::find(names_, name);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    names_.push_back(std::move(name));
    return names_.size() - 1;
  }

  AnnotationFolder folder_;
  std::vector<std::string> names_;
  std::size_t ignored_ = 0;
};

class VocWriter final : public AnnotationWriter {
 public:
  explicit VocWriter(const fs::path& folder) : folder_(folder, ".xml") {}

  void write(const LabeledImage& image) override {
    const fs::path file = folder_.file_for(image);
    const auto named = [](const std::string& name) { return with_written_bytes(name); };
    const auto element = [](std::string_view name, const std::string& text) {
      return "<" + std::string(name) + ">" + escaped_xml(text) + "</" + std::string(name) + ">";
    };
    std::string text = "<annotation>\n  " +
                       element("folder", named(image.path.parent_path().filename().string())) + "\n  " +
                       element("filename", named(image.path.filename().string())) + "\n  " +
                       element("path", named(path_from(file.parent_path(), image.path))) + "\n  <size>" +
                       element("width", std::to_string(image.width)) +
                       element("height", std::to_string(image.height)) + "<depth>3</depth></size>\n";
    for (const AnnotatedObject& object : image.objects) {
      // Pixels count from 1, and the last one is part of the box.
      const Box& box = object.box;
      text += "  <object>\n    " + element("name", label_of(object)) +
              "\n    <pose>Unspecified</pose><truncated>0</truncated>" +
              element("difficult", object.ignored ? "1" : "0") + "\n    <bndbox>" +
              element("xmin", shortest(double{box.x} + 1)) + element("ymin", shortest(double{box.y} + 1)) +
              element("xmax", shortest(double{box.x} + double{box.w})) +
              element("ymax", shortest(double{box.y} + double{box.h})) + "</bndbox>\n  </object>\n";
    }
    write_text_file(file, text + "</annotation>\n");
  }

  void finish() override {}

 private:
  AnnotationFolder folder_;
};

class CocoWriter final : public AnnotationWriter {
 public:
  explicit CocoWriter(const fs::path& path) : folder_(path.parent_path()), file_(path) {}

  void write(const LabeledImage& image) override {
    images_.push_back({{"id", images_.size() + 1},
                       {"file_name", with_marked_bytes(path_from(folder_, image.path))},
                       {"width", image.width},
                       {"height", image.height}});
    for (const AnnotatedObject& object : image.objects) {
      const Box& box = object.box;
      objects_.push_back({{"id", objects_.size() + 1},
                          {"image_id", images_.size()},
                          {"category_id", number_of(label_of(object))},
                          {"bbox", {box.x, box.y, box.w, box.h}},
                          {"area", box.area()},
                          {"iscrowd", object.ignored ? 1 : 0}});
    }
  }

  void finish() override {
    const Json all = {{"images", std::move(images_)},
                      {"annotations", std::move(objects_)},
                      {"categories", std::move(categories_)}};
    const std::string text =
        with_escaped_bytes(all.dump(1, ' ', false, Json::error_handler_t::replace)) + "\n";
    file_.write(std::as_bytes(std::span(text)));
    file_.commit();
  }

 private:
  using Json = nlohmann::ordered_json;

  std::size_t number_of(const std::string& name) {
    const auto [entry, is_new] = numbers_.try_emplace(name, numbers_.size() + 1);
    if (is_new) categories_.push_back({{"id", entry->second}, {"name", name}});
    return entry->second;
  }

  fs::path folder_;
  NewFile file_;
  Json images_ = Json::array(), objects_ = Json::array(), categories_ = Json::array();
  std::map<std::string, std::size_t> numbers_;
};

class BoxTableWriter final : public AnnotationWriter {
 public:
  explicit BoxTableWriter(const fs::path& path) : folder_(path.parent_path()), file_(path) {}

  void write(const LabeledImage& image) override {
    const std::string path = path_from(folder_, image.path);
    if (image.objects.empty()) rows_.push_back({path, "", "", "", "", "", ""});
    for (const AnnotatedObject& object : image.objects) {
      const Box& box = object.box;
      CsvRow row = {path,
                    shortest(box.x),
                    shortest(box.y),
                    shortest(box.w),
                    shortest(box.h),
                    label_of(object),
                    object.ignored ? "1" : "0"};
      add_landmarks(object, row);
      rows_.push_back(std::move(row));
    }
  }

  void finish() override {
    CsvRow names = {"image", "x", "y", "w", "h", "label", "ignored"};
    if (has_landmarks_) {
      for (const char* name : {"lex", "ley", "rex", "rey", "lmx", "lmy", "rmx", "rmy"})
        names.emplace_back(name);
    }
    if (has_nose_) names.insert(names.end(), {"nosex", "nosey"});
    std::string text = csv_cells(names) + "\n";
    for (CsvRow& row : rows_) {
      row.resize(names.size());
      text += csv_cells(row) + "\n";
    }
    file_.write(std::as_bytes(std::span(text)));
    file_.commit();
  }

 private:
  /// The center of a mouth stands for both of its corners.
  void add_landmarks(const AnnotatedObject& object, CsvRow& row) {
    if (!object.eyes && !object.mouth) return;
    has_landmarks_ = true;
    const auto add = [&](const std::optional<Point>& point) {
      row.push_back(point ? shortest(point->x) : std::string());
      row.push_back(point ? shortest(point->y) : std::string());
    };
    add(object.eyes ? std::optional(object.eyes->left) : std::nullopt);
    add(object.eyes ? std::optional(object.eyes->right) : std::nullopt);
    if (!object.landmarks) return add(object.mouth), add(object.mouth);
    has_nose_ = true;
    const auto& [left, right, nose, left_mouth, right_mouth] = *object.landmarks;
    add(left_mouth), add(right_mouth), add(nose);
  }

  fs::path folder_;
  NewFile file_;
  std::vector<CsvRow> rows_;
  bool has_landmarks_ = false, has_nose_ = false;
};

/// The folders of images relative to their common parent folder.
class FoldersBelow {
 public:
  explicit FoldersBelow(const std::vector<AnnotatedImage>& images) {
    std::map<fs::path, fs::path> folders;  ///< by stem
    for (const AnnotatedImage& image : images) {
      const fs::path folder = folder_of(image);
      common_ = folders.empty() ? folder : common_part(common_, folder);
      const auto [of_stem, is_new] = folders.try_emplace(image.path.stem(), folder);
      has_shared_stems_ = has_shared_stems_ || of_stem->second != folder;
    }
  }

  /// Empty if no two folders contain images with the same stem.
  fs::path of(const AnnotatedImage& image) const {
    if (!has_shared_stems_) return {};
    const fs::path below = folder_of(image).lexically_relative(common_);
    return below == "." ? fs::path() : below;
  }

 private:
  static fs::path folder_of(const AnnotatedImage& image) {
    return fs::absolute(image.path).lexically_normal().parent_path();
  }

  static fs::path common_part(const fs::path& one, const fs::path& other) {
    fs::path common;
    for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end() && *a == *b; ++a, ++b)
      common /= *a;
    return common;
  }

  fs::path common_;
  bool has_shared_stems_ = false;
};

template <class Writer>
std::unique_ptr<AnnotationWriter> open_writer(const fs::path& output) {
  return std::make_unique<Writer>(output);
}

constexpr std::array kTargets{
    AnnotationTarget{"csv", "a table of boxes", false, open_writer<BoxTableWriter>},
    AnnotationTarget{"coco", "COCO's JSON", false, open_writer<CocoWriter>},
    AnnotationTarget{"yolo", "YOLO's label files and classes.txt", true, open_writer<YoloWriter>},
    AnnotationTarget{"voc", "Pascal VOC .xml files", true, open_writer<VocWriter>}};

}  // namespace

std::span<const AnnotationTarget> annotation_targets() { return kTargets; }

const AnnotationTarget* annotation_target(std::string_view name) {
  const auto found = std::ranges::find(kTargets, in_lower_case(std::string(name)), &AnnotationTarget::name);
  return found == kTargets.end() ? nullptr : &*found;
}

std::vector<Problem> write_annotations(const Annotations& annotations, AnnotationWriter& writer) {
  std::vector<Problem> problems;
  const FoldersBelow folders(annotations.images);
  for (const AnnotatedImage& image : annotations.images) {
    try {
      require(!image.strip_cell, Kind::input, "contains samples without image files", image.source);
      const ImageExtent extent = extent_of(image.path);
      writer.write({image.path, extent.width, extent.height, image.objects, folders.of(image)});
    } catch (const Error& error) {
      if (error.kind() != Kind::input) throw;
      problems.push_back({error.where(), error.message()});
    }
  }
  writer.finish();
  return problems;
}

}  // namespace ocelli::internal
