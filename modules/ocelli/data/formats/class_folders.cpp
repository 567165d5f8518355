#include "ocelli/data/formats/class_folders.hpp"

#include <algorithm>
#include <cstdlib>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/samples/class_names.hpp"
#include "ocelli/samples/image_fit.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> list_classes(const fs::path& folder) {
  std::error_code failure;
  require(fs::is_directory(folder, failure), Kind::input, "no such folder", folder.native());
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    std::string name = entry.path().filename().string();
    if (!is_left_by_system(entry.path()) && entry.is_directory(failure)) names.push_back(std::move(name));
  }
  require(!names.empty(), Kind::input, "has no subfolders; expected one per class", folder.native());
  require(
      names.size() <= kMaxClasses, Kind::input,
      [&] { return "contains more than " + std::to_string(kMaxClasses) + " subfolders"; }, folder.native());
  sort_class_names(names);
  return names;
}

struct Files {
  std::vector<fs::path> paths;
  std::vector<std::uint16_t> labels;
};

Files list_files(const fs::path& folder, const std::vector<std::string>& classes) {
  Files files;
  for (const std::string& name : classes) {
    const std::vector<fs::path> images = list_images(folder / name);
    require(!images.empty(), Kind::input, "the folder of this class contains no images",
            (folder / name).string());
    const auto label = static_cast<std::uint16_t>(&name - classes.data());
    files.paths.insert(files.paths.end(), images.begin(), images.end());
    files.labels.resize(files.paths.size(), label);
  }
  return files;
}

/// Empty if it cannot be read. Reading all images reports the problem later.
cv::Mat read_if_possible(const fs::path& path, const InputLimits& limits) try {
  return read_image(path, limits);
} catch (const Error& error) {
  if (error.kind() == Kind::canceled) throw;
  return {};
}

ImageShape shape_of_first(const std::vector<fs::path>& paths, const fs::path& folder,
                          const InputLimits& limits) {
  for (const fs::path& path : paths) {
    const cv::Mat image = read_if_possible(path, limits);
    if (!image.empty()) return {image.cols, image.rows};
  }
  throw Error(Kind::input,
              paths.size() == 1 ? "its only image cannot be read"
                                : "none of its " + std::to_string(paths.size()) + " images can be read",
              folder.string());
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
  return std::to_string(others) + " of " + std::to_string(found.size()) +
         " images differ in size from the first, " + to_string(chosen) + " pixels (sizes range from " +
         to_string(smallest) + " to " + to_string(largest) +
         "): they are scaled to it, keeping the aspect ratio, and padded with the level of their border. "
         "--width and --height set another size.";
}

}  // namespace

Dataset read_class_folders(const fs::path& folder, std::optional<ImageShape> shape, ImageReading reading,
                           const InputLimits& limits) {
  std::vector<std::string> classes = list_classes(folder);
  Files files = list_files(folder, classes);
  const ImageShape used = shape ? *shape : shape_of_first(files.paths, folder, limits);
  const bool in_color = reading == ImageReading::colors ||
                        (reading == ImageReading::colors_if_any && some_have_colors(files.paths, limits));
  const std::size_t planes = in_color ? kColorPlanes : 1;
  require_memory(files.paths.size(), used, planes, folder);

  Samples samples{SampleValues(files.paths.size(), planes * used.pixels()), used, std::move(files.labels),
                  std::move(classes)};
  std::vector<Reading> readings(samples.count());
  parallel_for(std::size_t{0}, samples.count(), [&](std::size_t i) {
    readings[i] = read_into({samples.values.row(i).data(), samples.width()}, files.paths[i], used, limits);
  });

  Dataset read;
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
  require(!readable.empty(), Kind::input, "none of its images can be read", folder.native());
  if (const auto note = shape ? std::nullopt : shape_note(shapes, used)) read.notes.push_back(*note);
  read.samples = read.problems.empty() ? std::move(samples) : take(samples, readable);
  return read;
}

}  // namespace ocelli::internal
