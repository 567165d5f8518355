#include "ocelli/data/formats/class_folders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/samples/class_names.hpp"
#include "ocelli/samples/image_fit.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> list_subfolders(const fs::path& folder) {
  std::error_code failure;
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    if (!is_left_by_system(entry.path()) && entry.is_directory(failure))
      names.push_back(entry.path().filename().string());
  }
  return names;
}

/// Files by their extension, for notes.
class LeftOut {
 public:
  void add(const fs::path& file) {
    const std::string extension = in_lower_case(file.extension().string());
    ++counts_[extension.empty() ? "without an extension" : extension];
    if (example_.empty()) example_ = file.string();
  }
  std::size_t files() const {
    std::size_t all = 0;
    for (const auto& [extension, count] : counts_) all += count;
    return all;
  }
  void add_systems(std::size_t files) { systems_ += files; }

  /// A sentence, or nothing.
  std::optional<std::string> note() const {
    if (counts_.empty() && systems_ == 0) return std::nullopt;
    std::string text;
    for (const auto& [extension, count] : counts_)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + extension;
    if (!text.empty()) text += " (such as " + example_ + ")";
    if (systems_ > 0) text += (text.empty() ? "" : " and ") + count_of(systems_, "system file");
    return "Left out, since they are not images in a supported format: " + text + ".";
  }

 private:
  std::map<std::string, std::size_t> counts_;
  std::string example_;
  std::size_t systems_ = 0;
};

struct Files {
  std::vector<std::string> classes;
  std::vector<fs::path> paths;
  std::vector<std::uint16_t> labels;
  std::vector<Problem> problems;
  std::vector<std::string> notes, left_out;
};

bool is_any_file(const fs::path&) { return true; }

/// The files beside the class folders.
void add_files_beside(const fs::path& folder, Files& files) {
  std::size_t images = 0;
  std::string example;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    if (!entry.is_regular_file(failure) || is_left_by_system(entry.path()) || !is_image_file(entry.path()))
      continue;
    if (images++ == 0 || natural_less(entry.path().native(), example)) example = entry.path().string();
  }
  if (images == 0) return;
  files.left_out.push_back(count_of(images, "image") + " beside the class folders");
  files.notes.push_back(count_of(images, "image") + " beside the class folders left out, such as " + example +
                        ".");
}

Files list_class_files(const fs::path& folder) {
  std::error_code failure;
  require(fs::is_directory(folder, failure), Kind::input, "no such folder", folder.native());
  std::vector<std::string> names = list_subfolders(folder);
  require(!names.empty(), Kind::input, "has no subfolders; expected one per class", folder.native());
  require(
      names.size() <= kMaxClasses, Kind::input,
      [&] { return "contains more than " + std::to_string(kMaxClasses) + " subfolders"; }, folder.native());
  sort_class_names(names);
  Files files;
  LeftOut left_out;
  std::string empty;
  for (const std::string& name : names) {
    const FolderListing listing = list_folder(folder / name, is_any_file);
    const std::size_t before = files.paths.size();
    for (const fs::path& file : listing.files) {
      if (is_image_file(file)) {
        files.paths.push_back(file);
      } else {
        left_out.add(file);
      }
    }
    left_out.add_systems(listing.passed_over.by_systems);
    files.problems.insert(files.problems.end(), listing.problems.begin(), listing.problems.end());
    if (files.paths.size() == before) {
      empty += (empty.empty() ? "" : ", ") + name;
      continue;
    }
    files.labels.resize(files.paths.size(), static_cast<std::uint16_t>(files.classes.size()));
    files.classes.push_back(name);
  }
  require(!files.paths.empty(), Kind::input, "the folders of its classes contain no images", folder.native());
  if (!empty.empty()) {
    files.notes.push_back("Folders without images are not classes: " + empty + ".");
    files.left_out.push_back("folders without images (" + empty + ")");
  }
  if (const auto note = left_out.note()) files.notes.push_back(*note);
  if (left_out.files() > 0)
    files.left_out.push_back(count_of(left_out.files(), "file") + " of other formats");
  add_files_beside(folder, files);
  return files;
}

/// Empty if it cannot be read. Reading all images reports the problem later.
cv::Mat read_if_possible(const fs::path& path, const InputLimits& limits) try {
  return read_image(path, limits);
} catch (const Error& error) {
  if (error.kind() == Kind::canceled) throw;
  return {};
}

