#include "ocelli/data/annotations/annotation_yolo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 22;  ///< of a label file or of names

/// A coordinate as a fraction of the image. Marks may extend slightly outside. Pixel counts are rejected.
float share(std::string_view word, std::string_view what) {
  constexpr float kMaxBeside = 1;
  const float value = parse_coordinate(word, what);
  if (value >= -kMaxBeside && value <= 1 + kMaxBeside) return value;
  throw Error(Kind::input,
              std::string(what) + " must be a fraction of the image from 0 to 1, got " + in_quotes(word));
}

/// In fractions of the image.
Box share_around(std::span<const std::string_view> corners) {
  std::array<float, 2> low{2, 2}, high{-1, -1};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const float value = share(corners[i], i % 2 == 0 ? "x" : "y");
    low[i % 2] = std::min(low[i % 2], value);
    high[i % 2] = std::max(high[i % 2], value);
  }
  return {low[0], low[1], high[0] - low[0], high[1] - low[1]};
}

/// The words of a line, without what follows a '#'.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words = split_words(line);
  words.erase(std::ranges::find_if(words, [](std::string_view word) { return word.starts_with('#'); }),
              words.end());
  return words;
}

/// The index of a class, which numerical tools write as 0.0 or 0.000000e+00.
std::optional<int> class_number(std::string_view word) {
  if (const std::optional<int> number = parse_count(word)) return number;
  try {
    const float number = parse_coordinate(word, "");
    const bool is_class = number >= 0 && number < (1 << 16) && number == std::floor(number);
    return is_class ? std::optional(static_cast<int>(number)) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool is_numeric(std::string_view word) {
  try {
    parse_coordinate(word, "");
    return true;
  } catch (const Error&) {
    return false;
  }
}

Box box_of(std::span<const std::string_view> numbers) {
  constexpr std::size_t kMinCorners = 3;
  if (numbers.size() == 5) {  // the last one is a detector's confidence
    parse_coordinate(numbers[4], "the confidence");
    numbers = numbers.first(4);
  }
  const bool is_polygon = numbers.size() >= 2 * kMinCorners && numbers.size() % 2 == 0;
  if (is_polygon) return share_around(numbers);
  if (numbers.size() != 4) {
    throw Error(Kind::input,
                "has " + std::to_string(numbers.size()) +
                    " numbers after the class; expected four of a box (and a confidence), or the "
                    "corners of a polygon");
  }
  const float x = share(numbers[0], "cx"), y = share(numbers[1], "cy"), w = share(numbers[2], "w"),
              h = share(numbers[3], "h");
  return {x - w / 2, y - h / 2, w, h};
}

AnnotatedObject parse_object(const NumberedLine& line, ImageExtent extent,
                             std::span<const std::string> classes) {
  require_bounded_line(line.text);
  const std::vector<std::string_view> words = words_of(line.text);
  const std::optional<int> number = class_number(words.front());
  if (!number) throw Error(Kind::input, "the class must be an integer, got " + in_quotes(words.front()));
  const Box part = box_of(std::span(words).subspan(1));
  const auto width = static_cast<float>(extent.width), height = static_cast<float>(extent.height);
  const auto place = static_cast<std::size_t>(*number);
  if (!classes.empty() && place >= classes.size()) {
    throw Error(Kind::input, "class " + std::to_string(*number) + " is out of range: there are names for " +
                                 std::to_string(classes.size()) + " classes, 0 to " +
                                 std::to_string(classes.size() - 1));
  }
  const bool has_name = place < classes.size() && !classes[place].empty();
  AnnotatedObject object{.box = {part.x * width, part.y * height, part.w * width, part.h * height},
                         .label = has_name ? classes[place] : std::to_string(*number),
                         .line = line.number};
  require_area(object.box);
  const std::optional<Problem> outside = check_inside({}, object, extent.width, extent.height);
  if (outside) throw Error(Kind::input, outside->message);
  return object;
}

bool is_label_file(const fs::path& path) {
  constexpr std::array<std::string_view, 5> kOthers = {"classes.txt", "notes.txt", "README.txt", "train.txt",
                                                       "README.dataset.txt"};
  return has_extension(path, ".txt") && !is_left_by_system(path) &&
         std::ranges::count(kOthers, path.filename().string()) == 0;
}

bool is_there(const fs::path& folder) {
  std::error_code failure;
  return fs::is_directory(folder, failure);
}

/// The label folders in a folder: labels, train/labels, labels/train and the like, or any with such a
/// beginning.
std::vector<fs::path> label_folders(const fs::path& folder) {
  std::vector<fs::path> found;
  const auto first_label_file = [](const fs::path& place) -> fs::path {
    std::error_code failure;
    for (fs::directory_iterator entry(place, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      if (is_label_file(entry->path())) return entry->path();
    }
    return {};
  };
  std::error_code failure, no_folder;
  for (const fs::path& place : {folder, folder / "labels"}) {
    for (fs::directory_iterator entry(place, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      if (!entry->is_directory(no_folder) || is_left_by_system(entry->path())) continue;
      for (const fs::path& labels : {entry->path(), entry->path() / "labels"}) {
        const fs::path file = first_label_file(labels);
        const bool is_named_so = labels.filename() == "labels" || place != folder;
        if (!file.empty() && (is_named_so || opens_with_labels(read_text(file, kMaxTextBytes))))
          found.push_back(labels);
      }
    }
    failure.clear();
  }
  std::ranges::sort(found, natural_less, &fs::path::native);
  return found;
}

/// The first line that is not a comment; empty if there is none.
std::string_view first_label(std::string_view text) {
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    const bool is_long = line->text.size() > AnnotationLimits::line_bytes;
    if (is_long || !words_of(line->text).empty()) return line->text;
  }
  return {};
}

/// The words of that line, unless it is too long.
std::vector<std::string_view> first_words(std::string_view text) {
  const std::string_view line = first_label(text);
  if (line.size() > AnnotationLimits::line_bytes) return {};
  return words_of(line);
}

/// Whether a text begins with a malformed label: most of its words are numbers, and the first is not the name
/// of an image.
bool opens_with_bad_label(std::string_view text) {
  constexpr std::ptrdiff_t kMinNumbers = 3;
  const std::vector<std::string_view> words = first_words(text);
  if (words.empty() || has_image_extension(words.front())) return false;
  const std::ptrdiff_t numbers = std::ranges::count_if(words, is_numeric);
  return numbers >= kMinNumbers && 2 * numbers > std::ssize(words);
}

/// Whether the files of a folder are labels: one of the first reads like labels, or nearly so, or is empty
/// like that of an image without objects.
bool holds_label_files(const AnnotationInput& input) {
  constexpr int kMaxTried = 32;
  int tried = 0;
  return std::ranges::any_of(input.files, [&](const fs::path& file) {
    if (!is_label_file(file) || ++tried > kMaxTried) return false;
    const std::string text = read_text(file, kMaxTextBytes);
    return opens_with_labels(text) || opens_with_bad_label(text) || !LineReader(text).next_with_text();
  });
}

/// The folder with `images` in place of the last `labels` of its path.
std::optional<fs::path> images_of(const fs::path& labels) {
  std::vector<fs::path> parts(labels.begin(), labels.end());
  const auto last = std::find(parts.rbegin(), parts.rend(), "labels");
  if (last == parts.rend()) return std::nullopt;
  *last = "images";
  fs::path folder;
  for (const fs::path& part : parts) folder /= part;
  return folder;
}

/// The images that the label files of a folder may belong to, by their names without extension.
class ImageShelf {
 public:
  ImageShelf(const fs::path& labels, std::span<const fs::path> trees) : folders_{labels} {
    std::error_code failure;
    const fs::path whole = fs::absolute(labels, failure).lexically_normal();
    const fs::path bare = whole.has_filename() ? whole : whole.parent_path();
    if (const std::optional<fs::path> images = images_of(bare)) folders_.push_back(*images);
    folders_.push_back(bare.parent_path() / "images");
    for (const fs::path& folder : folders_) add_folder(folder);
    for (const fs::path& tree : trees) {
      folders_.push_back(tree);
      add(list_images(tree));
    }
  }

  fs::path find(const std::string& stem) const {
    const auto found = images_.find(stem);
    if (found != images_.end()) return found->second;
    std::string folders;
    for (const fs::path& folder : folders_)
      folders += (folders.empty() ? "" : ", ") + (folder.empty() ? "." : folder.string());
    throw Error(Kind::input, "no image " + in_quotes(stem) + " in a supported format in " + folders);
  }

 private:
  void add_folder(const fs::path& folder) {
    std::vector<fs::path> images;
    std::error_code failure;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      if (!is_left_by_system(entry->path()) && is_image_file(entry->path()))
        images.push_back(entry->path().lexically_normal());
    }
    std::ranges::sort(images, {}, &fs::path::native);
    add(images);
  }

  void add(const std::vector<fs::path>& images) {
    for (const fs::path& image : images) images_.try_emplace(image.stem().string(), image);
  }

  std::vector<fs::path> folders_;
  std::map<std::string, fs::path> images_;
};

/// Whether a file is a label file. It may be malformed if an image with its name is next to it.
bool could_be_label_file(const AnnotationInput& input) {
  if (opens_with_labels(input.text)) return true;
  if (!opens_with_bad_label(input.text)) return false;
  try {
    ImageShelf(input.beside(), input.reading.images).find(input.path.stem().string());
    return true;
  } catch (const Error&) {
    return false;
  }
}

bool is_yolo(const AnnotationInput& input) {
  if (!input.is_folder && is_yaml(input.path)) return true;
  if (!input.is_folder) return has_extension(input.path, ".txt") && could_be_label_file(input);
  return holds_label_files(input) || is_there(input.path / "labels") || !label_folders(input.path).empty();
}

Annotations read_label_file(const fs::path& file, const ImageShelf& shelf,
                            std::span<const std::string> classes) {
  try {
    return read_yolo_labels(file, shelf.find(file.stem().string()), classes);
  } catch (const Error& error) {
    return {.images = {}, .problems = {{file.string(), error.message()}}};
  }
}

/// The folder itself, or else its subfolder labels/.
AnnotationInput labels_in(const AnnotationInput& input) {
  if (holds_label_files(input)) return input;
  if (is_there(input.path / "labels")) {
    AnnotationInput labels = open_annotations(input.path / "labels", input.reading);
    if (std::ranges::any_of(labels.files, is_label_file)) return labels;
  }
  std::string folders;
  for (const fs::path& folder : label_folders(input.path))
    folders += (folders.empty() ? "" : " or ") + folder.string();
  throw Error(Kind::input,
              "contains no label files itself; give the folder of one split, such as " +
                  (folders.empty() ? std::string("labels/train") : folders),
              input.path.native());
}

Annotations read_folder(const AnnotationInput& input) {
  const ImageShelf shelf(input.path, input.reading.images);
  const std::vector<std::string> classes = find_yolo_names(input.path);
  Annotations all;
  for (const fs::path& file : input.files) {
    if (is_label_file(file)) append(all, read_label_file(file, shelf, classes));
  }
  if (const std::vector<fs::path> others = label_folders(input.path); !others.empty())
    all.notes.push_back(input.name() +
                        ": label files in subfolders are not read; give the folder of each, such as " +
                        others.front().string());
  return all;
}

Annotations read_yolo(const AnnotationInput& input) {
  require(
      input.is_folder || !is_yaml(input.path), Kind::input,
      [&] {
        return "names no splits (train, val, test); give the folder of labels of one split, such as " +
               (input.beside() / "labels" / "train").string();
      },
      input.name());
  if (input.is_folder) return read_folder(labels_in(input));
  const fs::path folder = input.beside();
  return read_label_file(input.path, ImageShelf(folder, input.reading.images), find_yolo_names(folder));
}

}  // namespace

Annotations parse_yolo_labels(std::string_view text, const fs::path& image, ImageExtent extent,
                              std::span<const std::string> classes, std::string_view name) {
  AnnotationBuilder builder({}, name);
  LineReader lines(text);
  if (first_label(text).empty()) builder.image(image.string(), 1);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    if (words_of(line->text).empty()) continue;
    builder.attempt(line->number, [&] { builder.add(image.string(), parse_object(*line, extent, classes)); });
  }
  return std::move(builder).take();
}

