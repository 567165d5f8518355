#include "ocelli/data/annotations/annotation_format.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/natural_order.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_coco.hpp"
#include "ocelli/data/annotations/annotation_csv.hpp"
#include "ocelli/data/annotations/annotation_opencv.hpp"
#include "ocelli/data/annotations/annotation_vec.hpp"
#include "ocelli/data/annotations/annotation_voc.hpp"
#include "ocelli/data/annotations/annotation_yolo.hpp"
#include "ocelli/data/formats/text_encoding.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> list_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure, no_file;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->is_regular_file(no_file)) files.push_back(entry->path());
  }
  require(
      !failure, Kind::input, [&] { return "cannot be listed: " + failure.message(); }, folder.native());
  std::ranges::sort(files, natural_less, &fs::path::native);
  return files;
}

std::string in_words(std::span<const fs::path> folders) {
  std::string words;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    if (i > 0) words += i + 1 == folders.size() ? " and in " : ", ";
    words += folders[i].empty() ? "." : folders[i].string();
  }
  return words;
}

bool is_in(const fs::path& folder, AnnotatedImage& image) {
  std::error_code failure;
  const fs::path there = (folder / image.path).lexically_normal();
  if (!fs::is_regular_file(there, failure)) return false;
  image.path = there;
  return true;
}

}  // namespace

std::span<const AnnotationFormat* const> annotation_formats() {
  static constexpr std::array kFormats = {&vec_format,  &voc_format, &coco_format,
                                          &yolo_format, &csv_format, &opencv_format};
  return kFormats;
}

std::string annotation_formats_in_words() {
  std::string words;
  for (const AnnotationFormat* format : annotation_formats()) {
    if (!words.empty()) words += ", ";
    words += format->title;
  }
  return words;
}

std::string annotation_folders_in_words() {
  std::vector<std::string_view> kinds;
  for (const AnnotationFormat* format : annotation_formats()) {
    if (!format->in_folder.empty()) kinds.push_back(format->in_folder);
  }
  std::string words;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (i > 0) words += i + 1 == kinds.size() ? " or " : ", ";
    words += kinds[i];
  }
  return words;
}

AnnotationInput open_annotations(const fs::path& path) {
  std::error_code failure;
  AnnotationInput input{.path = path, .is_folder = fs::is_directory(path, failure)};
  if (input.is_folder) {
    input.files = list_files(path);
  } else if (!is_vec_file(path)) {
    input.text = to_utf8(read_text(path, AnnotationLimits::text_bytes), path.string());
  }
  return input;
}

void find_images(Annotations& annotations, std::span<const fs::path> folders) {
  std::erase_if(annotations.images, [&](AnnotatedImage& image) {
    if (image.strip_cell) return false;
    if (std::ranges::any_of(folders, [&](const fs::path& folder) { return is_in(folder, image); }))
      return false;
    const bool is_plain = image.path.is_absolute() || folders.size() == 1;
    const std::string what = is_plain ? (folders.front() / image.path).string()
                                      : image.path.string() + ", searched in " + in_words(folders);
    annotations.problems.push_back({place(image.source, image.line), "no such image: " + what});
    return true;
  });
}

void append(Annotations& all, Annotations&& more) {
  std::ranges::move(more.images, std::back_inserter(all.images));
  std::ranges::move(more.problems, std::back_inserter(all.problems));
}

}  // namespace ocelli