/// The extent of an image from its header; nothing if it cannot be read.
std::optional<ImageExtent> extent_of(const fs::path& path) try {
  return read_image_extent(read_file(path, kMaxImageBytes));
} catch (const Error& error) {
  if (error.kind() == Kind::canceled) throw;
  return std::nullopt;
}

int median_of(std::vector<int> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

std::string unreadable(std::size_t images) {
  return images == 1 ? "its only image cannot be read"
                     : "none of its " + std::to_string(images) + " images can be read";
}

/// The medians of width and height, scaled down if they are large.
ImageShape median_shape(const std::vector<fs::path>& paths, const fs::path& folder) {
  std::vector<std::optional<ImageExtent>> extents(paths.size());
  parallel_for(std::size_t{0}, paths.size(), [&](std::size_t i) { extents[i] = extent_of(paths[i]); });
  std::vector<int> widths_found, heights_found;
  for (const std::optional<ImageExtent>& extent : extents) {
    if (!extent) continue;
    widths_found.push_back(extent->width);
    heights_found.push_back(extent->height);
  }
  require(
      !widths_found.empty(), Kind::input, [&] { return unreadable(paths.size()); }, folder.native());
  const ImageShape shape{median_of(std::move(widths_found)), median_of(std::move(heights_found))};
  const int longer = std::max(shape.width, shape.height);
  if (longer <= kMaxChosenSide) return shape;
  const auto scaled = [&](int side) {
    return std::max(1, static_cast<int>(std::lround(static_cast<double>(side) * kMaxChosenSide / longer)));
  };
  return {scaled(shape.width), scaled(shape.height)};
}

/// Whether at least a twentieth of the pixels are not gray.
bool has_colors(const cv::Mat& image) {
  if (image.channels() != 3) return false;
  constexpr int kMinDifference = 8;
  cv::Mat_<cv::Vec3b> planes;
  cv::cvtColor(image, planes, cv::COLOR_BGR2YCrCb);
  std::size_t colored = 0;
  for (const cv::Vec3b& pixel : planes) {
    const int difference = std::max(std::abs(pixel[1] - 128), std::abs(pixel[2] - 128));
    colored += difference > kMinDifference ? 1 : 0;
  }
  return 20 * colored >= planes.total();
}

bool some_have_colors(const std::vector<fs::path>& paths, const InputLimits& limits) {
  constexpr std::size_t kSampled = 32;
  const std::size_t count = std::min(paths.size(), kSampled);
  for (std::size_t i = 0; i < count; ++i) {
    if (has_colors(read_if_possible(paths[i * paths.size() / count], limits))) return true;
  }
  return false;
}

void require_memory(std::size_t images, ImageShape shape, std::size_t planes, const fs::path& folder) {
  const std::uint64_t max = kMaxFolderBytes / (sizeof(float) * planes * shape.pixels());
  require(
      images <= max, Kind::usage,
      [&] {
        return "contains " + std::to_string(images) + " images; at " + std::to_string(shape.width) + " x " +
               std::to_string(shape.height) + " pixels at most " + std::to_string(max) +
               " are allowed: use a smaller size";
      },
      folder.native());
}

/// The result of reading an image: its own shape, or the problem.
using Reading = std::variant<ImageShape, Problem>;

/// Decodes an image into its row of values.
Reading read_into(std::span<float> row, const fs::path& path, ImageShape shape,
                  const InputLimits& limits) try {
  const bool is_gray = row.size() == shape.pixels();
  const cv::Mat image = is_gray ? read_gray(path, limits) : read_image(path, limits);
  write_sample(image, shape, row);
  return ImageShape{image.cols, image.rows};
} catch (const Error& error) {
  if (error.kind() == Kind::canceled) throw;
  return Problem{error.where(), error.message()};
}

std::string to_string(const ImageShape& shape) {
  return std::to_string(shape.width) + " x " + std::to_string(shape.height);
}

/// A note on images with other shapes than the chosen one; nothing if there are none.
std::optional<std::string> shape_note(const std::vector<ImageShape>& found, const ImageShape& chosen) {
  const auto others = std::ranges::count_if(found, [&](const ImageShape& one) { return one != chosen; });
  if (others == 0) return std::nullopt;
  const auto [smallest, largest] = std::ranges::minmax(found, {}, &ImageShape::pixels);
  const bool is_limited = std::max(chosen.width, chosen.height) == kMaxChosenSide;
  return std::to_string(others) + " of " + std::to_string(found.size()) + " images differ in size from " +
         to_string(chosen) + " pixels, the median" +
         (is_limited ? " with at most " + std::to_string(kMaxChosenSide) + " a side" : "") +
         " (sizes range from " + to_string(smallest) + " to " + to_string(largest) +
         "): they are scaled to it, keeping the aspect ratio, and padded with the level of their border. "
         "--width and --height set another size.";
}

/// The usual names of a data set's parts: for training, for choosing, and for a test.
constexpr std::array<std::string_view, 3> kTrainNames{"train", "training", "trn"};
constexpr std::array<std::string_view, 5> kValidationNames{"val", "valid", "validation", "dev", "eval"};
constexpr std::array<std::string_view, 3> kTestNames{"test", "testing", "tst"};

template <std::size_t Size>
std::optional<std::string> named(const std::vector<std::string>& folders,
                                 const std::array<std::string_view, Size>& names) {
  for (const std::string& folder : folders)
    if (std::ranges::find(names, in_lower_case(folder)) != names.end()) return folder;
  return std::nullopt;
}

Dataset read_classes(const fs::path& folder, std::optional<ImageShape> shape, ImageReading reading,
                     const InputLimits& limits) {
  Files files = list_class_files(folder);
  const ImageShape used = shape ? *shape : median_shape(files.paths, folder);
  const bool in_color = reading == ImageReading::colors ||
                        (reading == ImageReading::colors_if_any && some_have_colors(files.paths, limits));
  const std::size_t planes = in_color ? kColorPlanes : 1;
  require_memory(files.paths.size(), used, planes, folder);

  Samples samples{SampleValues(files.paths.size(), planes * used.pixels()), used, std::move(files.labels),
                  std::move(files.classes)};
  std::vector<Reading> readings(samples.count());
  parallel_for(std::size_t{0}, samples.count(), [&](std::size_t i) {
    readings[i] = read_into({samples.values.row(i).data(), samples.width()}, files.paths[i], used, limits);
  });

  Dataset read;
  read.problems = std::move(files.problems);
  read.notes = std::move(files.notes);
  read.left_out = std::move(files.left_out);
  std::vector<std::uint32_t> readable;
  std::vector<ImageShape> shapes;
  for (std::uint32_t i = 0; i < readings.size(); ++i) {
    if (auto* problem = std::get_if<Problem>(&readings[i])) {
      read.problems.push_back(std::move(*problem));
      continue;
    }
    readable.push_back(i);
    shapes.push_back(std::get<ImageShape>(readings[i]));
    read.files.push_back(files.paths[i].string());
  }
  require(
      !readable.empty(), Kind::input, [&] { return unreadable(readings.size()); }, folder.native());
  if (const std::size_t bad = readings.size() - readable.size(); bad > 0)
    read.left_out.push_back(count_of(bad, "image") + " that cannot be read");
  if (const auto note = shape ? std::nullopt : shape_note(shapes, used)) read.notes.push_back(*note);
  read.samples = readable.size() == readings.size() ? std::move(samples) : take(samples, readable);
  return read;
}

}  // namespace