std::vector<std::string> find_yolo_names(const fs::path& labels) {
  std::error_code failure;
  fs::path folder = fs::absolute(labels, failure).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  for (int above = 0; above < 3; ++above, folder = folder.parent_path()) {
    for (const char* file : {"classes.txt", "obj.names", "data.yaml", "data.yml", "dataset.yaml"}) {
      const fs::path path = folder / file;
      if (!fs::is_regular_file(path, failure)) continue;
      const std::string text = to_utf8(read_text(path, kMaxTextBytes), path.string());
      if (auto names = parse_yolo_names(text, is_yaml(path), path.string()); !names.empty()) return names;
    }
  }
  return {};
}

bool is_yaml(const fs::path& path) { return has_extension(path, ".yaml") || has_extension(path, ".yml"); }

bool opens_with_labels(std::string_view text) {
  const std::vector<std::string_view> words = first_words(text);
  if (words.size() < 5 || !class_number(words.front())) return false;
  try {
    box_of(std::span(words).subspan(1));
  } catch (const Error&) {
    return false;
  }
  return true;
}

Annotations read_yolo_labels(const fs::path& file, const fs::path& image,
                             std::span<const std::string> classes) try {
  const std::string text = to_utf8(read_text(file, kMaxTextBytes), file.string());
  return parse_yolo_labels(text, image, extent_of(image), classes, file.string());
} catch (const Error& error) {
  return {.images = {},
          .problems = {{error.where().empty() ? file.string() : error.where(), error.message()}}};
}

const AnnotationFormat yolo_format{"YOLO (the folder of label files)", "YOLO .txt files", is_yolo, read_yolo};

}  // namespace ocelli::internal