std::optional<fs::path> part_folder(const fs::path& folder, DataPart part) {
  const std::vector<std::string> names = list_subfolders(folder);
  const std::optional<std::string> train = named(names, kTrainNames), test = named(names, kTestNames),
                                   validation = named(names, kValidationNames);
  const std::size_t parts = (train ? 1 : 0) + (test ? 1 : 0) + (validation ? 1 : 0);
  if (!train || parts < 2) return std::nullopt;
  // Each part has the class folders; a class called test has images.
  const std::vector<std::string> classes = list_subfolders(folder / *train);
  for (const std::optional<std::string>& other : {test, validation}) {
    if (!other) continue;
    const std::vector<std::string> own = list_subfolders(folder / *other);
    if (std::ranges::none_of(own,
                             [&](const std::string& name) { return std::ranges::count(classes, name) > 0; }))
      return std::nullopt;
  }
  if (part == DataPart::training) return folder / *train;
  return folder / (test ? *test : *validation);
}

Dataset read_class_folders(const fs::path& folder, std::optional<ImageShape> shape, ImageReading reading,
                           const InputLimits& limits, DataPart part) {
  const std::optional<fs::path> own = part_folder(folder, part);
  if (!own) return read_classes(folder, shape, reading, limits);
  Dataset data = read_classes(*own, shape, reading, limits);
  std::string others;
  for (std::string& name : list_subfolders(folder)) {
    if (folder / name != *own) others += (others.empty() ? "" : ", ") + name;
  }
  data.notes.insert(data.notes.begin(), folder.string() + " has the parts of a data set: " +
                                            own->filename().string() + " is read, not " + others + ".");
  return data;
}

}  // namespace ocelli::internal
